/** Liveness, readiness and metrics, for operators and their orchestrators. */
import type { FastifyInstance } from 'fastify';
import type { Payments } from '../../payments/payments.ts';
import { NO_STORE } from './headers.ts';
import type { MetricsSource } from './metrics-listener.ts';
import type { CurrentPublication } from './publication.ts';
import { readOnly } from './routes.ts';

type HealthSources = {
  /** Undefined if they are served on a port of their own. */
  metrics: MetricsSource | undefined;
  publication: Pick<CurrentPublication, 'ifAny' | 'indexes'>;
  payments: Payments | undefined;
};

export function healthRoutes(
  app: FastifyInstance,
  { metrics, publication, payments }: HealthSources,
): void {
  // Without its store the service is still ready, since what is free goes on.
  const store = () => (payments ? { store: payments.books.state } : {});
  readOnly(app, '/healthz', async (_, reply) => reply.headers(NO_STORE).send({ status: 'ok' }));
  readOnly(app, '/readyz', async (_, reply) => {
    const period = publication.ifAny?.editions.latest;
    if (period === undefined)
      return reply
        .code(503)
        .headers(NO_STORE)
        .send({ status: 'not-published', period: null, ...store() });
    // Files and pages are answered at once, whatever the state of the indexes.
    const { indexes } = publication;
    return reply.headers(NO_STORE).send({ status: 'ready', period, indexes, ...store() });
  });
  if (!metrics) return;
  readOnly(app, '/metrics', async (_, reply) =>
    reply
      .headers({ ...NO_STORE, 'content-type': metrics.contentType })
      .send(await metrics.metrics()),
  );
}
