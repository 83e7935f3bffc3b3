/**
 * Work that keeps a processor busy, done on a thread of its own, so that nobody else waits for it.
 * Piscina keeps the thread: it is the usual library for that, and starts another when one breaks.
 */
import { Piscina } from 'piscina';
import { UnavailableError } from './errors.ts';

export type WorkerPoolOptions = {
  /** Module whose default export does the work. */
  file: URL;
  /** Calls that may wait while one is worked on; those beyond are refused. */
  maxWaiting: number;
  /** What takes longer, in milliseconds and with its time of waiting, is given up. */
  timeout: number;
};

/** When somebody who was refused may try again, in seconds. */
const RETRY_AFTER_SECONDS = 2;

export class WorkerPool<I, O> {
  readonly #options: WorkerPoolOptions;
  #threads: Piscina<I, O> | undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Does the work; what breaks the thread fails this call alone.
   *
   * @throws BellwetherError `overloaded` when too many wait
   */
  async run(input: I): Promise<O> {
    const { maxWaiting, timeout } = this.#options;
    this.#threads ??= this.#start();
    if (this.#threads.queueSize >= maxWaiting)
      throw new UnavailableError(
        'overloaded',
        `${maxWaiting} others wait for such a document; ask again in ${RETRY_AFTER_SECONDS} s.`,
        { details: { retryAfter: RETRY_AFTER_SECONDS } },
      );
    return this.#threads.run(input, { signal: AbortSignal.timeout(timeout) });
  }

  /** A thread is started with the first work, and does not keep the process alive. */
  #start(): Piscina<I, O> {
    const threads = new Piscina<I, O>({
      filename: this.#options.file.href,
      // One is there at any time: only then another takes the place of one that broke.
      minThreads: 1,
      maxThreads: 1,
      recordTiming: false,
    });
    // A thread that broke between two calls has been replaced.
    threads.on('error', () => undefined);
    return threads;
  }
}
