/**
 * Runs the service as several processes on one port. This process, the primary, opens the listening
 * socket, from which each worker accepts connections (`node:cluster`), keeps the rate limits and the
 * wallet, and joins the metrics.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Inherited } from '../../lib/config/payment-config.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { answerWorker, memoryLimiter } from '../../lib/limits/limiter.ts';
import { ProcessChannel } from '../../lib/process-channel.ts';
import type { LendableWallet } from '../../payments/x402/wallet-channel.ts';
import { listenForMetrics, type MetricsListener } from './metrics-listener.ts';
import { JoinedMetrics } from './worker-metrics.ts';

export type WorkersOptions = {
  count: number;
  /** Command-line arguments with which this program runs as a worker. */
  args: readonly string[];
  host: string;
  /** A separate port for metrics; by default every worker serves the joint metrics at `/metrics`. */
  metricsPort: number | undefined;
  /** The wallet that workers settle payments with, if this process has one. */
  wallet: LendableWallet | undefined;
  lost: (what: string) => void;
};

/** A worker that ends sooner is replaced only after a pause. */
const SHORT_LIFE_MS = 10_000;
const MAX_PAUSE_MS = 30_000;
const STOP = 'stop';
const INHERITED = 'inherited';
const INHERITED_TIMEOUT_MS = 30_000;

/** In a worker: the channel to the process that started it. Undefined in any other process. */
export function primaryProcess(): ProcessChannel | undefined {
  return cluster.isWorker ? new ProcessChannel(process) : undefined;
}

/**
 * In a worker: what the primary process says of the settings that it keeps to itself.
 *
 * @throws BellwetherError `process-gone` if it does not say, as when another program started the worker
 */
export async function inheritedFrom(primary: ProcessChannel): Promise<Inherited> {
  // The cast is safe: both processes run the same version of this module.
  return (await primary.ask(INHERITED, undefined, INHERITED_TIMEOUT_MS)) as Inherited;
}

/** In a worker: disconnects from the primary process, which would otherwise keep it alive. */
export function leavePrimary(): void {
  cluster.worker?.disconnect();
}

/** In a worker: stops on request of the primary process, and then disconnects from it. */
export function stopWithPrimary(primary: ProcessChannel, stop: () => Promise<void>): void {
  let stopping: Promise<void> | undefined;
  const stopOnce = () => {
    stopping ??= stop().finally(leavePrimary);
    return stopping;
  };
  primary.answer(STOP, stopOnce);
  // Ctrl+C signals every process in the terminal; workers wait for the primary process instead.
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
   * Resolves when all workers are listening.
   *
   * @throws BellwetherError `cannot-listen` if the first worker ends instead; it has logged the
   *   reason
   */
  static async start(options: WorkersOptions): Promise<Workers> {
    // All workers accept from one listening socket. Passed on by this process, a connection that was
    // on its way to a worker when that was killed would stay open, and never be answered.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ args: [...options.args], serialization: 'advanced' });
    const workers = new Workers(options);
    const { metricsPort, host, count } = options;
    if (metricsPort !== undefined)
      workers.#metricsListener = await listenForMetrics(workers.#metrics, metricsPort, host);
    // The first worker migrates the books, and encounters any problem with the settings.
    if (!(await workers.#add())) {
      await workers.stop();
      throw new BellwetherError('cannot-listen', 'No worker could start.');
    }
    await Promise.all(Array.from({ length: count - 1 }, () => workers.#addUntilOneListens()));
    return workers;
  }

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

  /** @returns true once it is listening; false if it has ended */
  async #add(): Promise<boolean> {
    const worker = cluster.fork();
    // Sending to a worker that has ended fails; its end is handled elsewhere.
    worker.on('error', () => undefined);
    const channel = new ProcessChannel(worker);
    const started = performance.now();
    this.#running.set(worker, channel);
    answerWorker(channel, this.#limiter);
    const { wallet } = this.#options;
    channel.answer(INHERITED, async (): Promise<Inherited> => ({ wallet: wallet?.address }));
    wallet?.lend(channel);
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

  /** Restarts a worker that ends before it is listening, with increasing pauses. */
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
