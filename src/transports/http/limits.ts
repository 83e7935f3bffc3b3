/**
 * Limits on how often a client may ask (specification, section 8): a token bucket for each client
 * and policy. It is asked before a body is read or anything computed, so that refusing costs little.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BellwetherError } from '../../lib/errors.ts';
import type { Limiter, Policy } from '../../lib/limits/limiter.ts';
import type { Decision, Limit } from '../../lib/limits/token-bucket.ts';
import { STANDARD_LIMIT } from '../../operations/operation.ts';
import { clientOf } from '../../faces/http/client-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often a client may ask this route; without it, as often as it likes. */
    limit?: Limit;
    /** Names a limit of the route's own; without it the route's address does. */
    policy?: string;
  }
}

/** Counts the requests of every route whose `config` has a `limit`, whatever they are answered. */
export function limitRequests(app: FastifyInstance, limiter: Limiter): void {
  app.addHook('onRequest', async (request, reply) => {
    const policy = policyOf(request);
    if (policy) await takeToken(limiter, policy, request, reply);
  });
}

/**
 * Counts a request on a policy, and says so in the answer's headers.
 *
 * @param client whom it is counted for; whoever sent it without one
 * @throws BellwetherError `rate-limited`
 */
export async function takeToken(
  limiter: Limiter,
  policy: Policy,
  request: FastifyRequest,
  reply: FastifyReply,
  client = clientOf(request),
): Promise<void> {
  const decided = await limiter.take(policy, client);
  // On the response itself: a handler that writes there without Fastify's help keeps them.
  for (const [name, value] of Object.entries(rateLimitHeaders(policy, decided)))
    reply.raw.setHeader(name, value);
  if (!decided.allowed) throw rateLimited(policy, decided);
}

/** All routes with the standard limit share one bucket; each other limit has a bucket of its own. */
function policyOf({ routeOptions: { config, url } }: FastifyRequest): Policy | undefined {
  const { limit, policy } = config;
  if (!limit) return undefined;
  const isStandard =
    limit.perMinute === STANDARD_LIMIT.perMinute && limit.burst === STANDARD_LIMIT.burst;
  return { name: isStandard ? 'default' : (policy ?? url ?? 'other'), limit };
}

/**
 * RateLimit header fields (draft-ietf-httpapi-ratelimit-headers, since its version 08). The quota
 * `q` is the burst and the window `w` the seconds in which an empty bucket fills up.
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
    { details: { policy: name, retryAfter: nextTokenSeconds } },
  );
}
