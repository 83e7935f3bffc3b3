/** Prometheus metrics of what the HTTP transport does. */
import { Counter, collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import { type Operation, restOperations, routesOf } from '../../api/operation/operation.ts';
import type { ReaderOutcome } from '../../features/answers/model-reader.ts';
import type { PaymentEvent } from '../../payments/payment-events.ts';
import type { SitePage } from '../../web/page/page.ts';
import { MCP_PATH } from '../mcp/tool-definitions.ts';
import type { MetricsSource } from './health.ts';
import { routePattern } from './routes.ts';

/** A published file, an operation, a page, MCP, or an endpoint for operators. */
export type RouteKind = 'file' | 'operation' | 'page' | 'mcp' | 'other';

export type Metrics = ReturnType<typeof makeMetrics>;

/** Node's gauges whose names look like counters. */
const MISNAMED = ['active_handles', 'active_requests', 'active_resources'];

/** Upper bounds of durations in seconds. */
const BOUNDS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, Number.POSITIVE_INFINITY];
const SECONDS = 'bellwether_http_request_seconds';

/** A bucket counts the durations between the bound before its own and its own. */
type RouteTally = { byAnswer: Map<string, number>; buckets: number[]; sum: number };
type Sample = { metricName?: string; labels: Record<string, string>; value: number };

/** @param kindOf the kind of a route's pattern */
export function makeMetrics(kindOf: (route: string) => RouteKind) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(`nodejs_${name}_total`);
  // Tallied in plain numbers and handed over on each scrape: to observe a value in the library's own
  // metrics costs a fifth of what a page does.
  const routes = new Map<string, RouteTally>();
  const handOver = (
    described: { name: string; help: string; type: 'counter' | 'histogram' },
    samples: (tally: RouteTally, route: string) => Sample[],
  ) => {
    const get = async () => ({
      ...{ ...described, aggregator: 'sum' },
      values: [...routes].flatMap(([route, tally]) => samples(tally, route)),
    });
    // The registry calls `get` alone; its types admit the library's own classes.
    registry.registerMetric({ ...described, get } as unknown as Metric);
  };
  const requests = 'bellwether_http_requests_total';
  handOver(
    { name: requests, help: 'Requests by route, method and status', type: 'counter' },
    ({ byAnswer }, route) =>
      [...byAnswer].map(([answer, value]) => {
        const [method = '', status = ''] = answer.split(' ');
        return { labels: { route, method, status }, value };
      }),
  );
  const help = 'Time from a request to the end of its answer, by kind of route and route';
  handOver({ name: SECONDS, help, type: 'histogram' }, ({ buckets, sum }, route) => {
    const labels = { kind: kindOf(route), route };
    let count = 0;
    const cumulative = buckets.map((durations, index) => {
      count += durations;
      const le = String(BOUNDS[index]).replace('Infinity', '+Inf');
      return { metricName: `${SECONDS}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...cumulative,
      { metricName: `${SECONDS}_sum`, labels, value: sum },
      { metricName: `${SECONDS}_count`, labels, value: count },
    ];
  });
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name: `bellwether_${name}_total`, help, labelNames, registers: [registry] });
  const limitStoreFailures = counter(
    'limit_store_failures',
    'Times that Redis did not answer in time; limits were then kept in memory for a second',
    [],
  );
  const payments = counter('payment_events', 'What happened with money, by rail and event', [
    'rail',
    'event',
  ]);
  const readings = counter(
    'reader_questions',
    'Questions that the rules declined and a model was asked to read, by outcome',
    ['outcome'],
  );
  return {
    /** @param readState further metrics, read at each scrape */
    source: (readState: () => Promise<Registry>): MetricsSource => ({
      contentType: registry.contentType,
      metrics: async () => Registry.merge([registry, await readState()]).metrics(),
    }),
    paid: ({ rail, event }: PaymentEvent) => payments.inc({ rail, event }),
    read: (outcome: ReaderOutcome) => readings.inc({ outcome }),
    /** The remote store of rate limits failed. */
    limitStoreFailed: () => limitStoreFailures.inc(),
    /** @param duration from the request to the end of the response, in seconds */
    answered: (route: string, method: string, status: number, duration: number) => {
      const tally = routes.getOrInsertComputed(route, () => ({
        byAnswer: new Map<string, number>(),
        buckets: BOUNDS.map(() => 0),
        sum: 0,
      }));
      const answer = `${method} ${status}`;
      tally.byAnswer.set(answer, (tally.byAnswer.get(answer) ?? 0) + 1);
      tally.sum += duration;
      const index = BOUNDS.findIndex((bound) => duration <= bound);
      tally.buckets[index] = (tally.buckets[index] ?? 0) + 1;
    },
  };
}

/** @returns the kind of a route's pattern, which separates fast files from slow computations */
export function routeKinds(
  operations: readonly Operation[],
  pages: readonly SitePage[],
): (route: string) => RouteKind {
  const kinds = new Map<string, RouteKind>([
    ['/editions/:edition/:file', 'file'],
    [MCP_PATH, 'mcp'],
  ]);
  for (const operation of restOperations(operations))
    for (const route of routesOf(operation))
      kinds.set(routePattern(route), 'file' in operation ? 'file' : 'operation');
  for (const { path } of pages) kinds.set(routePattern(path), 'page');
  return (route) => kinds.get(route) ?? 'other';
}
