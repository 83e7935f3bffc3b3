/** Helpers for registering routes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BellwetherError } from '../../lib/errors.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Registers an address that is read. */
export function readOnly(app: FastifyInstance, url: string, handler: Handler): void {
  app.route({ method: ['GET', 'HEAD'], url, handler });
}

/** Registers an address that is read even while the service is busy. */
export function readAlways(app: FastifyInstance, url: string, handler: Handler): void {
  const config = { pressureHandler: () => undefined };
  app.route({ method: ['GET', 'HEAD'], url, handler, config });
}

const METHODS = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'TRACE'];

/**
 * Has each address refuse the methods that it has no route for, before a body is read.
 *
 * @returns to be registered after all routes
 */
export function refuseOtherMethods(app: FastifyInstance) {
  const taken = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    taken.getOrInsert(url, []).push(...[method].flat());
  });
  return async (scope: FastifyInstance) => {
    // Preflight requests are answered at any address.
    taken.delete('*');
    for (const [url, methods] of [...taken]) {
      const allowed = methods.toSorted();
      const others = METHODS.filter((method) => !allowed.includes(method));
      const refuse = async ({ method }: FastifyRequest, reply: FastifyReply) => {
        reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
        const why = `${method} is not possible here; use ${allowed.join(' or ')}.`;
        throw new BellwetherError('method-not-allowed', why, { status: 405 });
      };
      if (others.length > 0)
        scope.route({ method: others, url, onRequest: refuse, handler: async (_, reply) => reply });
    }
  };
}

/** Converts `/api/cite/{format}/{slug}` to the router's `/api/cite/:format/:slug`. */
export function routePattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
