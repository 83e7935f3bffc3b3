/**
 * Rate limits (specification, section 8): a token bucket for each client and policy. They are checked
 * before the body is read, so that a refusal is cheap.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STANDARD_LIMIT } from '../../api/operation/operation.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { type Limiter, makeLimiter, type Policy } from '../../lib/limits/limiter.ts';
import type { Decision, Limit } from '../../lib/limits/token-bucket.ts';
import { clientOf } from './client-address.ts';
import type { Metrics } from './metrics.ts';

/** Where buckets are kept; in memory if there is no Redis address. `off` disables limits. */
export type LimitOptions = 'off' | { redisUrl: string | undefined };

/** A limiter that keeps working while Redis fails, which it logs and counts. */
export async function requestLimiter(
  options: LimitOptions = { redisUrl: undefined },
  app: FastifyInstance,
  metrics: Metrics,
): Promise<Limiter | undefined> {
  if (options === 'off') return undefined;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A shared cache would send one client's remaining quota to others.
    if (String(reply.getHeader('cache-control')).includes('public'))
      reply.raw.removeHeader('ratelimit');
    done();
  });
  return makeLimiter(options.redisUrl, {
    failed: (reason, isFirst) => {
      metrics.limitStoreFailed();
      if (isFirst) app.log.warn({ reason }, 'Redis does not answer; limits are kept in memory');
    },
    recovered: () => app.log.warn('Redis answers again; limits are kept there'),
  });
}

/** The checks of a limited route, before the body of a request is read. */
export function throttled(policy: Policy | undefined) {
  if (!policy) return [];
  return [(request: FastifyRequest, reply: FastifyReply) => takeToken(policy, request, reply)];
}

/** All operations with the standard limit share a bucket; every other limit has its own. */
export function policyOf({ name, limit }: { name: string; limit?: Limit }): Policy | undefined {
  return limit && { name: limit === STANDARD_LIMIT ? 'default' : name, limit };
}

/** Pages rendered on demand and messages of agents have the same limit as computed answers. */
export const STANDARD_POLICY: Policy = { name: 'default', limit: STANDARD_LIMIT };

/**
 * Counts a request towards a policy, and adds the remaining quota to the response headers.
 *
 * @param client whose limit it is; the sender's by default
 * @throws BellwetherError `rate-limited`
 */
export async function takeToken(
  policy: Policy,
  request: FastifyRequest,
  reply: FastifyReply,
  client = clientOf(request),
): Promise<void> {
  const { limiter } = request.server;
  if (!limiter) return;
  const decided = await limiter.take(policy, client);
  const { name, limit } = policy;
  const { remaining, nextTokenSeconds } = decided;
  // draft-ietf-httpapi-ratelimit-headers-08. The quota `q` is the burst, and the window `w` the
  // seconds in which an empty bucket refills. On the raw response, so that they are also sent by
  // handlers that bypass Fastify.
  const window = Math.ceil((limit.burst * 60) / limit.perMinute);
  reply.raw.setHeader('ratelimit-policy', `"${name}";q=${limit.burst};w=${window}`);
  reply.raw.setHeader('ratelimit', `"${name}";r=${remaining};t=${nextTokenSeconds}`);
  if (!decided.allowed) throw rateLimited(policy, decided);
}

export function rateLimited(
  { name, limit: { perMinute, burst } }: Policy,
  { nextTokenSeconds }: Decision,
): BellwetherError {
  return new BellwetherError(
    'rate-limited',
    `These requests are limited to ${perMinute} a minute, and ${burst} at once; ask again in ${nextTokenSeconds} s.`,
    { status: 429, details: { policy: name, retryAfter: nextTokenSeconds } },
  );
}
