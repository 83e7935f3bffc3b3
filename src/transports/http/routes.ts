/** Helpers for registering routes and sending responses. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from '../../api/operation/operation.ts';
import { BellwetherError } from '../../lib/errors.ts';
import type { Body } from './body.ts';
import type { Headers } from './headers.ts';
import { answer } from './send-body.ts';
import type { Snapshot } from './snapshot.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export type MethodRoute = {
  methods: readonly Method[];
  handler: Handler;
  /** Called before the body is read; throws to refuse the request. */
  admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The route's rate limit, if any. */
  config?: FastifyContextConfig;
};

/** Registers an address, which refuses all other methods. */
export function only(app: FastifyInstance, url: string, routes: readonly MethodRoute[]): void {
  const allowed: string[] = [];
  for (const { methods, handler, admit, config = {} } of routes) {
    const method = methods.includes('GET') ? [...methods, 'HEAD'] : [...methods];
    allowed.push(...method);
    app.route({ method, url, handler, config, ...(admit && { onRequest: admit }) });
  }
  refuseOtherMethods(app, url, allowed.sort());
}

const METHODS = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'TRACE'];

/** Before a body is read. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly string[],
): void {
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    onRequest: async ({ method }, reply) => {
      reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
      const why = `${method} is not possible here; use ${allowed.join(' or ')}.`;
      throw new BellwetherError('method-not-allowed', why, { status: 405 });
    },
    handler: async (_, reply) => reply,
  });
}

/** Registers a GET-only address. */
export function readOnly(
  app: FastifyInstance,
  url: string,
  handler: Handler,
  config: FastifyContextConfig = {},
): void {
  only(app, url, [{ methods: ['GET'], handler, config }]);
}

/** Registers a GET-only address that is answered even while the service is busy. */
export function readAlways(app: FastifyInstance, url: string, handler: Handler): void {
  readOnly(app, url, handler, { pressureHandler: () => undefined });
}

/** Converts `/api/cite/{format}/{slug}` to the router's `/api/cite/:format/:slug`. */
export function routePattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Has an answer kept that every client gets at its path: requests for it are then no longer routed. */
type Keeping = Pick<Snapshot, 'bodies'> & {
  /** Query parameters that lead to another body. */
  parameters: readonly string[];
};

export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  headers: Headers,
  keeping?: Keeping,
): Promise<FastifyReply> {
  const { url, method, routeOptions } = request;
  const answered = await answer(body, method, request.headers, headers);
  if (keeping && method === 'GET') {
    const { bodies, parameters } = keeping;
    bodies.keep(url, { body, route: routeOptions.url ?? 'none', parameters }, answered);
  }
  // Fastify would describe null as a body of JSON.
  return reply
    .code(answered.status)
    .headers(answered.headers)
    .send(answered.payload ?? undefined);
}
