/** What answers an operation's call: its body, and the headers that it is sent with. */
import type { IncomingMessage } from 'node:http';
import { type Caller, Reply } from '../../api/operation/context.ts';
import { EDGE_SECONDS, type Operation, type RestOperation } from '../../api/operation/operation.ts';
import type { Values } from '../../api/operation/parameters.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import type { Publisher } from '../../published/published.ts';
import { type Body, renderedBody } from './body.ts';
import { NO_STORE, PUBLIC_HEADERS } from './headers.ts';
import { type Answer, answer } from './send-body.ts';
import type { Snapshot } from './snapshot.ts';

/** The answer to a call with a key or payment must not be cached. */
const PRIVATE = { 'cache-control': 'private, no-store' };

/** Headers of all answers at one of an operation's addresses. */
export function headersOf(
  operation: RestOperation,
  route: string,
  { baseUrl }: Publisher,
): Readonly<Record<string, string>> {
  const { path } = operation.rest;
  return {
    ...PUBLIC_HEADERS,
    // A mirror links to its canonical address (specification, section 4).
    ...(route !== path && { link: `<${baseUrl}${path}>; rel="canonical"` }),
    ...(isLive(operation) && liveCaching(operation)),
    ...(operation.needs && PRIVATE),
  };
}

type OperationBody = {
  body: Body;
  headers?: Readonly<Record<string, string>>;
  /** For a live answer with a stamp: whether it is still current. */
  isStill?: (() => Promise<boolean>) | undefined;
};

/** An operation's answer to a request that its input was read from. @param shared headers of its route */
export async function operationAnswer(
  operation: RestOperation,
  input: Values,
  { snapshot, caller }: { snapshot: Snapshot; caller: Caller },
  { method = 'GET', headers: sent }: Pick<IncomingMessage, 'method' | 'headers'>,
  shared: Readonly<Record<string, string>>,
): Promise<{ answered: Answer; isStill: OperationBody['isStill'] }> {
  const { body, headers, isStill } = await operationBody(operation, input, snapshot, caller);
  const extra = headers ? { ...shared, ...headers } : shared;
  return { answered: await answer(body, method, sent, extra), isStill };
}

async function operationBody(
  operation: RestOperation,
  input: Values,
  snapshot: Snapshot,
  caller: Caller,
): Promise<OperationBody> {
  if ('file' in operation) {
    const { edition, name } = operation.file(input, snapshot.context);
    return { body: await snapshot.file(edition, name) };
  }
  const media = operation.rest.media?.of(input);
  const type = withCharset(media?.type ?? operation.rest.type);
  const ready = await operation.ready?.(input, snapshot.context);
  if (ready) return { body: snapshot.finished(ready, type) };
  const key = `${operation.name} ${JSON.stringify(input)}`;
  const run = () => operation.run(input, snapshot.context, caller);
  if (operation.isLive) {
    const stamp = await operation.stamp?.(input, snapshot.context);
    if (stamp !== undefined) {
      const render = async () => contentOf(await run(), operation);
      const isStill = async () => (await operation.stamp?.(input, snapshot.context)) === stamp;
      return { body: await snapshot.rendered(`${key} ${stamp}`, type, render), isStill };
    }
    const answered = await run();
    const { body, headers } =
      answered instanceof Reply ? answered : { body: answered, headers: {} };
    return { body: renderedBody(contentOf(body, operation), type, new Date()), headers };
  }
  const render = async () => contentOf(await run(), operation);
  const body = await snapshot.rendered(key, type, render);
  return media
    ? { body, headers: { 'content-disposition': `inline; filename="${media.file}"` } }
    : { body };
}

function contentOf(value: unknown, { name, rest }: RestOperation): string | Buffer {
  if (rest.type === 'application/json' || rest.type.endsWith('+json')) return json(value);
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  throw new TypeError(`${name} must answer with the finished ${rest.type}`);
}

/** Adds the charset to text types; all texts are UTF-8. */
function withCharset(type: string): string {
  return type === 'image/png' ? type : `${type}; charset=utf-8`;
}

function liveCaching(operation: Operation): Readonly<Record<string, string>> {
  const seconds = 'run' in operation ? operation.edgeSeconds : undefined;
  if (seconds === undefined) return NO_STORE;
  return seconds === EDGE_SECONDS
    ? {}
    : { 'cache-control': `public, max-age=${seconds}, s-maxage=${seconds}` };
}

export function isLive(operation: Operation): boolean {
  return 'run' in operation && operation.isLive === true;
}
