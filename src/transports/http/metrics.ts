/** Prometheus metrics of the HTTP face. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PaymentEvent } from '../../payments/events.ts';

export type Metrics = {
  registry: Registry;
  count: (route: string, method: string, status: number) => void;
  /** @param seconds from the request to the end of its answer */
  time: (route: string, seconds: number) => void;
  published: (period: string) => void;
  /** A limit could not be looked up where limits are kept. */
  limitStoreFailed: () => void;
  /** Something happened with money. */
  paid: (event: PaymentEvent) => void;
};

type Tally = { labels: { route: string; method: string; status: number }; pending: number };

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Counted in plain numbers and handed over when somebody asks: labels cost more than an answer.
  const tallies = new Map<string, Tally>();
  new Counter({
    name: 'bellwether_http_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
    collect() {
      for (const tally of tallies.values()) {
        this.inc(tally.labels, tally.pending);
        tally.pending = 0;
      }
    },
  });
  const durations = new Histogram({
    name: 'bellwether_http_request_seconds',
    help: 'Time from a request to the end of its answer, for what is routed',
    labelNames: ['route'],
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
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
  return {
    registry,
    paid: ({ rail, event }) => payments.inc({ rail, event }),
    limitStoreFailed: () => limitStoreFailures.inc(),
    count: (route, method, status) => {
      const key = `${status} ${method} ${route}`;
      const tally = tallies.get(key);
      if (tally) tally.pending++;
      else tallies.set(key, { labels: { route, method, status }, pending: 1 });
    },
    time: (route, seconds) => durations.observe({ route }, seconds),
    published: (period) => {
      edition.reset();
      edition.set({ period }, 1);
    },
  };
}
