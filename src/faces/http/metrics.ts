/** Prometheus metrics of the HTTP face. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  registry: Registry;
  /** @param seconds how long the answer took */
  observe: (route: string, method: string, status: number, seconds: number) => void;
  published: (period: string) => void;
};

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'bellwether_http_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'bellwether_http_request_seconds',
    help: 'Time from a request to the end of its answer',
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
  return {
    registry,
    observe: (route, method, status, seconds) => {
      requests.inc({ route, method, status });
      durations.observe({ route }, seconds);
    },
    published: (period) => {
      edition.reset();
      edition.set({ period }, 1);
    },
  };
}
