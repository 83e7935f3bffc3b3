/** Prometheus metrics of what the HTTP transport does. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type Operation, restOperations, routesOf } from '../../api/operation/operation.ts';
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

/** A bucket counts the durations between the bound before its own and its own. */
type Durations = { buckets: number[]; sum: number };
/** Counts by the values of labels, which are joined by spaces. */
type Tally = Map<string, number>;

/**
 * Tallied in plain numbers and written out for each scrape: to observe a value in the library's own
 * metrics costs a fifth of what a page does.
 *
 * @param kindOf the kind of a route's pattern
 */
export function makeMetrics(kindOf: (route: string) => RouteKind) {
  const node = new Registry();
  collectDefaultMetrics({ register: node });
  for (const name of MISNAMED) node.removeSingleMetric(`nodejs_${name}_total`);
  const requests: Tally = new Map();
  const durations = new Map<string, Durations>();
  const payments: Tally = new Map();
  const limitStoreFailures: Tally = new Map([['', 0]]);
  const own = () => [
    counterText('http_requests', 'Requests by route, method and status', requests, [
      'route',
      'method',
      'status',
    ]),
    metricText(
      'http_request_seconds',
      'histogram',
      'Time from a request to the end of its answer, by kind of route and route',
      [...durations].flatMap(([route, each]) => samplesOf(each, { kind: kindOf(route), route })),
    ),
    counterText('payment_events', 'What happened with money, by rail and event', payments, [
      'rail',
      'event',
    ]),
    counterText(
      'limit_store_failures',
      'Times that Redis did not answer in time; limits were then kept in memory for a second',
      limitStoreFailures,
    ),
  ];
  return {
    /** @param readState further metrics, read at each scrape */
    source: (readState: () => Promise<string>): MetricsSource => ({
      contentType: node.contentType,
      metrics: async () => [await node.metrics(), ...own(), await readState()].join('\n'),
    }),
    paid: ({ rail, event }: PaymentEvent) => add(payments, `${rail} ${event}`),
    /** The remote store of rate limits failed. */
    limitStoreFailed: () => add(limitStoreFailures, ''),
    /** @param duration from the request to the end of the response, in seconds */
    answered: (route: string, method: string, status: number, duration: number) => {
      add(requests, `${route} ${method} ${status}`);
      const empty = () => ({ buckets: BOUNDS.map(() => 0), sum: 0 });
      const tally = durations.getOrInsertComputed(route, empty);
      tally.sum += duration;
      const index = BOUNDS.findIndex((bound) => duration <= bound);
      tally.buckets[index] = (tally.buckets[index] ?? 0) + 1;
    },
  };
}

function add(tally: Tally, values: string): void {
  tally.set(values, (tally.get(values) ?? 0) + 1);
}

function counterText(name: string, help: string, tally: Tally, labels: readonly string[] = []) {
  const samples = [...tally].map(([joined, value]) => {
    const values = joined.split(' ');
    const pairs = labels.map((label, index) => [label, values[index] ?? '']);
    return { labels: Object.fromEntries(pairs), value };
  });
  return metricText(`${name}_total`, 'counter', help, samples);
}

function samplesOf({ buckets, sum }: Durations, labels: Record<string, string>): Sample[] {
  let count = 0;
  const cumulative = buckets.map((durations, index) => {
    count += durations;
    const le = String(BOUNDS[index]).replace('Infinity', '+Inf');
    return { suffix: '_bucket', labels: { le, ...labels }, value: count };
  });
  return [
    ...cumulative,
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ];
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

/** The text format is that of https://prometheus.io/docs/instrumenting/exposition_formats/. */
const PREFIX = 'bellwether_';

export type Sample = {
  /** Appended to the metric's name. */
  suffix?: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
};

/**
 * A metric with its samples; without any, its name and meaning alone.
 *
 * @param name without the service's prefix
 */
export function metricText(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => {
    // Quotes, backslashes and line ends are escaped as in JSON.
    const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
    return `${PREFIX}${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${PREFIX}${name} ${help}\n# TYPE ${PREFIX}${name} ${type}\n${lines.join('')}`;
}
