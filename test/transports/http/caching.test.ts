import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { rawRequest } from '../../support/raw-request.ts';
import { problemIn, type ServedExample, sendRaw, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

/** Bodies that belong to no operation: every-operation.test.ts asks the same of those that do. */
const PATHS = ['/editions/2025-w26/manifest.json', '/', '/startups/acorn'];
/** Of every way to answer one: a file before routing, one that is routed, an answer, a page. */
const KINDS = [
  '/api/signals.json',
  '/api/signals.json?period=2025-w10',
  '/api/signal?company=acorn',
  ...PATHS,
];

const rawGet = (path: string, headers: Record<string, string>, method = 'GET') =>
  rawRequest(served.origin, path, headers, method);

describe('every public body of no operation', () => {
  for (const path of PATHS)
    it(`carries validators and caching rules: ${path}`, async () => {
      const { status, headers } = await rawGet(path, {});
      assert.equal(status, 200);
      assert.match(String(headers['etag']), /^"[0-9a-f]{32}"$/);
      assert.ok(Date.parse(String(headers['last-modified'])) <= Date.now());
      assert.equal(
        headers['cache-control'],
        'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400',
      );
      assert.match(String(headers['vary']), /accept-encoding/i);
      assert.equal(headers['x-content-type-options'], 'nosniff');
    });

  for (const path of PATHS)
    it(`comes in every coding with the same bytes in it: ${path}`, async () => {
      const plain = await rawGet(path, {});
      const unpack = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
      for (const [coding, decompress] of Object.entries(unpack)) {
        const packed = await rawGet(path, { 'accept-encoding': coding });
        assert.equal(packed.headers['content-encoding'], coding);
        assert.equal(Number(packed.headers['content-length']), packed.body.length);
        assert.deepEqual(decompress(packed.body), plain.body);
        assert.notEqual(packed.headers['etag'], plain.headers['etag']);
      }
    });

  for (const path of KINDS)
    it(`comes in the coding that the client prefers: ${path}`, async () => {
      const chosen: [accepted: string, coding: string | undefined][] = [
        ['gzip, deflate, br, zstd', 'br'],
        ['gzip;q=1, br;q=0.1', 'gzip'],
        ['identity', undefined],
        ['br;q=0', undefined],
        ['*', 'br'],
        ['*;q=0.5', 'br'],
        ['br;q=0, *', 'zstd'],
        ['br;q=0, zstd;q=0, *;q=0.1', 'gzip'],
        ['identity;q=0, gzip', 'gzip'],
        ['identity;q=0, *', 'br'],
        ['identity, gzip;q=0.5', undefined],
        ['identity;q=0.5, gzip;q=0.8', 'gzip'],
        ['gzip;q=0.001', 'gzip'],
        ['GZIP', 'gzip'],
        [' gzip ; q=1 , br ; q=0', 'gzip'],
        ['*;q=0', undefined],
        ['', undefined],
        ['nonsense', undefined],
        ['gzip;q=two, zstd', 'zstd'],
        [`${'x,'.repeat(3000)}gzip`, 'gzip'],
      ];
      for (const [accepted, coding] of chosen) {
        const { headers } = await rawGet(path, { 'accept-encoding': accepted });
        assert.equal(headers['content-encoding'], coding, accepted);
      }
    });

  for (const path of PATHS)
    it(`gives 304 without a body to a client that has it: ${path}`, async () => {
      const plain = await rawGet(path, {});
      const { headers } = await rawGet(path, { 'accept-encoding': 'gzip' });
      const etag = String(headers['etag']);
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const fresh = await rawGet(path, { 'if-none-match': tags });
        assert.equal(fresh.status, 304, tags);
        assert.equal(fresh.headers['content-length'], undefined);
        assert.equal(fresh.headers['content-type'], undefined);
        assert.equal(fresh.body.length, 0);
        assert.equal(fresh.headers['etag'], tags === '*' ? plain.headers['etag'] : etag);
      }
      const stale = await rawGet(path, {
        'if-none-match': '"other"',
        'if-modified-since': new Date().toUTCString(),
      });
      assert.equal(stale.status, 200);
      const since = String(headers['last-modified']);
      assert.equal((await rawGet(path, { 'if-modified-since': since })).status, 304);
      const old = 'Thu, 01 Jan 2004 00:00:00 GMT';
      assert.equal((await rawGet(path, { 'if-modified-since': old })).status, 200);
      assert.equal((await rawGet(path, { 'if-modified-since': 'yesterday' })).status, 200);
    });

  for (const path of PATHS)
    it(`answers HEAD with the same headers and no body: ${path}`, async () => {
      const [get, head] = [await rawGet(path, {}), await rawGet(path, {}, 'HEAD')];
      assert.equal(head.status, 200);
      assert.equal(head.body.length, 0);
      for (const name of ['etag', 'content-length', 'content-type', 'last-modified'])
        assert.equal(head.headers[name], get.headers[name], name);
    });
});

describe('other origins', () => {
  it('may read every public body and every error', async () => {
    for (const path of [...KINDS, '/api/signal', '/api/nothing']) {
      const { headers } = await rawGet(path, { origin: 'https://example.org' });
      assert.equal(headers['access-control-allow-origin'], '*', path);
    }
  });

  it('get their preflight answered', async () => {
    const { status, headers } = await rawGet(
      '/api/signals.json',
      { origin: 'https://example.org', 'access-control-request-method': 'GET' },
      'OPTIONS',
    );
    assert.equal(status, 204);
    assert.match(String(headers['access-control-allow-methods']), /GET/);
    assert.equal(headers['access-control-max-age'], '86400');
  });
});

describe('wrong methods and paths', () => {
  it('give 405 with what is allowed, before any body is read', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/api/signals.json', '/api/signal', '/', '/healthz']) {
        const response = await fetch(`${served.origin}${path}`, {
          method,
          body: 'x'.repeat(100_000),
          headers: { 'content-type': 'application/x-nonsense' },
        });
        assert.equal(response.status, 405, `${method} ${path}`);
        assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS');
        assert.equal((await problemIn(response)).code, 'method-not-allowed');
      }
  });

  it('give 404 as a problem, and as a page to people', async () => {
    const paths = [
      '/api/v1',
      '/api/signals',
      '/api/v2/signals.json',
      '/api//signals.json',
      '/api/%2e%2e/etc/passwd',
      '/editions/2025-w26/../../etc/passwd',
      '/editions/..%2f..%2fetc%2fpasswd/x',
      '/editions/2025-w26/catalog.json',
      '/startups/nobody',
      '/sectors/nothing',
      '/startups/%00',
      '/.env',
    ];
    for (const path of paths) {
      const text = await sendRaw(
        served.port,
        `GET ${path} HTTP/1.1\r\nhost: x\r\naccept: application/json\r\nconnection: close\r\n\r\n`,
      );
      assert.match(text, /^HTTP\/1\.1 404 /, path.slice(0, 60));
      assert.match(text, /application\/problem\+json/, path.slice(0, 60));
    }
    const page = await fetch(`${served.origin}/startups/nobody`, {
      headers: { accept: 'text/html' },
    });
    assert.equal(page.status, 404);
    assert.match(await page.text(), /<h1[ >]/);
  });

  it('give 400 to what is no HTTP, and to paths that cannot be decoded', async () => {
    const broken = [
      'nonsense\r\n\r\n',
      'GET /api/signal%ZZ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    ];
    for (const bytes of broken) {
      const text = await sendRaw(served.port, bytes);
      assert.match(text, /^HTTP\/1\.1 400 /);
      assert.match(text, /application\/problem\+json/);
    }
  });

  it('give 414 to a path without end, and do not repeat it', async () => {
    const text = await sendRaw(
      served.port,
      `GET /startups/${'x'.repeat(5000)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    assert.match(text, /^HTTP\/1\.1 414 /);
    assert.ok(text.length < 1500);
  });

  it('give 431 to headers without end', async () => {
    const text = await sendRaw(
      served.port,
      `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(40_000)}\r\n\r\n`,
    );
    assert.match(text, /^HTTP\/1\.1 431 /);
    assert.match(text, /headers-too-large/);
  });
});
