/**
 * A limiter whose buckets are kept in another process. If that process fails or is slow, requests are
 * limited by buckets in memory.
 */
import { messageOf } from '../errors.ts';
import type { Limiter, StoreWatch } from './limiter.ts';
import { memoryLimiter } from './memory.ts';

/**
 * After a failure the other process is not asked for this long, so that only one request a second has
 * to wait for it.
 */
const PAUSE_MS = 1_000;

/** @param takeRemotely rejects if the other process does not answer in time */
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
    take: async (policy, client) => {
      if (performance.now() < pausedUntil) return inMemory.take(policy, client);
      try {
        const decided = await takeRemotely(policy, client);
        if (isFailing) watch.recovered();
        isFailing = false;
        return decided;
      } catch (error) {
        failed(error);
        return inMemory.take(policy, client);
      }
    },
    close: () => inMemory.close(),
  };
}
