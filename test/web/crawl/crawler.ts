/** Follows every address of the service that its answers contain. */
import assert from 'node:assert/strict';
import { unescaped } from '../markup.ts';

export type Crawl = {
  /** Prefix of published addresses, which are requested from `origin`. */
  baseUrl: string;
  origin: string;
  /** Paths to begin with. */
  from: readonly string[];
  /** Whether a path that was found is worth following. */
  follows?: (path: string) => boolean;
};

/** Every path that was opened, with the paths that it was found in. */
export type Crawled = ReadonlyMap<string, string>;

/** Addresses of actions and of files too large to be read for addresses. */
const NOT_READ =
  /^(?:\/api\/dataset\.|\/api\/v1\/dataset\.|\/api\/mcp\/rpc|\/api\/a2a$|\/editions\/)/;
/** Placeholders of documentation. */
const PATTERN = /[{}<>]|%7B|%3C/i;

/** Opens all of them; fails with a list of those that are not a readable page or file. */
export async function crawl({
  baseUrl,
  origin,
  from,
  follows = () => true,
}: Crawl): Promise<Crawled> {
  const foundIn = new Map<string, string>(from.map((path) => [path, 'the start']));
  const queue = [...from];
  const faults: string[] = [];
  const fragments: { path: string; fragment: string; foundIn: string }[] = [];
  const anchors = new Map<string, ReadonlySet<string>>();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const text = await opened(origin, next);
    if (text.fault !== undefined)
      faults.push(`${next}: ${text.fault}, found in ${foundIn.get(next)}`);
    if (text.type === 'text/html') anchors.set(next, anchorsOf(text.body));
    for (const address of addressesIn(text, next)) {
      const url = new URL(address, baseUrl + next);
      if (`${url.protocol}//${url.host}` !== baseUrl) {
        if (!/^(?:https?|mailto|tel|signal):$/.test(url.protocol))
          faults.push(`${address} in ${next}`);
        continue;
      }
      const path = url.pathname + url.search;
      if (url.hash.length > 1)
        fragments.push({ path, fragment: decodeURIComponent(url.hash.slice(1)), foundIn: next });
      if (foundIn.has(path) || PATTERN.test(path) || !follows(path)) continue;
      foundIn.set(path, next);
      queue.push(path);
    }
  }
  for (const { path, fragment, foundIn: source } of fragments) {
    const known = anchors.get(path);
    if (known && !known.has(fragment)) faults.push(`${path}: no #${fragment}, named in ${source}`);
  }
  assert.deepEqual([...new Set(faults)], []);
  return foundIn;
}

type Opened = { type: string; body: string; fault?: string };

async function opened(origin: string, path: string): Promise<Opened> {
  if (NOT_READ.test(path)) {
    const method = /^\/api\/(?:mcp\/|a2a$)/.test(path) ? 'OPTIONS' : 'HEAD';
    const { status } = await fetch(origin + path, { method });
    return { type: 'none', body: '', ...(status >= 400 && { fault: String(status) }) };
  }
  const response = await fetch(origin + path);
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const body = /json|text|xml|svg/.test(type) ? await response.text() : '';
  if (response.status === 200 && type !== '') return { type, body };
  return { type: 'none', body: '', fault: `${response.status} ${type}` };
}

/** The addresses in a document, found as its type writes them. Forms lead somewhere once they are filled in. */
function addressesIn({ type, body }: Opened, path: string): string[] {
  // Specifications of the API hold addresses of examples and schemas, not links.
  if (type === 'text/javascript' || type === 'text/css') return [];
  if (type === 'text/html')
    return [...body.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, href = '']) => unescaped(href));
  if (type.endsWith('ndjson'))
    return body
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => stringsIn(JSON.parse(line)).filter(isAddress));
  if (type.endsWith('json') || type.endsWith('linkset+json'))
    return path.includes('openapi') ? [] : stringsIn(JSON.parse(body)).filter(isAddress);
  return [...unescaped(body).matchAll(/https?:\/\/[^\s"'<>)\]|\\}]+/g)].map(([url]) =>
    url.replace(/[.,;:]+$/, ''),
  );
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => unescaped(id)));
}
