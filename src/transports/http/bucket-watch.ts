/**
 * Downloads new publications from a bucket, for services whose editions are a copy of one. While the
 * bucket is unavailable or its content is not trusted, the service continues with the editions it
 * has, and reports the problem.
 */
import type { FastifyBaseLogger } from 'fastify';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';

/** After failures it is asked less often: the interval doubles, up to so many times. */
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
export function bucketAge(bucket: BucketState | undefined): number | undefined {
  const followedAt = bucket?.followedAt;
  return followedAt && Math.floor((Date.now() - followedAt.getTime()) / 1_000);
}

export class BucketWatch {
  #state: BucketState = { state: 'starting', since: new Date() };
  #failures = 0;
  #pausedUntil = 0;

  get state(): BucketState {
    return this.#state;
  }

  /** Called at an interval. Logs each problem once, and never rejects. */
  async look(
    store: EditionStore,
    log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
    intervalMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (performance.now() < this.#pausedUntil) return;
    const { state, code: before, since, followedAt } = this.#state;
    try {
      await store.refresh(signal);
      const now = new Date();
      this.#failures = 0;
      if (before !== undefined) log.info('the bucket of editions is followed again');
      this.#state = {
        state: 'followed',
        since: state === 'followed' ? since : now,
        followedAt: now,
      };
    } catch (error) {
      if (signal.aborted) return;
      const pause = intervalMs * Math.min(2 ** ++this.#failures, MAX_FACTOR);
      this.#pausedUntil = performance.now() + pause - intervalMs / 2;
      const code = error instanceof BellwetherError ? error.code : 'failed';
      this.#state = {
        state: code === 'bucket-away' ? 'away' : 'refused',
        code,
        followedAt,
        since: before === code ? since : new Date(),
      };
      if (before !== code) log.warn({ code }, `editions stay as they are: ${messageOf(error)}`);
    }
  }
}
