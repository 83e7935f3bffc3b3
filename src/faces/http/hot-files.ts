/**
 * The shortest way from a path to bytes: published files that take no parameters are answered
 * before any routing, from memory, with headers made once. Everything else goes through the routes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Form } from '../../edition/store.ts';
import type { Operation } from '../../operations/operation.ts';
import { answer, isFresh, preferredForm } from './answer.ts';
import type { Body } from './body.ts';
import { linkHeaders, PUBLIC_HEADERS } from './headers.ts';
import type { Snapshot } from './snapshot.ts';

type HotFile = {
  body: Body;
  route: string;
  forms: ReadonlyMap<Form, Ready>;
  /** What was chosen for the accept-encoding headers seen so far; clients send few different ones. */
  chosen: Map<string | undefined, Ready | undefined>;
  extra: Readonly<Record<string, string>>;
};
/** Headers and bytes of one form, ready to be sent. */
type Ready = { headers: string[]; bytes: Buffer };

const MOST_CHOICES = 64;

export type HotFiles = ReadonlyMap<string, HotFile>;

/** The files of a snapshot that operations answer with when they are given nothing. */
export async function hotFiles(
  snapshot: Snapshot,
  operations: readonly Operation[],
): Promise<HotFiles> {
  const files = new Map<string, HotFile>();
  for (const operation of operations) {
    if (!('file' in operation)) continue;
    const { edition, name } = operation.file({}, snapshot.context);
    const body = await snapshot.file(edition, name);
    if (body.stream) continue;
    const { path, twin } = operation.rest;
    for (const route of twin === undefined ? [path] : [path, twin]) {
      const extra = {
        ...PUBLIC_HEADERS,
        ...linkHeaders(operation, route, snapshot.context.baseUrl),
      };
      const forms = await allForms(body, extra);
      files.set(route, { body, route, extra, forms, chosen: new Map() });
    }
  }
  return files;
}

/**
 * Answers a request for a hot file.
 *
 * @returns the status sent, or undefined when the request is for something else
 */
export function answerHot(
  files: HotFiles,
  request: IncomingMessage,
  response: ServerResponse,
): { route: string; status: number } | undefined {
  const file = files.get(request.url ?? '');
  if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const { body, route } = file;
  const { headers } = request;
  if (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined) {
    if (isFresh(body, headers)) {
      void answer(body, request.method, headers, file.extra).then((fresh) => {
        response.writeHead(fresh.status, fresh.headers).end();
      });
      return { route, status: 304 };
    }
  }
  const ready = choose(file, headers['accept-encoding']);
  if (!ready) return undefined;
  response.writeHead(200, ready.headers);
  response.end(request.method === 'HEAD' ? undefined : ready.bytes);
  return { route, status: 200 };
}

function choose(
  { body, forms, chosen }: HotFile,
  accepted: string | string[] | undefined,
): Ready | undefined {
  const header = accepted === undefined ? undefined : String(accepted);
  const known = chosen.get(header);
  if (known) return known;
  const ready = forms.get(preferredForm(body, header));
  if (chosen.size < MOST_CHOICES) chosen.set(header, ready);
  return ready;
}

async function allForms(body: Body, extra: Readonly<Record<string, string>>) {
  const forms = new Map<Form, Ready>();
  for (const form of ['identity', ...body.encodings] as const) {
    const { headers, payload } = await answer(body, 'GET', { 'accept-encoding': form }, extra);
    if (!Buffer.isBuffer(payload)) throw new TypeError('hot files are held in memory');
    const flat = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
    forms.set(form, { headers: flat, bytes: payload });
  }
  return forms;
}
