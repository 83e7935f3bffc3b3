/** Rate limits. */
import type { ProcessChannel } from '../process-channel.ts';
import { memoryLimiter } from './memory.ts';
import { primaryLimiter } from './primary.ts';
import type { Decision, Limit } from './token-bucket.ts';

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
 * Keeps the buckets in Redis, shared by all processes that use it; without an address, in the primary
 * process, shared by its workers; in a single process, in memory.
 */
export async function makeLimiter(
  redisUrl: string | undefined,
  watch: StoreWatch,
  primary?: ProcessChannel,
): Promise<Limiter> {
  if (redisUrl === undefined) return primary ? primaryLimiter(primary, watch) : memoryLimiter();
  // Imported only if needed: the client takes long to load.
  const { redisLimiter } = await import('./redis.ts');
  return redisLimiter(redisUrl, watch);
}
