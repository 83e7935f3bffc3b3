/**
 * A fast path for published files without parameters: they are answered before routing, from memory,
 * with precomputed headers. Everything else goes through the routes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Operation, restOperations, routesOf } from '../../api/operation/operation.ts';
import { memoize } from '../../lib/memoize.ts';
import type { Form } from '../../pipeline/edition/edition-store.ts';
import type { Body } from './body.ts';
import { cachedForm } from './conditions.ts';
import { preferredForm } from './content-coding.ts';
import { linkHeaders, PUBLIC_HEADERS } from './headers.ts';
import { withRequestId } from './request-log.ts';
import { answer, flat } from './send-body.ts';
import type { Snapshot } from './snapshot.ts';

type HotFile = {
  body: Body;
  route: string;
  forms: ReadonlyMap<Form, Ready>;
  /**
   * Chooses a form by the Accept-Encoding header. Results are cached, since clients send few
   * different ones.
   */
  choose: (header: string) => Ready | undefined;
};
/** Headers and bytes of one form, ready to send, and the headers of its 304. */
type Ready = { form: Form; headers: string[]; bytes: Buffer; notModified: string[] };

const MAX_CHOICES = 64;

export type HotFiles = ReadonlyMap<string, HotFile>;

/** The files of a snapshot that operations return if called without parameters. */
export async function hotFiles(
  snapshot: Snapshot,
  operations: readonly Operation[],
): Promise<HotFiles> {
  const files = new Map<string, HotFile>();
  for (const operation of restOperations(operations)) {
    if (!('file' in operation) || operation.limit) continue;
    const { edition, name } = operation.file({}, snapshot.context);
    const body = await snapshot.file(edition, name);
    if (body.stream) continue;
    for (const route of routesOf(operation)) {
      const extra = {
        ...PUBLIC_HEADERS,
        ...linkHeaders(operation, route, snapshot.published.baseUrl),
      };
      const forms = await allForms(body, extra);
      const choose = memoize(MAX_CHOICES, (header) => forms.get(preferredForm(body, header)));
      files.set(route, { body, route, forms, choose });
    }
  }
  return files;
}

/**
 * Answers a request for a hot file.
 *
 * @returns the status sent; undefined if the request is for something else
 */
export function answerHot(
  files: HotFiles,
  request: IncomingMessage,
  response: ServerResponse,
): { route: string; status: number } | undefined {
  const file = files.get(request.url ?? '');
  if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const { headers } = request;
  // Range and conditional requests go through the routes.
  if (headers.range !== undefined) return undefined;
  if (headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined)
    return undefined;
  const ready = file.choose(String(headers['accept-encoding'] ?? ''));
  if (!ready) return undefined;
  const cached = cachedForm(file.body, headers, ready.form);
  if (cached) {
    response.writeHead(304, withRequestId(file.forms.get(cached)?.notModified ?? [], request));
    response.end();
    return { route: file.route, status: 304 };
  }
  response.writeHead(200, withRequestId(ready.headers, request));
  response.end(request.method === 'HEAD' ? undefined : ready.bytes);
  return { route: file.route, status: 200 };
}

async function allForms(body: Body, extra: Readonly<Record<string, string>>) {
  const forms = new Map<Form, Ready>();
  for (const form of ['identity', ...body.encodings] as const) {
    const wanted = { 'accept-encoding': form };
    const { headers, payload } = await answer(body, 'GET', wanted, extra);
    if (!Buffer.isBuffer(payload)) throw new TypeError('hot files are held in memory');
    const known = await answer(body, 'GET', { ...wanted, 'if-none-match': '*' }, extra);
    forms.set(form, {
      form,
      headers: flat(headers),
      bytes: payload,
      notModified: flat(known.headers),
    });
  }
  return forms;
}
