/**
 * Downloads new publications from a bucket, for services whose editions are a copy of one. While the
 * bucket is unavailable or its content is not trusted, the service continues with the editions it
 * has, and reports the problem.
 */
import type { FastifyBaseLogger } from 'fastify';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';

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
  state: BucketState = { state: 'starting', since: new Date() };

  /** Called at an interval. Logs each problem once, and never rejects. */
  async look(
    store: EditionStore,
    log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { state, code: before, since, followedAt } = this.state;
    const now = new Date();
    try {
      await store.refresh(signal);
      if (before !== undefined) log.info('the bucket of editions is followed again');
      const followedSince = state === 'followed' ? since : now;
      this.state = { state: 'followed', since: followedSince, followedAt: new Date() };
    } catch (error) {
      if (signal.aborted) return;
      const code = error instanceof BellwetherError ? error.code : 'failed';
      const result = code === 'bucket-away' ? 'away' : 'refused';
      this.state = { state: result, code, followedAt, since: before === code ? since : now };
      if (before !== code) log.warn({ code }, `editions stay as they are: ${messageOf(error)}`);
    }
  }
}
