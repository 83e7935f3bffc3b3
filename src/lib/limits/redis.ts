/** Token buckets in Redis, shared by all processes that use it. */
import { Redis } from 'ioredis';
import { type Limiter, type Policy, remoteLimiter, type StoreWatch } from './limiter.ts';
import { type Decision, decision, PARTS } from './token-bucket.ts';

/** Prefix of every key; the policy's name and the client follow. */
export const KEY_PREFIX = 'bellwether:limit:';

/**
 * `take` of token-bucket.ts as an atomic Lua script that uses Redis' own clock. A bucket is stored as
 * two integers, `parts` and `at`, and expires once it is full.
 */
const TAKE_SCRIPT = `
local perMinute, size, token = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local parts = size
local held, at = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)$')
if held then
  parts = math.min(size, held + math.max(0, now - at) * perMinute)
end
local allowed = 0
if parts >= token then
  allowed = 1
  parts = parts - token
end
local full = math.ceil((size - parts) / perMinute)
redis.call('SET', KEYS[1], string.format('%.0f %.0f', parts, now), 'PX', full)
return { allowed, parts }
`;

const ANSWER_TIMEOUT_MS = 250;
const CONNECT_TIMEOUT_MS = 1_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

/** Connects before returning, so that Redis is ready for the first request. Never rejects. */
export async function redisLimiter(url: string, watch: StoreWatch): Promise<Limiter> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Drop a connection on which no answer arrives: its other end may be gone.
    socketTimeout: CONNECT_TIMEOUT_MS,
    // If Redis is not connected, limit the request in memory now instead of queueing the command.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS),
  });
  const limiter = remoteLimiter((...taking) => takeFrom(redis, ...taking), watch);
  // It names the reason; what connecting rejects with only says that there is no connection.
  redis.once('error', limiter.failed);
  // Later connection errors are reported by the requests that fail because of them.
  redis.on('error', () => undefined);
  await redis.connect().catch(limiter.failed);
  return {
    take: limiter.take,
    close: () => {
      redis.disconnect();
      limiter.close();
    },
  };
}

async function takeFrom(redis: Redis, policy: Policy, client: string): Promise<Decision> {
  const { perMinute, burst } = policy.limit;
  const key = `${KEY_PREFIX}${policy.name}:${client}`;
  const answer = await withTimeout(
    redis.eval(TAKE_SCRIPT, 1, key, perMinute, burst * PARTS, PARTS),
  );
  const [allowed, parts] = Array.isArray(answer) ? answer.map(Number) : [];
  if (allowed === undefined || parts === undefined)
    throw new TypeError('Redis answered something else than a bucket');
  return decision(allowed === 1, parts, policy.limit);
}

function withTimeout(answer: Promise<unknown>): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  const callOff = startDeadline(ANSWER_TIMEOUT_MS, () =>
    reject(new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`)),
  );
  return Promise.race([answer, promise]).finally(callOff);
}

/**
 * Calls `late` after `ms` milliseconds unless cancelled. Data that arrived while this process was too
 * busy to read it still counts as in time: it is read before `late` is called.
 *
 * @returns a function that cancels the deadline
 */
export function startDeadline(ms: number, late: () => void): () => void {
  let afterReading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    afterReading = setImmediate(late);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(afterReading);
  };
}
