/** A Redis to test with, where there is one: at REDIS_URL, or on this machine's usual port. */
import { Redis } from 'ioredis';

const URL = process.env['REDIS_URL'] || 'redis://127.0.0.1:6379';

/** Its address, or why the tests that need it are skipped; with CI set, its absence is a fault. */
export async function findRedis(): Promise<{ url: string; skip: false | string }> {
  const redis = new Redis(URL, { lazyConnect: true, connectTimeout: 1_000, retryStrategy: null });
  try {
    await redis.connect();
    await redis.ping();
    return { url: URL, skip: false };
  } catch {
    const missing = 'no Redis answers at REDIS_URL or 127.0.0.1:6379';
    if (process.env['CI'] !== undefined) throw new Error(`${missing}, and CI is set`);
    return { url: URL, skip: missing };
  } finally {
    redis.disconnect();
  }
}
