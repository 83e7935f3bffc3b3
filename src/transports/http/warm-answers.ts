/**
 * Answers that were computed before, as they were sent: whoever asks for the same address in the same
 * codings gets the same bytes, counted on the same bucket, without any routing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Limiter, Policy } from '../../lib/limits/limiter.ts';
import { rateLimitHeaders } from './limits.ts';
import { withRequestId } from './request-log.ts';
import { type Answer, flat } from './send-body.ts';

type WarmAnswer = {
  route: string;
  /** Names and values in turn. */
  headers: string[];
  bytes: Buffer;
  policy: Policy | undefined;
  /** Whether shared caches keep it, and with it whatever one client was told. */
  isShared: boolean;
  /** Asked each time where the answer depends on more than the publication. */
  isStill: (() => Promise<boolean>) | undefined;
};

/** Of one publication. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Of an answer, beside its bytes. */
const OVERHEAD_BYTES = 2_000;
/** Longer addresses are rare and would take memory. */
const MAX_TARGET = 500;

/** What makes an answer depend on more than address and codings. */
const PARTICULAR = [
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

  /** Keeps an answer that depends on the publication alone, or on what `isStill` looks after. */
  keep(
    request: IncomingMessage,
    { status, headers, payload }: Answer,
    rest: Pick<WarmAnswer, 'route' | 'policy' | 'isStill'>,
  ): void {
    const key = keyOf(request);
    if (key === undefined || status !== 200 || !Buffer.isBuffer(payload)) return;
    this.#kept.set(key, {
      ...rest,
      headers: flat(headers),
      bytes: payload,
      isShared: String(headers['cache-control']).includes('public'),
    });
  }
}

/**
 * @param client whom the request is counted for
 * @returns false if the request has to go through the routes
 */
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

/** Undefined for a request that is never answered this way. */
function keyOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || url.length > MAX_TARGET) return undefined;
  if (PARTICULAR.some((name) => headers[name] !== undefined)) return undefined;
  const codings = String(headers['accept-encoding'] ?? '');
  return codings.length > MAX_TARGET ? undefined : `${codings}\n${url}`;
}
