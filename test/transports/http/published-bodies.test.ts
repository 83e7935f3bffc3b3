/** Published bodies are answered before routing, with the same responses as the routes give. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { renderedBody } from '../../../src/transports/http/body.ts';
import { PublishedBodies } from '../../../src/transports/http/published-bodies.ts';
import { TEN_WEEKS } from '../../support/publication.ts';
import { type RawAnswer, rawRequest } from '../../support/raw-request.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

/** One of each kind, with parameters that lead to something else there. */
const PUBLISHED: Readonly<Record<string, string>> = {
  '/': 'period=2025-w24',
  '/startups/acorn': 'period=2025-w24',
  '/sectors': 'period=2025-w24',
  '/charts/startups/acorn/commits.svg': 'scheme=dark',
  '/images/startups/acorn.png': 'period=2025-w24',
  '/sitemap.xml': '',
  '/editions/2025-w26/manifest.json': '',
  '/api/openapi.json': '',
  '/api/signals.csv': 'period=2025-w24',
};
const CODINGS = ['identity', 'br', 'gzip, br;q=0.1', 'zstd'];

describe('what is published', () => {
  let served: ServedExample;
  before(async () => {
    const limits = { limits: { redisUrl: undefined }, trustedProxies: 1 };
    served = await serveExample(true, limits, TEN_WEEKS);
  });
  after(() => served.service.close());

  let lastClient = 0;
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(
      served.origin,
      path,
      { 'x-forwarded-for': `10.1.0.${++lastClient}`, ...headers },
      method,
    );
  for (const path of Object.keys(PUBLISHED))
    it(`is the same once it is kept, in headers and bytes, in every coding: ${path}`, async () => {
      for (const coding of CODINGS) {
        const headers = { 'accept-encoding': coding };
        // Such a spelling is never kept.
        const routed = await ask(`${path}#`, headers);
        const [first, again] = [await ask(path, headers), await ask(path, headers)];
        assert.equal(first.status, 200);
        for (const other of [first, again]) assertSame(other, routed, `${path} ${coding}`);
        const head = await ask(path, headers, 'HEAD');
        assertSame({ ...head, body: first.body }, first, `HEAD ${path} ${coding}`);
        assert.equal(head.body.length, 0);
        const cached = { ...headers, 'if-none-match': String(first.headers.etag) };
        const [unchanged, byRoute] = [await ask(path, cached), await ask(`${path}#`, cached)];
        assert.equal(unchanged.status, 304);
        assertSame(unchanged, byRoute, `304 ${path} ${coding}`);
      }
    });

  it('is another body with a parameter of the address, and the same with any other', async () => {
    for (const [path, parameters] of Object.entries(PUBLISHED)) {
      const plain = await ask(path);
      const marked = await ask(`${path}?utm_source=elsewhere`);
      assert.deepEqual(marked.body, plain.body, path);
      if (parameters === '') continue;
      const varied = await ask(`${path}?${parameters}`);
      assert.notDeepEqual([varied.status, varied.body], [200, plain.body], path);
      assert.deepEqual((await ask(path)).body, plain.body, path);
    }
  });

  it('is neither what is limited nor what is live', async () => {
    for (const path of ['/api/signal?company=acorn', '/compare/acorn-vs-birch', '/status'])
      for (let time = 0; time < 2; time++)
        assert.ok((await ask(path)).headers['ratelimit-policy'], path);
  });
});

describe('the memory for what is published', () => {
  it('is bounded: what was not asked for longest leaves', async (t) => {
    const bodies = new PublishedBodies(25_000);
    const keep = (path: string) => {
      const body = renderedBody(path.repeat(2_000), 'text/plain', new Date());
      const request = { method: 'GET', url: path, routeOptions: { url: path } };
      bodies.keep(request, { body, headers: {}, parameters: [] });
    };
    const server = createServer((request, response) => {
      if (!bodies.answer(request, response)) response.writeHead(404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    // A TCP server's address is of this type.
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const statusOf = async (path: string) => (await rawRequest(origin, path)).status;
    keep('/a');
    keep('/b');
    assert.equal(await statusOf('/a'), 200);
    keep('/c');
    assert.deepEqual(await Promise.all(['/a', '/b', '/c'].map(statusOf)), [200, 404, 200]);
  });
});

function assertSame(left: RawAnswer, right: RawAnswer, what: string): void {
  const { date: _, ...headers } = left.headers;
  const { date: __, ...same } = right.headers;
  assert.deepEqual(headers, same, what);
  assert.deepEqual(left.body, right.body, what);
}
