/**
 * Downloads new publications from a bucket, for services whose editions are a copy of one. While the
 * bucket is unavailable or its content is not trusted, the service continues with the editions it
 * has, and reports the problem.
 */
import type { FastifyBaseLogger } from 'fastify';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';

const INTERVAL_MS = 2_000;
/** After failures the interval doubles, up to so many times. */
const MAX_FACTOR = 16;

export type BucketState = {
  /** `starting` until the first attempt; afterwards the result of the last one. */
  state: 'starting' | 'followed' | 'away' | 'refused';
  since: Date;
  /** The last successful attempt. */
  followedAt?: Date | undefined;
  code?: string;
};

/** Seconds since this machine last had what the bucket publishes; undefined before that. */
export function bucketAge({ followedAt }: BucketState): number | undefined {
  return followedAt && Math.floor((Date.now() - followedAt.getTime()) / 1_000);
}

export type BucketWatchOptions = {
  store: EditionStore;
  onNew: () => Promise<void>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  intervalMs?: number | undefined;
};

export class BucketWatch {
  readonly #options: BucketWatchOptions;
  #state: BucketState = { state: 'starting', since: new Date() };
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  readonly #stopped = new AbortController();

  constructor(options: BucketWatchOptions) {
    this.#options = options;
  }

  get state(): BucketState {
    return this.#state;
  }

  /** Checks now, then periodically until stopped. */
  start(): void {
    void this.#look();
  }

  stop(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const { store, onNew, log, intervalMs = INTERVAL_MS } = this.#options;
    const { signal } = this.#stopped;
    try {
      const isNew = await store.refresh(signal);
      this.#failures = 0;
      const now = new Date();
      if (this.#state.code !== undefined) log.info('the bucket of editions is followed again');
      const since = this.#state.state === 'followed' ? this.#state.since : now;
      this.#state = { state: 'followed', since, followedAt: now };
      if (isNew) await onNew();
    } catch (error) {
      if (signal.aborted) return;
      this.#failures += 1;
      this.#fail(error);
    }
    if (signal.aborted) return;
    const waitMs = intervalMs * Math.min(2 ** this.#failures, MAX_FACTOR);
    this.#timer = setTimeout(() => void this.#look(), waitMs).unref();
  }

  /** Logs each problem once. */
  #fail(error: unknown): void {
    const code = error instanceof BellwetherError ? error.code : 'failed';
    const { code: before, since, followedAt } = this.#state;
    const state = code === 'bucket-away' ? 'away' : 'refused';
    this.#state = {
      ...{ state, code, followedAt },
      since: before === code ? since : new Date(),
    };
    if (before !== code)
      this.#options.log.warn({ code }, `editions stay as they are: ${messageOf(error)}`);
  }
}
