/** What operators and their orchestrators ask: alive, ready, how it goes. */
import type { FastifyInstance } from 'fastify';
import { readOnly } from './routes.ts';
import type { Metrics } from './metrics.ts';
import type { Snapshot } from '../../faces/http/snapshot.ts';

const NO_STORE = { 'cache-control': 'no-store' };

export function healthRoutes(
  app: FastifyInstance,
  metrics: Metrics,
  snapshot: () => Snapshot | undefined,
): void {
  readOnly(app, '/healthz', async (_, reply) => reply.headers(NO_STORE).send({ status: 'ok' }));
  readOnly(app, '/readyz', async (_, reply) => {
    const period = snapshot()?.editions.latest;
    if (period === undefined)
      return reply.code(503).headers(NO_STORE).send({ status: 'not-published', period: null });
    return reply.headers(NO_STORE).send({ status: 'ready', period });
  });
  readOnly(app, '/metrics', async (_, reply) =>
    reply
      .headers({ ...NO_STORE, 'content-type': metrics.registry.contentType })
      .send(await metrics.registry.metrics()),
  );
}
