/** Registers the REST routes of each operation, including its mirror, from the definitions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, Reply } from '../../api/operation/context.ts';
import {
  EDGE_SECONDS,
  type Operation,
  type RestOperation,
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
import { policyOf, throttled } from './limits.ts';
import { inputReader } from './request-input.ts';
import { routePattern } from './routes.ts';
import { send } from './send-body.ts';
import type { Snapshot } from './snapshot.ts';

export function operationRoutes(app: FastifyInstance, operations: readonly Operation[]): void {
  for (const operation of restOperations(operations))
    for (const route of routesOf(operation)) addRoute(app, operation, route);
}

function addRoute(app: FastifyInstance, operation: RestOperation, route: string): void {
  const { rest, needs, tag, limit } = operation;
  const callers = new WeakMap<FastifyRequest, Caller>();
  const admit = throttled(policyOf(operation));
  // The key is verified before anything else in the request (docs/api.md).
  if (needs === 'credit-key' || needs === 'member-key')
    admit.push(async (request, reply) => {
      const { context } = app.publication.snapshot;
      callers.set(request, await authenticated(operation, context, callerOf(request, reply)));
    });
  const isForAll = !needs && !limit && tag !== 'Paid' && !isLive(operation);
  // A file is not one of the period that a query names.
  const parameters = [...inputNames(operation), 'period'];
  const readInput = inputReader(operation);
  let shared: Headers | undefined;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const current = app.publication.snapshot;
    const caller = callers.get(request) ?? callerOf(request, reply);
    shared ??= headersOf(operation, route, current.published);
    const input = readInput(request);
    const { body, headers: own } = await operationBody(operation, input, current, caller);
    const headers = own ? { ...shared, ...own } : shared;
    if (isForAll) current.bodies.keep(request, { body, headers, parameters });
    return send(request, reply, body, headers);
  };
  const { methods = ['GET'] } = rest;
  const method = methods.includes('GET') ? [...methods, 'HEAD'] : [...methods];
  app.route({ method, url: routePattern(route), handler, onRequest: admit });
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

const isLive = (operation: Operation) => 'run' in operation && operation.isLive === true;
