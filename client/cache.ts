/** Answers that are kept with their ETag, and asked for again with `If-None-Match`. */
import type { Fetch } from './send.ts';

export type CachedAnswer = { etag: string; type: string; body: ArrayBuffer };

/** Where answers are kept, by their address. */
export type AnswerCache = {
  get: (url: string) => CachedAnswer | undefined;
  set: (url: string, answer: CachedAnswer) => void;
};

/** Keeps the answers that were used last, in memory. */
export function memoryCache(maxEntries = 100): AnswerCache {
  const entries = new Map<string, CachedAnswer>();
  return {
    get: (url) => {
      const found = entries.get(url);
      if (!found) return undefined;
      // A map keeps the order of insertion: the last one is the one that was used last.
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

/** `fetch` for reading, which transfers nothing that is kept and still good. */
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
  // What is kept is the body as it was before any coding.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(body, { headers });
}
