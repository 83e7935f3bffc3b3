/**
 * Buckets that are kept in another process. Where that one fails or dawdles, requests are answered
 * from buckets in memory.
 */
import { messageOf } from '../errors.ts';
import type { Limiter, StoreWatch } from './limiter.ts';
import { memoryLimiter } from './memory.ts';

/** After a failure the other process is left alone for so long: only one request in a while waits. */
const PAUSE_MS = 1_000;

/** @param takeThere rejects where the other process does not answer in time */
export function limiterElsewhere(
  takeThere: Limiter['take'],
  watch: StoreWatch,
): Limiter & { failed: (error: unknown) => void } {
  const inMemory = memoryLimiter();
  let isFailing = false;
  let pausedUntil = 0;
  // Only messages: error objects of Redis' client carry the commands, and with them the password.
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
        const decided = await takeThere(policy, client);
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
