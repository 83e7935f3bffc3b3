/** Buckets in this process. */
import { LRUCache } from 'lru-cache';
import type { Limiter } from './limiter.ts';
import { type Bucket, decision, take } from './token-bucket.ts';

/**
 * Buckets that are kept, about 10 MB. Beyond that the one that was idle longest goes: it has most
 * likely filled up again, and a full bucket is the same as none. So no number of clients takes more
 * memory, and a client loses its bucket only when as many others ask in between.
 */
export const MAX_BUCKETS = 50_000;

/** @param now milliseconds of a clock; by default one that nobody sets back */
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
