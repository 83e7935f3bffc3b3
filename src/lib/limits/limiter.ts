/** Rate limits: token buckets in memory or in Redis. */
import { LRUCache } from 'lru-cache';
import { messageOf } from '../errors.ts';
import { type Bucket, type Decision, decision, type Limit, take } from './token-bucket.ts';

/** A limit and its name, which clients see in response headers. Each policy has its own buckets. */
export type Policy = { name: string; limit: Limit };

export type Limiter = {
  /** Takes a token from the client's bucket. Never rejects. */
  take: (policy: Policy, client: string) => Promise<Decision>;
  close: () => void;
};

/** Is notified when the remote store of buckets fails or recovers. */
export type StoreWatch = {
  /** @param isFirst false for further failures in a row */
  failed: (reason: string, isFirst: boolean) => void;
  recovered: () => void;
};

/**
 * Keeps the buckets in Redis, shared by all processes that use it; without an address, in the memory
 * of this process alone.
 */
export async function makeLimiter(
  redisUrl: string | undefined,
  watch: StoreWatch,
): Promise<Limiter> {
  if (redisUrl === undefined) return memoryLimiter();
  // Imported only if needed: the client takes long to load.
  const { redisLimiter } = await import('./redis.ts');
  return redisLimiter(redisUrl, watch);
}

/**
 * Maximum number of buckets, about 10 MB. Beyond it the least recently used bucket is dropped: it has
 * most likely refilled, and a full bucket is equivalent to none. Memory is therefore bounded however
 * many clients there are, and a client's bucket is lost only if this many others make requests in
 * between.
 */
export const MAX_BUCKETS = 50_000;

/** @param now current time in milliseconds; a monotonic clock by default */
export function memoryLimiter(now = () => Math.floor(performance.now())): Limiter {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });
  return {
    take: async ({ name, limit }, client) => {
      const key = `${name} ${client}`;
      const known = buckets.get(key);
      const { allowed, bucket } = take(known, limit, now());
      // Changed in place: to set it again costs as much as to find it.
      if (known) Object.assign(known, bucket);
      else buckets.set(key, bucket);
      return decision(allowed, bucket.parts, limit);
    },
    close: () => buckets.clear(),
  };
}

/** After a failure, only one request a second has to wait for the other process. */
const PAUSE_MS = 1_000;

/**
 * A limiter whose buckets are kept in another process. If that process fails or is slow, requests are
 * limited by buckets in memory.
 *
 * @param takeRemotely rejects if the other process does not answer in time
 */
export function remoteLimiter(
  takeRemotely: Limiter['take'],
  watch: StoreWatch,
): Limiter & { failed: (error: unknown) => void } {
  const inMemory = memoryLimiter();
  let isFailing = false;
  let pausedUntil = 0;
  // Log only the message: error objects of the Redis client include the command, and with it the
  // password.
  const failed = (error: unknown) => {
    watch.failed(messageOf(error), !isFailing);
    isFailing = true;
    pausedUntil = performance.now() + PAUSE_MS;
  };
  return {
    failed,
    take: async (...taking) => {
      if (performance.now() < pausedUntil) return inMemory.take(...taking);
      try {
        const decided = await takeRemotely(...taking);
        if (isFailing) watch.recovered();
        isFailing = false;
        return decided;
      } catch (error) {
        failed(error);
        return inMemory.take(...taking);
      }
    },
    close: () => inMemory.close(),
  };
}
