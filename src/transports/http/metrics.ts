/** Prometheus metrics of what the HTTP transport does. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { type Operation, restOperations, routesOf } from '../../api/operation/operation.ts';
import type { PaymentEvent } from '../../payments/payment-events.ts';
import type { SitePage } from '../../web/page/page.ts';
import { MCP_PATH } from '../mcp/tool-definitions.ts';
import { routePattern } from './routes.ts';

export type Metrics = ReturnType<typeof makeMetrics>;

/** Node's gauges whose names look like counters. */
const MISNAMED = ['active_handles', 'active_requests', 'active_resources'];

/** Upper bounds of durations in seconds. */
const BOUNDS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** @param kindOf the kind of a route's pattern */
export function makeMetrics(kindOf: (route: string) => string) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(`nodejs_${name}_total`);
  const requests = new Counter({
    name: 'bellwether_http_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'bellwether_http_request_seconds',
    help: 'Time from a request to the end of its answer, by kind of route and route',
    labelNames: ['kind', 'route'],
    buckets: BOUNDS,
    registers,
  });
  const payments = new Counter({
    name: 'bellwether_payment_events_total',
    help: 'What happened with money, by rail and event',
    labelNames: ['rail', 'event'],
    registers,
  });
  const limitStoreFailures = new Counter({
    name: 'bellwether_limit_store_failures_total',
    help: 'Times that Redis did not answer in time; limits were then kept in memory for a second',
    registers,
  });
  return {
    registry,
    paid: ({ rail, event }: PaymentEvent) => payments.inc({ rail, event }),
    /** The remote store of rate limits failed. */
    limitStoreFailed: () => limitStoreFailures.inc(),
    /** @param seconds from the request to the end of the response */
    answered: (route: string, method: string, status: number, seconds: number) => {
      requests.inc({ route, method, status });
      durations.observe({ kind: kindOf(route), route }, seconds);
    },
  };
}

/**
 * Separates fast files from slow computations.
 *
 * @returns the kind of a route's pattern: file, operation, page, mcp, or other
 */
export function routeKinds(
  operations: readonly Operation[],
  pages: readonly SitePage[],
): (route: string) => string {
  const kinds = new Map([
    ['/editions/:edition/:file', 'file'],
    [MCP_PATH, 'mcp'],
  ]);
  for (const operation of restOperations(operations))
    for (const route of routesOf(operation))
      kinds.set(routePattern(route), 'file' in operation ? 'file' : 'operation');
  for (const { path } of pages) kinds.set(routePattern(path), 'page');
  return (route) => kinds.get(route) ?? 'other';
}
