/**
 * A service as several processes that share one port. This one, the primary, takes connections and
 * hands each to a worker (`node:cluster`), keeps the limits of all and joins their metrics.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { BellwetherError } from '../../lib/errors.ts';
import { memoryLimiter } from '../../lib/limits/memory.ts';
import { answerWorker } from '../../lib/limits/primary.ts';
import { ProcessChannel } from '../../lib/process-channel.ts';
import { listenForMetrics, type MetricsListener } from './metrics-listener.ts';
import { JoinedMetrics } from './worker-metrics.ts';

export type WorkersOptions = {
  count: number;
  /** Arguments of this program that make a worker of it. */
  args: readonly string[];
  host: string;
  /** A port of their own for metrics; by default any worker answers `/metrics` for all. */
  metricsPort: number | undefined;
  /** Told when a worker ended unasked. */
  lost: (what: string) => void;
};

/** A worker that ends sooner is followed by the next one only after a while. */
const SHORT_LIFE_MS = 10_000;
const MAX_PAUSE_MS = 30_000;
const STOP = 'stop';

/** In a worker: the process that started it. Undefined in any other process. */
export function primaryProcess(): ProcessChannel | undefined {
  return cluster.isWorker ? new ProcessChannel(process) : undefined;
}

/** In a worker: lets go of the process that started it, which keeps it alive otherwise. */
export function leavePrimary(): void {
  cluster.worker?.disconnect();
}

/** In a worker: stops when the primary asks, and lets go of it afterwards. */
export function stopWithPrimary(primary: ProcessChannel, stop: () => Promise<void>): void {
  let stopping: Promise<void> | undefined;
  const stopOnce = () => {
    stopping ??= stop().finally(leavePrimary);
    return stopping;
  };
  primary.answer(STOP, stopOnce);
  // Ctrl+C reaches every process of a terminal; the primary process says when it is time.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => void stopOnce());
}

export class Workers {
  readonly #options: WorkersOptions;
  readonly #limiter = memoryLimiter();
  readonly #metrics = new JoinedMetrics();
  readonly #running = new Map<Worker, ProcessChannel>();
  readonly #stopping = new AbortController();
  #metricsListener: MetricsListener | undefined;
  #shortLives = 0;

  private constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /**
   * Resolves when all of them listen.
   *
   * @throws BellwetherError `cannot-listen` when the first one ends instead, which has said why
   */
  static async start(options: WorkersOptions): Promise<Workers> {
    cluster.setupPrimary({ args: [...options.args], serialization: 'advanced' });
    const workers = new Workers(options);
    const { metricsPort, host, count } = options;
    if (metricsPort !== undefined)
      workers.#metricsListener = await listenForMetrics(workers.#metrics, metricsPort, host);
    // The first one brings the books up to date, and meets whatever is wrong with the settings.
    if (!(await workers.#add())) {
      await workers.stop();
      throw new BellwetherError('cannot-listen', 'No worker could start.');
    }
    await Promise.all(Array.from({ length: count - 1 }, () => workers.#addUntilOneListens()));
    return workers;
  }

  /** Lets all of them finish what is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const ended = [...this.#running].map(async ([worker, channel]) => {
      const exit = worker.isDead() ? undefined : once(worker, 'exit');
      await channel.ask(STOP).catch(() => undefined);
      await exit;
    });
    await Promise.all(ended);
    await this.#metricsListener?.close();
    this.#limiter.close();
  }

  /** @returns whether it listens; it has ended otherwise */
  async #add(): Promise<boolean> {
    const worker = cluster.fork();
    // What cannot be sent to it has no reader any more, which its end tells.
    worker.on('error', () => undefined);
    const channel = new ProcessChannel(worker);
    const started = performance.now();
    this.#running.set(worker, channel);
    answerWorker(channel, this.#limiter);
    const listens = await new Promise<boolean>((resolve) => {
      worker.once('listening', () => resolve(true)).once('exit', () => resolve(false));
    });
    if (!listens) {
      this.#running.delete(worker);
      return false;
    }
    this.#metrics.add(channel);
    worker.once('exit', (code, signal) => {
      this.#running.delete(worker);
      void this.#metrics.remove(channel);
      if (this.#stopping.signal.aborted) return;
      this.#shortLives = performance.now() - started < SHORT_LIFE_MS ? this.#shortLives + 1 : 0;
      this.#metrics.replaced();
      this.#options.lost(
        `Worker ${worker.process.pid} ended (${signal ?? `status ${code}`}); another takes its place.`,
      );
      void this.#addUntilOneListens();
    });
    return true;
  }

  /** One that ends before it listens is followed by another, after ever longer pauses. */
  async #addUntilOneListens(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pause = this.#shortLives <= 1 ? 0 : 2 ** this.#shortLives * 250;
      await delay(Math.min(pause, MAX_PAUSE_MS), undefined, { signal }).catch(() => undefined);
      if (signal.aborted || (await this.#add())) return;
      this.#shortLives++;
    }
  }
}
