/** Caches answers with their ETag, and revalidates them with `If-None-Match`. */
import type { Fetch } from './send.ts';

export type CachedAnswer = { etag: string; type: string; body: ArrayBuffer };

/** A cache of answers by address. */
export type AnswerCache = {
  get: (url: string) => CachedAnswer | undefined;
  set: (url: string, answer: CachedAnswer) => void;
};

/** A cache in memory that keeps the most recently used answers. */
export function memoryCache(maxEntries = 100): AnswerCache {
  const entries = new Map<string, CachedAnswer>();
  return {
    get: (url) => {
      const found = entries.get(url);
      if (!found) return undefined;
      // A map keeps insertion order, so re-inserting makes this entry the most recently used.
      entries.delete(url);
      entries.set(url, found);
      return found;
    },
    set: (url, answer) => {
      entries.delete(url);
      entries.set(url, answer);
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/**
 * Wraps `fetch` for reading, so that a cached answer that is still valid is not transferred again.
 */
export function withCache(fetch: Fetch, cache: AnswerCache): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const kept = cache.get(request.url);
    if (kept) request.headers.set('if-none-match', kept.etag);
    const response = await fetch(request);
    const { status, headers } = response;
    if (kept && status === 304) return answerOf(kept, headers);
    const etag = headers.get('etag');
    if (status !== 200 || etag === null || /no-store/.test(headers.get('cache-control') ?? ''))
      return response;
    const type = headers.get('content-type') ?? '';
    const answer = { etag, type, body: await response.arrayBuffer() };
    cache.set(request.url, answer);
    return answerOf(answer, headers);
  };
}

function answerOf({ body, type }: CachedAnswer, received: Headers): Response {
  const headers = new Headers(received);
  headers.set('content-type', type);
  // The body is cached decoded.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(body, { headers });
}
