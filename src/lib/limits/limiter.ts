/** Who may ask how often. */
import type { ProcessChannel } from '../process-channel.ts';
import { memoryLimiter } from './memory.ts';
import { primaryLimiter } from './primary.ts';
import type { Decision, Limit } from './token-bucket.ts';

/** A limit and the name under which clients are told of it; a bucket belongs to one name. */
export type Policy = { name: string; limit: Limit };

export type Limiter = {
  /** Takes a token from the client's bucket. Never rejects. */
  take: (policy: Policy, client: string) => Promise<Decision>;
  close: () => void;
};

/** Hears how it goes with buckets that are kept elsewhere. */
export type StoreWatch = {
  /** @param isFirst false while it goes on failing */
  failed: (reason: string, isFirst: boolean) => void;
  recovered: () => void;
};

/**
 * Buckets in Redis, shared by all processes that use it; without an address, in the primary process
 * for all of its workers, or else in this one.
 */
export async function makeLimiter(
  redisUrl: string | undefined,
  watch: StoreWatch,
  primary?: ProcessChannel,
): Promise<Limiter> {
  if (redisUrl === undefined) return primary ? primaryLimiter(primary, watch) : memoryLimiter();
  // Loaded where there is a Redis: the client takes long to load.
  const { redisLimiter } = await import('./redis.ts');
  return redisLimiter(redisUrl, watch);
}
