/** REST routes, one for each operation and its mirror, made from the definitions alone. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { json } from '../../edition/artifacts.ts';
import {
  type Operation,
  type RestOperation,
  restOperations,
  routesOf,
} from '../../operations/operation.ts';
import { answer } from './answer.ts';
import { type Body, renderedBody } from './body.ts';
import { linkHeaders, PUBLIC_HEADERS } from './headers.ts';
import { only } from './methods.ts';
import { requestInput } from './request-input.ts';
import type { Snapshot } from './snapshot.ts';

/** Answers that depend on more than the publication are read anew each time. */
const NOT_KEPT = { 'cache-control': 'no-store' };

export function operationRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  snapshot: () => Snapshot,
): void {
  for (const operation of restOperations(operations))
    for (const route of routesOf(operation)) {
      const { methods = ['GET'] } = operation.rest;
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const current = snapshot();
        const body = await operationBody(operation, request, current);
        return send(request, reply, body, {
          ...PUBLIC_HEADERS,
          ...linkHeaders(operation, route, current.published.baseUrl),
          ...(isLive(operation) && NOT_KEPT),
        });
      };
      only(app, methods, routePattern(route), handler, limitOf(operation));
    }
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
): Promise<Body> {
  const input = requestInput(operation, request);
  if ('file' in operation) {
    const { edition, name } = operation.file(input, snapshot.context);
    return snapshot.file(edition, name);
  }
  const type = withCharset(operation.rest.type);
  const render = async () => contentOf(await operation.run(input, snapshot.context), operation);
  if (operation.isLive) return renderedBody(await render(), type, new Date());
  return snapshot.rendered(`${operation.name} ${JSON.stringify(input)}`, type, render);
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
