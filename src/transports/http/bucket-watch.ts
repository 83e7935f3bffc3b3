/**
 * Takes up what is published in a bucket, for services whose editions are a copy of one. While the
 * bucket is away, or what it has cannot be trusted, the service goes on with what it has, and says so.
 */
import type { FastifyBaseLogger } from 'fastify';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';

const INTERVAL_MS = 2_000;

export type BucketState = {
  /** `starting` until the bucket was asked once; otherwise whether it was followed the last time. */
  state: 'starting' | 'followed' | 'away' | 'refused';
  /** When it came into this state. */
  since: Date;
  /** When it was followed last. */
  followedAt?: Date | undefined;
  /** The code of the error. */
  code?: string;
};

export type BucketWatchOptions = {
  store: EditionStore;
  /** Called once something new is in the folder. */
  onNew: () => Promise<void>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  intervalMs?: number | undefined;
};

export class BucketWatch {
  readonly #options: BucketWatchOptions;
  #state: BucketState = { state: 'starting', since: new Date() };
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: BucketWatchOptions) {
    this.#options = options;
  }

  get state(): BucketState {
    return this.#state;
  }

  /** Asks now, and again and again until it is told to stop. */
  start(): void {
    void this.#look();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const { store, onNew, log, intervalMs = INTERVAL_MS } = this.#options;
    try {
      const isNew = await store.refresh();
      const now = new Date();
      if (this.#state.code !== undefined) log.info('the bucket of editions is followed again');
      const since = this.#state.state === 'followed' ? this.#state.since : now;
      this.#state = { state: 'followed', since, followedAt: now };
      if (isNew) await onNew();
    } catch (error) {
      this.#fail(error);
    }
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#look(), intervalMs).unref();
  }

  /** Told once for each trouble. */
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
