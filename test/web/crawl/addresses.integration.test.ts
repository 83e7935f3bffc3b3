/** Every address that the service hands out leads to a readable page or file of the service. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { type Operation, restOperations } from '../../../src/api/operation/operation.ts';
import { SHIPPED_BASE_URL } from '../../../tools/shipped.ts';
import { serveShipped } from '../../support/service.ts';
import { crawl } from './crawler.ts';

/** The answers of the API to the examples of its operations, and what machines look for. */
async function starts() {
  const operations = restOperations(await loadOperations());
  const answers = operations
    .filter((operation) => !('isLive' in operation))
    .flatMap((operation) =>
      operation.examples
        .filter((example) => !('period' in example))
        .map((example) => addressOf(operation, example)),
    );
  return [
    '/',
    '/sitemap.xml',
    '/robots.txt',
    '/llms.txt',
    '/feed.xml',
    '/docs',
    '/.well-known/agent-card.json',
    '/.well-known/api-catalog',
    ...answers,
  ];
}

function addressOf({ rest }: Operation, input: Record<string, unknown>): string {
  let path = rest?.path ?? '';
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, String(value));
    else query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

describe('the addresses of the shipped data', () => {
  it('all lead somewhere, in a sample of every kind', { timeout: 280_000 }, async (t) => {
    const { service, origin } = await serveShipped();
    t.after(() => service.close());
    const isSampled = sampler(60);
    const crawled = await crawl({
      baseUrl: SHIPPED_BASE_URL,
      origin,
      from: await starts(),
      follows: (path) => isPictureSampled(path) && isSampled(path),
    });
    assert.ok(crawled.size > 300, `${crawled.size}`);
  });
});

/** Drawing takes longer than everything else: one in ten is opened. */
function isPictureSampled(path: string): boolean {
  return !/^\/(?:charts|images)\/.*\.(?:svg|png)/.test(path) || sumOf(path) % 10 === 0;
}

/** The parts of an address that stand for one of many pages made alike. */
const ONE_OF_MANY =
  /(?<=\/(?:startups|answers|compare|blog|diligence|sectors|editions|api\/cite\/\w+|charts\/\w+|badge\/\w+\/\w+)\/)[^/?.]+|(?<=\?).*/g;

/**
 * Whether to open an address: the first few of each kind, and one in so many of the others, the same
 * ones each time.
 */
function sampler(oneIn: number): (path: string) => boolean {
  const opened = new Map<string, number>();
  return (path) => {
    const kind = path.replace(ONE_OF_MANY, '*');
    const known = opened.get(kind) ?? 0;
    opened.set(kind, known + 1);
    return kind === path || known < OF_EACH_KIND || sumOf(path) % oneIn === 0;
  };
}

const OF_EACH_KIND = 2;

/** The same for the same address, and as good as drawn at random. */
function sumOf(path: string): number {
  return [...path].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
}
