/** Helpers for registering routes. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from '../../api/operation/operation.ts';
import { BellwetherError } from '../../lib/errors.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export type MethodRoute = {
  methods: readonly Method[];
  handler: Handler;
  /** Called in turn before the body is read; each throws to refuse the request. */
  admit?: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>)[];
  config?: FastifyContextConfig;
};

/** Registers an address, which refuses all other methods. */
export function only(app: FastifyInstance, url: string, routes: readonly MethodRoute[]): void {
  const allowed: string[] = [];
  for (const { methods, handler, admit = [], config = {} } of routes) {
    const method = methods.includes('GET') ? [...methods, 'HEAD'] : [...methods];
    allowed.push(...method);
    app.route({ method, url, handler, config, onRequest: admit });
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
