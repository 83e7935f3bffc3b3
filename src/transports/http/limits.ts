/**
 * Rate limits (specification, section 8): a token bucket for each client and policy. They are checked
 * before the body is read, so that a refusal is cheap.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STANDARD_LIMIT } from '../../api/operation/operation.ts';
import { BellwetherError } from '../../lib/errors.ts';
import {
  type Limiter,
  makeLimiter,
  type Policy,
  type StoreWatch,
} from '../../lib/limits/limiter.ts';
import type { Decision, Limit } from '../../lib/limits/token-bucket.ts';
import { clientOf } from './client-address.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's rate limit; unlimited by default. */
    limit?: Limit;
    /** Name of the limit, if the route has its own; by default the route's address. */
    policy?: string;
  }
}

/** Where buckets are kept; in memory if there is no Redis address. `off` disables limits. */
export type LimitOptions = 'off' | { redisUrl: string | undefined };

/** A limiter that keeps working while Redis fails, which it logs and counts. */
export async function requestLimiter(
  options: LimitOptions = { redisUrl: undefined },
  { log }: FastifyInstance,
  metrics: Metrics,
): Promise<Limiter | undefined> {
  if (options === 'off') return undefined;
  const watch: StoreWatch = {
    failed: (reason, isFirst) => {
      metrics.limitStoreFailed();
      if (isFirst) log.warn({ reason }, 'Redis does not answer; limits are kept in memory');
    },
    recovered: () => log.warn('Redis answers again; limits are kept there'),
  };
  return makeLimiter(options.redisUrl, watch);
}

/** Counts the requests of every route whose `config` has a `limit`, with any result. */
export function limitRequests(app: FastifyInstance, limiter: Limiter): void {
  app.addHook('onRequest', async (request, reply) => {
    const policy = policyOf(request);
    if (policy) await takeToken(limiter, policy, request, reply);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A shared cache would send one client's remaining quota to others.
    if (String(reply.getHeader('cache-control')).includes('public'))
      reply.raw.removeHeader('ratelimit');
    done();
  });
}

/**
 * Counts a request towards a policy, and adds the remaining quota to the response headers.
 *
 * @param client whose limit it is; the sender's by default
 * @param tokens that it takes; one by default
 * @throws BellwetherError `rate-limited`
 */
export async function takeToken(
  limiter: Limiter,
  policy: Policy,
  request: FastifyRequest,
  reply: FastifyReply,
  client = clientOf(request),
  tokens = 1,
): Promise<void> {
  const decided = await limiter.take(policy, client, tokens);
  // On the raw response, so that they are also sent by handlers that bypass Fastify.
  for (const [name, value] of Object.entries(rateLimitHeaders(policy, decided)))
    reply.raw.setHeader(name, value);
  if (!decided.allowed) throw rateLimited(policy, decided);
}

/** All routes with the standard limit share a bucket; every other limit has its own. */
export function policyOf({ routeOptions: { config, url } }: FastifyRequest): Policy | undefined {
  const { limit, policy } = config;
  if (!limit) return undefined;
  const isStandard =
    limit.perMinute === STANDARD_LIMIT.perMinute && limit.burst === STANDARD_LIMIT.burst;
  return { name: isStandard ? 'default' : (policy ?? url ?? 'other'), limit };
}

/**
 * RateLimit header fields (draft-ietf-httpapi-ratelimit-headers, as of version 08). The quota `q` is
 * the burst, and the window `w` the seconds in which an empty bucket refills.
 */
function rateLimitHeaders(
  { name, limit: { perMinute, burst } }: Policy,
  { remaining, nextTokenSeconds }: Decision,
): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${burst};w=${Math.ceil((burst * 60) / perMinute)}`,
    ratelimit: `"${name}";r=${remaining};t=${nextTokenSeconds}`,
  };
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
