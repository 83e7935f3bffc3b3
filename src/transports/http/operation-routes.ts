/** REST routes, one for each operation and its mirror, made from the definitions alone. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { json } from '../../pipeline/edition/artifacts.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import {
  type Caller,
  type Operation,
  Reply,
  type RestOperation,
  restOperations,
  routesOf,
} from '../../operations/operation.ts';
import { answer } from './send-body.ts';
import { type Body, renderedBody } from '../../faces/http/body.ts';
import { callerOf } from './caller.ts';
import { linkHeaders, PUBLIC_HEADERS } from './headers.ts';
import { type MethodRoute, only } from './routes.ts';
import { requestInput } from '../../faces/http/request-input.ts';
import type { Snapshot } from '../../faces/http/snapshot.ts';

/** Answers that depend on more than the publication are read anew each time. */
const NOT_KEPT = { 'cache-control': 'no-store' };
/** What somebody brought a key or a payment for is nobody else's. */
const PRIVATE = { 'cache-control': 'private, no-store' };

type Parts = {
  operations: readonly Operation[];
  snapshot: () => Snapshot;
  /** Absent where nobody is limited. */
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
  const { methods = ['GET'] } = operation.rest;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const current = snapshot();
    const caller = callerOf(request, reply, limiter);
    const { body, headers } = await operationBody(operation, request, current, caller);
    return send(request, reply, body, {
      ...PUBLIC_HEADERS,
      ...linkHeaders(operation, route, current.published.baseUrl),
      ...(isLive(operation) && NOT_KEPT),
      ...(operation.needs && PRIVATE),
      ...headers,
    });
  };
  return { methods, handler, config: limitOf(operation) };
}

/** An operation and its mirror draw on the same bucket. */
function limitOf({ name, limit }: RestOperation): FastifyContextConfig {
  return limit ? { limit, policy: name } : {};
}

/** `/api/cite/{format}/{slug}` as the router writes it: `/api/cite/:format/:slug` */
export function routePattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

async function operationBody(
  operation: RestOperation,
  request: FastifyRequest,
  snapshot: Snapshot,
  caller: Caller,
): Promise<{ body: Body; headers?: Readonly<Record<string, string>> }> {
  const input = requestInput(operation, request);
  if ('file' in operation) {
    const { edition, name } = operation.file(input, snapshot.context);
    return { body: await snapshot.file(edition, name) };
  }
  const type = withCharset(operation.rest.type);
  const run = () => operation.run(input, snapshot.context, caller);
  if (operation.isLive) {
    const answered = await run();
    const { body, headers } =
      answered instanceof Reply ? answered : { body: answered, headers: {} };
    return { body: renderedBody(contentOf(body, operation), type, new Date()), headers };
  }
  const render = async () => contentOf(await run(), operation);
  const key = `${operation.name} ${JSON.stringify(input)}`;
  return { body: await snapshot.rendered(key, type, render) };
}

function contentOf(value: unknown, { name, rest }: RestOperation): string | Buffer {
  if (isJson(rest.type)) return json(value);
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  throw new TypeError(`${name} must answer with the finished ${rest.type}`);
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}

/** All texts of ours are UTF-8, and say so. */
function withCharset(type: string): string {
  return type === 'application/pdf' ? type : `${type}; charset=utf-8`;
}

function isLive(operation: Operation): boolean {
  return 'run' in operation && operation.isLive === true;
}

/** Sends a body with validators, in the coding that the client prefers. */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  extra: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const { status, headers, payload } = await answer(body, request.method, request.headers, extra);
  return reply.code(status).headers(headers).send(payload);
}
