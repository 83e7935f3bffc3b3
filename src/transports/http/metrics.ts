/** Prometheus metrics of the HTTP transport. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type Operation, restOperations, routesOf } from '../../api/operation/operation.ts';
import type { ReaderOutcome } from '../../features/answers/model-reader.ts';
import { BOOKS_STATES, type BooksState } from '../../payments/books.ts';
import type { PaymentEvent } from '../../payments/payment-events.ts';
import type { SitePage } from '../../web/page/page.ts';
import { MCP_PATH } from '../mcp/tool-definitions.ts';
import { Durations } from './durations.ts';
import { routePattern } from './routes.ts';

/** A published file, an operation, a page, MCP, or an endpoint for operators. */
export type RouteKind = 'file' | 'operation' | 'page' | 'mcp' | 'other';

export type Metrics = ReturnType<typeof makeMetrics>;

/** Node's gauges whose names look like counters. */
const MISNAMED = ['active_handles', 'active_requests', 'active_resources'];

type Tally = { labels: { route: string; method: string; status: number }; pending: number };
type RouteTally = { byAnswer: Map<string, Tally>; time: (seconds: number) => void };

/** @param kindOf the kind of a route's pattern */
export function makeMetrics(kindOf: (route: string) => RouteKind) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(`nodejs_${name}_total`);
  // Counted in plain numbers and converted on each scrape: updating labelled metrics costs more than
  // an answer.
  const routes = new Map<string, RouteTally>();
  new Counter({
    name: 'bellwether_http_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
    collect() {
      for (const { byAnswer } of routes.values())
        for (const tally of byAnswer.values()) {
          this.inc(tally.labels, tally.pending);
          tally.pending = 0;
        }
    },
  });
  const durations = new Durations(
    'bellwether_http_request_seconds',
    'Time from a request to the end of its answer, by kind of route and route',
    registry,
  );
  const edition = new Gauge({
    name: 'bellwether_edition_info',
    help: '1 for the current period that is served',
    labelNames: ['period'],
    registers: [registry],
  });
  const limitStoreFailures = new Counter({
    name: 'bellwether_limit_store_failures_total',
    help: 'Times that Redis did not answer in time; limits were then kept in memory for a second',
    registers: [registry],
  });
  const payments = new Counter({
    name: 'bellwether_payment_events_total',
    help: 'What happened with money, by rail and event',
    labelNames: ['rail', 'event'],
    registers: [registry],
  });
  const readings = new Counter({
    name: 'bellwether_reader_questions_total',
    help: 'Questions that the rules declined and a model was asked to read, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const books = new Gauge({
    name: 'bellwether_store_state',
    help: '1 for the state that the store of payments is in, 0 for the others',
    labelNames: ['state'],
    registers: [registry],
  });
  return {
    registry,
    booksAre: (state: BooksState) => {
      for (const each of BOOKS_STATES) books.set({ state: each }, each === state ? 1 : 0);
    },
    paid: ({ rail, event }: PaymentEvent) => payments.inc({ rail, event }),
    read: (outcome: ReaderOutcome) => readings.inc({ outcome }),
    /** The remote store of rate limits failed. */
    limitStoreFailed: () => limitStoreFailures.inc(),
    /** @param seconds from the request to the end of the response */
    answered: (route: string, method: string, status: number, seconds: number) => {
      const { byAnswer, time } = routes.getOrInsertComputed(route, () => ({
        byAnswer: new Map(),
        time: durations.tally({ kind: kindOf(route), route }),
      }));
      byAnswer.getOrInsertComputed(`${method} ${status}`, () => ({
        labels: { route, method, status },
        pending: 0,
      })).pending++;
      time(seconds);
    },
    published: (period: string) => {
      edition.reset();
      edition.set({ period }, 1);
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
