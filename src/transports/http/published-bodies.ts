/**
 * Answers requests for what is published on Node's own server, before anything is routed: one map from
 * path to bytes with their prepared head. A form of a body enters it with its first answer by the routes,
 * which answer everything else: what is live, limited, needs a key, or was not asked for yet.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Form } from '../../pipeline/edition/compress.ts';
import type { Body } from './body.ts';
import { negotiate } from './negotiate.ts';
import { withRequestId } from './request-log.ts';
import { parseQuery, pathOf } from './request-target.ts';
import type { Answer } from './send-body.ts';

/** Node's form of headers that costs least to send: names and values in turn. */
type Head = string[];

type Variant = {
  bytes: Buffer;
  head: Head;
  /** Sent with 304. */
  unchanged: Head;
};

type Entry = {
  body: Body;
  route: string;
  /** Query parameters that lead to another body; all others are ignored. */
  parameters: readonly string[];
  variants: Map<Form, Variant>;
};

const MAX_BYTES = 256 * 1024 * 1024;
/** Memory for each address in addition to its bytes. */
const OVERHEAD_BYTES = 2_000;
/** Headers that describe the bytes of a message, which 304 does not have (RFC 9110, section 15.4.5). */
const OF_CONTENT = new Set(['content-type', 'content-encoding', 'content-length']);

export class PublishedBodies {
  readonly #entries: LRUCache<string, Entry>;

  constructor(maxBytes = MAX_BYTES) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ variants }, path) =>
        variants.values().reduce((sum, { bytes }) => sum + bytes.length, 0) +
        path.length +
        OVERHEAD_BYTES,
    });
  }

  /**
   * Keeps a whole answer for the requests that follow.
   *
   * @param target path and query of the request; only a path that is spelled plainly is kept, since
   *   clients determine how many others there are
   */
  keep(target: string, { body, route, parameters }: Omit<Entry, 'variants'>, answer: Answer): void {
    const { status, form, headers, payload } = answer;
    const path = pathOf(target);
    const isWhole = status === 200 && form !== undefined && Buffer.isBuffer(payload);
    if (!isWhole || !PLAIN.test(path) || hasAny(parameters, target)) return;
    const head = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const variants = new Map(this.#entries.peek(path)?.variants);
    variants.set(form, {
      bytes: payload,
      head: head.flat(),
      unchanged: head.filter(([name = '']) => !OF_CONTENT.has(name)).flat(),
    });
    this.#entries.set(path, { body, route, parameters, variants });
  }

  /** @returns the route and status of the answer; undefined if the routes have to answer */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): { route: string; status: number } | undefined {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const path = pathOf(url);
    const entry = this.#entries.get(path);
    if (!entry || hasAny(entry.parameters, url)) return undefined;
    const { route, body, variants } = entry;
    const { status, form } = negotiate(body, method, request.headers);
    const variant = form && variants.get(form);
    if (!variant || (status !== 200 && status !== 304)) return undefined;
    const { head, unchanged, bytes } = variant;
    response.writeHead(status, withRequestId(status === 304 ? unchanged : head, request));
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
