/** Token buckets in this process's memory. */
import { LRUCache } from 'lru-cache';
import type { Limiter } from './limiter.ts';
import { type Bucket, decision, take } from './token-bucket.ts';

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
      const { allowed, bucket } = take(buckets.get(key), limit, now());
      buckets.set(key, bucket);
      return decision(allowed, bucket.parts, limit);
    },
    close: () => buckets.clear(),
  };
}
