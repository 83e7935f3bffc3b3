/** Serves metrics on a separate port, for operators who restrict access to them by network. */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { type MetricsSource, metricsRoute } from './health.ts';

export type MetricsListener = { port: number; close: () => Promise<void> };

export async function listenForMetrics(
  source: MetricsSource,
  port: number,
  host: string,
): Promise<MetricsListener> {
  const app = Fastify({ forceCloseConnections: true });
  metricsRoute(app, source);
  await app.listen({ port, host });
  // Only a socket that is not TCP has an address of another type.
  const address = app.server.address() as AddressInfo;
  return { port: address.port, close: () => app.close() };
}
