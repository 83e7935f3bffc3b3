/**
 * Runs CPU-bound work on a separate thread, so that the event loop is not blocked. Piscina manages
 * the thread and replaces it if it crashes.
 */
import { Piscina } from 'piscina';
import { UnavailableError } from './errors.ts';

export type WorkerPoolOptions = {
  /** Module whose default export does the work. */
  file: URL;
  /** How many calls may queue; further ones are refused. */
  maxWaiting: number;
  /** Calls that take longer, with their time in the queue, are aborted; milliseconds. */
  timeout: number;
};

/** When a refused caller may try again, in seconds. */
const RETRY_AFTER_SECONDS = 2;

export class WorkerPool<I, O> {
  readonly #options: WorkerPoolOptions;
  #threads: Piscina<I, O> | undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** A crash of the thread fails only this call. @throws BellwetherError `overloaded` */
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

  /** Starts the thread on first use. The thread does not keep the process alive. */
  #start(): Piscina<I, O> {
    const threads = new Piscina<I, O>({
      filename: this.#options.file.href,
      // Piscina only replaces a crashed thread if a minimum is set.
      minThreads: 1,
      maxThreads: 1,
      recordTiming: false,
    });
    // A thread that crashes between two calls is replaced.
    threads.on('error', () => undefined);
    return threads;
  }
}
