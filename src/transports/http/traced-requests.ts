/** A span for each request, if tracing is on. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { traceRequest } from '../../lib/tracing.ts';

/** Runs everything that handles a request within its span. */
export function traceRequests(app: FastifyInstance): void {
  const endings = new WeakMap<FastifyRequest, (route: string, status: number) => void>();
  app.addHook('onRequest', (request, _reply, done) => {
    const end = traceRequest(request.method, request.headers, done);
    if (end) endings.set(request, end);
  });
  app.addHook('onResponse', async (request, reply) => {
    endings.get(request)?.(request.routeOptions.url ?? 'none', reply.statusCode);
  });
}
