/** Liveness, readiness and metrics, for operators and their orchestrators. */
import type { FastifyInstance } from 'fastify';
import type { Payments } from '../../payments/payments.ts';
import { NO_STORE } from './headers.ts';
import type { MetricsSource } from './metrics-listener.ts';
import { readOnly } from './routes.ts';
import type { Snapshot } from './snapshot.ts';

/** @param metrics undefined if they are served on a port of their own */
export function healthRoutes(
  app: FastifyInstance,
  metrics: MetricsSource | undefined,
  snapshot: () => Snapshot | undefined,
  payments: Payments | undefined,
): void {
  // Without its store the service is still ready, since what is free goes on.
  const store = () => (payments ? { store: payments.books.state } : {});
  readOnly(app, '/healthz', async (_, reply) => reply.headers(NO_STORE).send({ status: 'ok' }));
  readOnly(app, '/readyz', async (_, reply) => {
    const period = snapshot()?.editions.latest;
    if (period === undefined)
      return reply
        .code(503)
        .headers(NO_STORE)
        .send({ status: 'not-published', period: null, ...store() });
    return reply.headers(NO_STORE).send({ status: 'ready', period, ...store() });
  });
  if (!metrics) return;
  readOnly(app, '/metrics', async (_, reply) =>
    reply
      .headers({ ...NO_STORE, 'content-type': metrics.contentType })
      .send(await metrics.metrics()),
  );
}
