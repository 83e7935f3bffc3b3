/** Liveness, readiness and metrics, for operators and their orchestrators. */
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Payments } from '../../payments/payments.ts';
import { NO_STORE } from './headers.ts';
import { readAlways } from './routes.ts';

export function healthRoutes(app: FastifyInstance, payments: Payments | undefined): void {
  readAlways(app, '/healthz', async (_, reply) => reply.headers(NO_STORE).send({ status: 'ok' }));
  readAlways(app, '/readyz', async (_, reply) => {
    const { refusal: refused, bucket, ifAny } = app.publication;
    const missing = refused ? 'refused' : 'not-published';
    const made = ifAny?.published.isPreparing ? 'preparing' : 'ready';
    const status = ifAny ? made : missing;
    // Without its store or bucket the service is still ready: everything free works, with the editions
    // it has.
    const store = payments?.books.state;
    return reply
      .code(status === 'ready' ? 200 : 503)
      .headers(NO_STORE)
      .send({ status, period: ifAny?.editions.latest ?? null, refused, store, bucket });
  });
}

export function metricsRoute(app: FastifyInstance, scrape: () => Promise<Registry>): void {
  readAlways(app, '/metrics', async (_, reply) => {
    const scraped = await scrape();
    const headers = { ...NO_STORE, 'content-type': scraped.contentType };
    return reply.headers(headers).send(await scraped.metrics());
  });
}
