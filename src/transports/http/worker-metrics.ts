/**
 * Metrics of a service with several workers: every worker returns the totals of all. Counters and
 * histograms are summed, including those of workers that have ended.
 */
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { ProcessChannel } from '../../lib/process-channel.ts';
import type { MetricsSource } from './metrics-listener.ts';

type Values = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const OF_ALL = 'metrics-of-all';
const OF_ONE = 'metrics-of-one';
/** If a worker takes longer, its previous values are used. */
const ANSWER_TIMEOUT_MS = 2_000;

/** The worker's side: sends its own metrics to the primary process, and returns the joint metrics. */
export function metricsOfAll(primary: ProcessChannel, registry: Registry): MetricsSource {
  primary.answer(OF_ONE, () => registry.getMetricsAsJSON());
  return {
    contentType: registry.contentType,
    metrics: async () => String(await primary.ask(OF_ALL)),
  };
}

/** The primary's side. */
export class JoinedMetrics implements MetricsSource {
  readonly #workers = new Map<ProcessChannel, Values>();
  readonly #registry = new Registry();
  readonly #replaced: Counter;
  /** Totals of workers that have ended. */
  #counted: Values = [];

  constructor() {
    const workers = this.#workers;
    const registers = [this.#registry];
    new Gauge({
      name: 'bellwether_workers',
      help: 'Worker processes that serve',
      registers,
      collect() {
        this.set(workers.size);
      },
    });
    this.#replaced = new Counter({
      name: 'bellwether_workers_replaced_total',
      help: 'Worker processes that ended unasked, and were replaced',
      registers,
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  add(worker: ProcessChannel): void {
    this.#workers.set(worker, []);
    worker.answer(OF_ALL, () => this.metrics());
  }

  /** Keeps the last known values of a worker that has ended. */
  async remove(worker: ProcessChannel): Promise<void> {
    const last = this.#workers.get(worker) ?? [];
    this.#workers.delete(worker);
    const counts = last.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    this.#counted = await registryOf([this.#counted, counts]).getMetricsAsJSON();
  }

  replaced(): void {
    this.#replaced.inc();
  }

  async metrics(): Promise<string> {
    await Promise.all([...this.#workers.keys()].map((worker) => this.#ask(worker)));
    const own: Values = await this.#registry.getMetricsAsJSON();
    return registryOf([own, ...this.#workers.values(), this.#counted]).metrics();
  }

  async #ask(worker: ProcessChannel): Promise<void> {
    const answer = await worker.ask(OF_ONE, undefined, ANSWER_TIMEOUT_MS).catch(() => undefined);
    // The cast is safe: both processes run the same version of this module. The worker may have ended
    // in the meantime.
    if (answer && this.#workers.has(worker)) this.#workers.set(worker, answer as Values);
  }
}

function registryOf(parts: Values[]): Registry {
  return AggregatorRegistry.aggregate(parts.map((part) => part.map(withSensibleSum)));
}

/**
 * Gauges of the service's state are the same in all workers, so they are not summed; those of a
 * process's resources are.
 */
function withSensibleSum(metric: Values[number]): Values[number] {
  const isState = String(metric.type) === 'gauge' && metric.name.startsWith('bellwether_');
  return isState ? { ...metric, aggregator: 'max' } : metric;
}
