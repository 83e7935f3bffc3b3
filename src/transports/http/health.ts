/** Liveness, readiness and metrics, for operators and their orchestrators. */
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
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

export type MetricsSource = { contentType: string; metrics: () => Promise<string> };

export function metricsRoute(app: FastifyInstance, source: MetricsSource): void {
  readAlways(app, '/metrics', async (_, reply) =>
    reply.headers({ ...NO_STORE, 'content-type': source.contentType }).send(await source.metrics()),
  );
}

/** Metrics on a port of their own, for operators who restrict access to them by network. */
export async function listenForMetrics(source: MetricsSource, port: number, host: string) {
  const app = Fastify({ forceCloseConnections: true });
  metricsRoute(app, source);
  await app.listen({ port, host });
  // Only a socket that is not TCP has an address of another type.
  const address = app.server.address() as AddressInfo;
  return { port: address.port, close: () => app.close() };
}
