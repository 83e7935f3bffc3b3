/** Registers the REST routes of each operation, including its mirror, from the definitions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, LOCAL_CALLER, Reply } from '../../api/operation/context.ts';
import {
  EDGE_SECONDS,
  type Operation,
  type RestOperation,
  refusesUnknown,
  restOperations,
  routesOf,
} from '../../api/operation/operation.ts';
import { authenticated } from '../../api/operation/paid.ts';
import { inputNames, type Values } from '../../api/operation/parameters.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import type { Publisher } from '../../published/published.ts';
import { type Body, renderedBody } from './body.ts';
import { callerOf } from './caller.ts';
import { type Headers, NO_STORE, PUBLIC_HEADERS } from './headers.ts';
import { requestInput } from './request-input.ts';
import type { Sources } from './resource.ts';
import { type MethodRoute, only, routePattern, send } from './routes.ts';
import { answer } from './send-body.ts';
import type { Snapshot } from './snapshot.ts';

/** Has the files of the current period answered from memory from the start. */
export async function keepFiles(
  operations: readonly Operation[],
  snapshot: Snapshot,
): Promise<void> {
  for (const operation of restOperations(operations)) {
    const input = operation.input.safeParse({});
    if (!('file' in operation) || !isPublished(operation) || !input.success) continue;
    const { body } = await operationBody(operation, input.data, snapshot, LOCAL_CALLER);
    const forms = (['identity', ...body.encodings] as const).filter((form) => body.size(form));
    if (body.stream) continue;
    for (const route of routesOf(operation))
      for (const form of forms) {
        const headers = headersOf(operation, route, snapshot.published);
        const answered = await answer(body, 'GET', { 'accept-encoding': form }, headers);
        const published = { body, route: routePattern(route), parameters: variedBy(operation) };
        snapshot.bodies.keep(route, published, answered);
      }
  }
}

/** The query parameters that the answer depends on. A file is not one of the period that a query names. */
function variedBy(operation: RestOperation): readonly string[] {
  return [...inputNames(operation), 'period'];
}

export function operationRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  sources: Sources,
): void {
  const all = restOperations(operations).flatMap((operation) =>
    routesOf(operation).map((route) => ({ operation, route })),
  );
  for (const [route, served] of Map.groupBy(all, (one) => one.route))
    only(
      app,
      routePattern(route),
      served.map(({ operation }) => methodRoute(operation, route, sources)),
    );
}

function methodRoute(
  operation: RestOperation,
  route: string,
  { snapshot, limiter }: Sources,
): MethodRoute {
  const { methods = ['GET'] } = operation.rest;
  const callers = new WeakMap<FastifyRequest, Caller>();
  // The key is verified before anything else in the request (docs/api.md).
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callerOf(request, reply, limiter);
    callers.set(request, await authenticated(operation, snapshot().context, caller));
  };
  const parameters = variedBy(operation);
  const isForAll = isPublished(operation);
  let shared: Headers | undefined;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const current = snapshot();
    const caller = callers.get(request) ?? callerOf(request, reply, limiter);
    shared ??= headersOf(operation, route, current.published);
    const input = requestInput(operation, request);
    const { body, headers: further } = await operationBody(operation, input, current, caller);
    const headers = further ? { ...shared, ...further } : shared;
    const keeping = isForAll ? { bodies: current.bodies, parameters } : undefined;
    return send(request, reply, body, headers, keeping);
  };
  const isKeyed = operation.needs === 'credit-key' || operation.needs === 'member-key';
  // An operation and its mirror share a bucket.
  const { limit, name: policy } = operation;
  return { methods, handler, config: limit ? { limit, policy } : {}, ...(isKeyed && { admit }) };
}

/** Headers of all answers at one of an operation's addresses. */
function headersOf(operation: RestOperation, route: string, { baseUrl }: Publisher): Headers {
  const { rest, needs } = operation;
  const seconds = 'run' in operation ? operation.edgeSeconds : undefined;
  const live =
    seconds === undefined
      ? NO_STORE
      : { 'cache-control': `public, max-age=${seconds}, s-maxage=${seconds}` };
  return {
    ...PUBLIC_HEADERS,
    // A mirror links to its canonical address (specification, section 4).
    ...(route !== rest.path && { link: `<${baseUrl}${rest.path}>; rel="canonical"` }),
    ...(isLive(operation) && seconds !== EDGE_SECONDS && live),
    // The answer to a call with a key or payment must not be cached.
    ...(needs && { 'cache-control': 'private, no-store' }),
  };
}

/** An operation's answer to an input; the headers are those of this answer alone. */
async function operationBody(
  operation: RestOperation,
  input: Values,
  snapshot: Snapshot,
  caller: Caller,
): Promise<{ body: Body; headers?: Headers }> {
  const { context } = snapshot;
  if ('file' in operation) {
    const { edition, name } = operation.file(input, context);
    return { body: await snapshot.file(edition, name) };
  }
  const media = operation.rest.media?.of(input);
  const named = media?.type ?? operation.rest.type;
  // All texts are UTF-8.
  const type = named === 'image/png' ? named : `${named}; charset=utf-8`;
  const stamp = operation.isLive ? await operation.stamp?.(input, context) : '';
  if (stamp === undefined) {
    const answered = await operation.run(input, context, caller);
    const reply = answered instanceof Reply ? answered : new Reply(answered, {});
    const body = renderedBody(contentOf(reply.body, operation), type, new Date());
    return { body, headers: reply.headers };
  }
  const render = async () =>
    (await operation.ready?.(input, context)) ??
    contentOf(await operation.run(input, context, caller), operation);
  const key = `${operation.name} ${JSON.stringify(input)} ${stamp}`;
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

function isLive(operation: Operation): boolean {
  return 'run' in operation && operation.isLive === true;
}

/** Whether every client gets the same answer from a publication, as often as it asks. */
function isPublished(operation: Operation): boolean {
  const isFree = operation.needs === undefined && operation.limit === undefined;
  return isFree && !isLive(operation) && !refusesUnknown(operation);
}
