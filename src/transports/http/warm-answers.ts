/**
 * Caches complete responses: a request for the same address with the same accepted codings is
 * answered with the same bytes, and counted towards the same limit, without routing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Limiter, Policy } from '../../lib/limits/limiter.ts';
import { rateLimitHeaders } from './limits.ts';
import { withRequestId } from './request-log.ts';
import type { Answer } from './send-body.ts';

type WarmAnswer = {
  route: string;
  headers: string[];
  bytes: Buffer;
  policy: Policy | undefined;
  /** Whether shared caches may store it, in which case it must not contain one client's data. */
  isShared: boolean;
  /** Called for each request if the answer depends on more than the publication. */
  isStill: (() => Promise<boolean>) | undefined;
};

/**
 * For each publication. Plain bytes are those of a rendered body, which is cached as well, so that most
 * take no more memory here. Enough for ten thousand pages of search hits: of a longer list that is asked
 * for in turn, each would be dropped just before it is asked for again.
 */
const MAX_BYTES = 128 * 1024 * 1024;
/** Memory for each response in addition to its bytes. */
const OVERHEAD_BYTES = 2_000;
/** Longer addresses are not cached: they are rare and would take memory. */
const MAX_TARGET = 500;

/** Request headers that make a response depend on more than the address and codings. */
const UNCACHEABLE_HEADERS = [
  'authorization',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
];

export class WarmAnswers {
  readonly #kept = new LRUCache<string, WarmAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length + OVERHEAD_BYTES,
  });

  find(request: IncomingMessage): WarmAnswer | undefined {
    const key = keyOf(request);
    return key === undefined ? undefined : this.#kept.get(key);
  }

  /** Caches a response that depends only on the publication, or whose freshness `isStill` checks. */
  keep(
    request: IncomingMessage,
    { status, headers, payload }: Answer,
    rest: Pick<WarmAnswer, 'route' | 'policy' | 'isStill'>,
  ): void {
    const key = keyOf(request);
    if (key === undefined || status !== 200 || !Buffer.isBuffer(payload)) return;
    this.#kept.set(key, {
      ...rest,
      headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
      bytes: payload,
      isShared: String(headers['cache-control']).includes('public'),
    });
  }
}

/** @param client whose limit it counts towards @returns false if the routes have to answer */
export async function answerWarm(
  { headers, bytes, policy, isShared, isStill }: WarmAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  limiter: Limiter | undefined,
  client: string,
): Promise<boolean> {
  if (isStill && !(await isStill())) return false;
  const told: string[] = [];
  if (limiter && policy) {
    const decided = await limiter.take(policy, client);
    if (!decided.allowed) return false;
    for (const [name, value] of Object.entries(rateLimitHeaders(policy, decided)))
      if (!isShared || name !== 'ratelimit') told.push(name, value);
  }
  response.writeHead(200, withRequestId([...headers, ...told], request));
  response.end(bytes);
  return true;
}

/** Undefined if the request can never be answered from the cache. */
function keyOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || url.length > MAX_TARGET) return undefined;
  if (UNCACHEABLE_HEADERS.some((name) => headers[name] !== undefined)) return undefined;
  const codings = String(headers['accept-encoding'] ?? '');
  return codings.length > MAX_TARGET ? undefined : `${codings}\n${url}`;
}
