/** Registers the REST routes of each operation, including its mirror, from the definitions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, Reply } from '../../api/operation/context.ts';
import {
  type Operation,
  type RestOperation,
  restOperations,
  routesOf,
} from '../../api/operation/operation.ts';
import { authenticated } from '../../api/operation/paid.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import { type Body, renderedBody } from './body.ts';
import { callerOf } from './caller.ts';
import { NO_STORE, PUBLIC_HEADERS } from './headers.ts';
import { policyOf } from './limits.ts';
import { requestInput } from './request-input.ts';
import { type MethodRoute, only, routePattern, sendAnswer } from './routes.ts';
import { answer } from './send-body.ts';
import type { Snapshot } from './snapshot.ts';

/** The answer to a call with a key or payment must not be cached. */
const PRIVATE = { 'cache-control': 'private, no-store' };

type Parts = {
  operations: readonly Operation[];
  snapshot: () => Snapshot;
  /** Undefined if rate limits are off. */
  limiter: Limiter | undefined;
};

export function operationRoutes(app: FastifyInstance, parts: Parts): void {
  const all = restOperations(parts.operations).flatMap((operation) =>
    routesOf(operation).map((route) => ({ operation, route })),
  );
  for (const [route, served] of Map.groupBy(all, (one) => one.route))
    only(
      app,
      routePattern(route),
      served.map(({ operation }) => methodRoute(operation, route, parts)),
    );
}

function methodRoute(
  operation: RestOperation,
  route: string,
  { snapshot, limiter }: Parts,
): MethodRoute {
  const { methods = ['GET'], path } = operation.rest;
  const callers = new WeakMap<FastifyRequest, Caller>();
  // The key is verified before anything else in the request (docs/api.md).
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callerOf(request, reply, limiter);
    callers.set(request, await authenticated(operation, snapshot().context, caller));
  };
  let shared: Readonly<Record<string, string>> | undefined;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const current = snapshot();
    const caller = callers.get(request) ?? callerOf(request, reply, limiter);
    const { body, headers, isStill } = await operationBody(
      operation,
      requestInput(operation, request),
      current,
      caller,
    );
    shared ??= {
      ...PUBLIC_HEADERS,
      // A mirror links to its canonical address (specification, section 4).
      ...(route !== path && { link: `<${current.published.baseUrl}${path}>; rel="canonical"` }),
      ...(isLive(operation) && !isEdgeCached(operation) && NO_STORE),
      ...(operation.needs && PRIVATE),
    };
    const extra = headers ? { ...shared, ...headers } : shared;
    const answered = await answer(body, request.method, request.headers, extra);
    const isWarm = operation.needs === undefined && (isStill !== undefined || !isLive(operation));
    if (isWarm)
      current.warm.keep(request.raw, answered, { route, policy: policyOf(request), isStill });
    return sendAnswer(reply, answered);
  };
  const isKeyed = operation.needs === 'credit-key' || operation.needs === 'member-key';
  // An operation and its mirror share a bucket.
  const { limit, name: policy } = operation;
  return { methods, handler, config: limit ? { limit, policy } : {}, ...(isKeyed && { admit }) };
}

type OperationBody = {
  body: Body;
  headers?: Readonly<Record<string, string>>;
  /** For a live answer with a stamp: whether it is still current. */
  isStill?: () => Promise<boolean>;
};

async function operationBody(
  operation: RestOperation,
  input: ReturnType<typeof requestInput>,
  snapshot: Snapshot,
  caller: Caller,
): Promise<OperationBody> {
  const key = `${operation.name} ${JSON.stringify(input)}`;
  const media = operation.rest.media?.of(input);
  if ('file' in operation) {
    const { edition, name } = operation.file(input, snapshot.context);
    return { body: await snapshot.file(edition, name) };
  }
  const type = withCharset(media?.type ?? operation.rest.type);
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
  const keep = operation.isKept ? 'kept' : 'rendered';
  const body = await snapshot[keep](key, type, render);
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
  return type === 'application/pdf' || type === 'image/png' ? type : `${type}; charset=utf-8`;
}

function isEdgeCached(operation: Operation): boolean {
  return 'run' in operation && operation.isEdgeCached === true;
}

function isLive(operation: Operation): boolean {
  return 'run' in operation && operation.isLive === true;
}
