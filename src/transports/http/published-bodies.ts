/**
 * Answers requests for what is published on Node's own server, before anything is routed: one map from
 * path to body, with a prepared head for each of its forms. A body enters it with its first answer by the
 * routes, which answer everything else: what is live, limited, needs a key, or was not asked for yet.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Body } from './body.ts';
import type { Headers } from './headers.ts';
import { negotiate } from './negotiate.ts';
import { parseQuery, pathOf } from './request-target.ts';
import { answerHeaders } from './send-body.ts';

type Entry = {
  body: Body;
  headers: Headers;
  route: string;
  /** Query parameters that lead to another body; all others are ignored. */
  parameters: readonly string[];
};

/** The part of Fastify's request that matters. */
type Asked = { method: string; url: string; routeOptions: { url?: string | undefined } };

/** Node's form of headers that costs least to send: names and values in turn. */
type Head = string[];

const MAX_BYTES = 256 * 1024 * 1024;

export class PublishedBodies {
  readonly #entries: LRUCache<string, Entry & { heads: Map<string, Head> }>;

  constructor(maxBytes = MAX_BYTES) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, path) => body.weight + path.length,
    });
  }

  /**
   * Keeps a body for the requests that follow, which are then no longer routed. Only a path that is
   * spelled plainly is kept, since clients determine how many others there are.
   */
  keep({ method, url, routeOptions }: Asked, kept: Omit<Entry, 'route'>): void {
    const path = pathOf(url);
    const { body, parameters } = kept;
    if (method !== 'GET' || body.stream || !PLAIN.test(path) || hasAny(parameters, url)) return;
    const { url: route = 'none' } = routeOptions;
    if (this.#entries.peek(path)?.body !== body)
      this.#entries.set(path, { ...kept, route, heads: new Map() });
  }

  /** @returns the route and status of the answer; undefined if the routes have to answer */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): { route: string; status: number } | undefined {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const entry = this.#entries.get(pathOf(url));
    if (!entry || hasAny(entry.parameters, url)) return undefined;
    const { body, route, headers, heads } = entry;
    const { status, form } = negotiate(body, method, request.headers);
    const bytes = form && body.held(form);
    if (!bytes || status === 206) return undefined;
    const head = heads.getOrInsertComputed(`${status} ${form}`, () =>
      Object.entries(answerHeaders(body, { status, form }, headers)).flat(),
    );
    response.writeHead(status, head);
    // Node sends no bytes in answer to HEAD.
    response.end(status === 304 ? undefined : bytes);
    return { route, status };
  }
}

const PLAIN = /^[\w/.~-]+$/;

function hasAny(parameters: readonly string[], target: string): boolean {
  const path = pathOf(target);
  if (path === target) return false;
  const asked = parseQuery(target.slice(path.length + 1));
  return parameters.some((name) => asked[name] !== undefined);
}
