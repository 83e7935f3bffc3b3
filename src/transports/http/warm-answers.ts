/**
 * Caches complete responses: a request for the same address with the same accepted codings is
 * answered with the same bytes, and counted towards the same limit, without routing.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Policy } from '../../lib/limits/limiter.ts';
import type { Answer } from './send-body.ts';

export type WarmAnswer = {
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

  get(key: string): WarmAnswer | undefined {
    return this.#kept.get(key);
  }

  /**
   * Caches a response that depends only on the publication, or whose freshness `isStill` checks.
   *
   * @returns undefined if it is not one that can be cached
   */
  keep(
    key: string,
    { status, headers, payload }: Answer,
    rest: Pick<WarmAnswer, 'route' | 'policy' | 'isStill'>,
  ): WarmAnswer | undefined {
    if (status !== 200 || !Buffer.isBuffer(payload)) return undefined;
    const kept = {
      ...rest,
      headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
      bytes: payload,
      isShared: String(headers['cache-control']).includes('public'),
    };
    this.#kept.set(key, kept);
    return kept;
  }
}

/** What a response depends on; undefined if it depends on more than the address and codings. */
export function keyOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || url.length > MAX_TARGET) return undefined;
  if (UNCACHEABLE_HEADERS.some((name) => headers[name] !== undefined)) return undefined;
  const codings = String(headers['accept-encoding'] ?? '');
  return codings.length > MAX_TARGET ? undefined : `${codings}\n${url}`;
}
