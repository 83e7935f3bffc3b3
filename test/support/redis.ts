/** The Redis to test with, at TEST_REDIS_URL; a run of all integration tests starts its own. */
export const REDIS_URL = process.env['TEST_REDIS_URL'] || 'redis://127.0.0.1:6379';

/** Why the tests that need it are skipped; with CI set, they fail without it. */
export function missingRedis(): false | string {
  if (process.env['TEST_REDIS_URL'] || process.env['CI']) return false;
  return 'TEST_REDIS_URL names no Redis, and none is installed';
}
