/** What answers an operation's call: its body, and the headers that it is sent with. */
import { type Caller, Reply } from '../../api/operation/context.ts';
import {
  EDGE_SECONDS,
  type Operation,
  type RestOperation,
  refusesUnknown,
} from '../../api/operation/operation.ts';
import type { Values } from '../../api/operation/parameters.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import type { Publisher } from '../../published/published.ts';
import { type Body, renderedBody } from './body.ts';
import { NO_STORE, PUBLIC_HEADERS } from './headers.ts';
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

export type OperationBody = { body: Body; headers?: Readonly<Record<string, string>> };

/** An operation's answer to an input; the headers are those of this answer alone. */
export async function operationBody(
  operation: RestOperation,
  input: Values,
  snapshot: Snapshot,
  caller: Caller,
): Promise<OperationBody> {
  const { context } = snapshot;
  if ('file' in operation) {
    const { edition, name } = operation.file(input, context);
    return { body: await snapshot.file(edition, name) };
  }
  const media = operation.rest.media?.of(input);
  const type = withCharset(media?.type ?? operation.rest.type);
  const run = () => operation.run(input, context, caller);
  const stamp = operation.isLive ? await operation.stamp?.(input, context) : '';
  if (stamp === undefined) {
    const answered = await run();
    const { body, headers } =
      answered instanceof Reply ? answered : { body: answered, headers: {} };
    return { body: renderedBody(contentOf(body, operation), type, new Date()), headers };
  }
  const key = `${operation.name} ${JSON.stringify(input)} ${stamp}`;
  const body = await snapshot.rendered(
    key,
    type,
    async () => (await operation.ready?.(input, context)) ?? contentOf(await run(), operation),
  );
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

function isLive(operation: Operation): boolean {
  return 'run' in operation && operation.isLive === true;
}

/** Whether every client gets the same answer from a publication, as often as it asks. */
export function isPublished(operation: Operation): boolean {
  const isFree = operation.needs === undefined && operation.limit === undefined;
  return isFree && !isLive(operation) && !refusesUnknown(operation);
}
