/** Requests that are malformed, too large, or lead nowhere; those to operations: crawl.test.ts. */
import assert from 'node:assert/strict';
import { createConnection } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { rawRequest } from '../../support/raw-request.ts';
import { problemIn, type ServedExample, sendRaw, serveExample } from '../../support/service.ts';

const PATH = '/api/diligence.json';
const JSON_TYPE = 'application/json';
const POST = `POST ${PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: ${JSON_TYPE}\r\n`;

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const post = (body: string | Uint8Array<ArrayBuffer> | Blob, type = JSON_TYPE) =>
  fetch(`${served.origin}${PATH}`, {
    method: 'POST',
    body,
    headers: type === '' ? {} : { 'content-type': type },
  });

describe('a body', () => {
  const deep = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;
  const cases: [
    status: number,
    code: string,
    bodies: readonly (string | Uint8Array<ArrayBuffer>)[],
  ][] = [
    [
      400,
      'malformed-request',
      [
        ...['', '{', "{'company':'acorn'}", '{"company":"acorn"} x', '{"company":NaN}', '\0', '['],
        ...[deep, `{"company":${deep}}`, '['.repeat(60_000)],
        // Bytes that are not UTF-8.
        Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
        Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
        Uint8Array.from(Buffer.from('\ufeff{"company":"acorn"}', 'utf16le')),
      ],
    ],
    [
      400,
      'invalid-request',
      [
        ...['null', '1', '"acorn"', '[]'],
        ...['{"__proto__":{"company":"acorn"}}', '{"constructor":{"prototype":{}}}'],
      ],
    ],
    [413, 'body-too-large', [`{"company":"${'x'.repeat(64 * 1024)}"}`]],
  ];
  for (const [status, code, bodies] of cases)
    for (const body of bodies)
      it(`${String(body).slice(0, 30)} gives ${status} ${code}`, async () => {
        const response = await post(body);
        assert.equal(response.status, status);
        assert.equal((await problemIn(response)).code, code);
      });

  for (const type of ['text/plain', 'application/xml', 'application/jsonp', 'nonsense', ''])
    it(`of type ${type || 'none'} gives 415`, async () => {
      const response = await post(new Blob(['{"company":"acorn"}']), type);
      assert.equal(response.status, 415);
      assert.equal((await problemIn(response)).code, 'unsupported-media-type');
    });

  it('with a charset is read, as is the next one after a refusal', async () => {
    const response = await post('{"company":"acorn"}', 'Application/JSON; charset=UTF-8');
    assert.equal(response.status, 200);
  });

  it('that is announced as too long is refused before it is sent', async () => {
    const text = await sendRaw(served.port, `${POST}content-length: 1000000\r\n\r\n{`);
    assert.match(text, /^HTTP\/1\.1 413 /);
    assert.match(text, /connection: close/i);
  });

  it('without an end is refused once it is too long, and not read on', async () => {
    const socket = createConnection(served.port, '127.0.0.1').on('error', () => undefined);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.write(`${POST}transfer-encoding: chunked\r\n\r\n`);
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const timer = setInterval(() => socket.write(chunk), 2);
    await closed;
    clearInterval(timer);
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.ok(socket.bytesWritten < 10_000_000);
  });
});

describe('a request', () => {
  const get = (target: string, headers = '') =>
    `GET ${target} HTTP/1.1\r\nhost: x\r\n${headers}accept: application/json\r\nconnection: close\r\n\r\n`;
  const cases: readonly [bytes: string, status: number, code: string][] = [
    [get('/api/signal%ZZ'), 400, 'malformed-request'],
    [get('/startups/%e9'), 400, 'malformed-request'],
    [get('/api/cite/apa/%f0%9f%98'), 400, 'malformed-request'],
    [get('/search?q=%fe%ff'), 400, 'malformed-request'],
    [get('/api/signals.json?period=%ff'), 400, 'malformed-request'],
    [get(`/startups/${'x'.repeat(5000)}`), 414, 'uri-too-long'],
    ...[
      ...['/api/v1', '/api/signals', '/api/v2/signals.json', '/api//signals.json', '/.env'],
      ...['/api/%2e%2e/etc/passwd', '/editions/2025-w26/../../etc/passwd', '/startups/%00'],
      ...['/startups/unknown', '/sectors/nothing', '/\\..\\..\\etc/passwd'],
    ].map((path): [string, number, string] => [get(path), 404, 'not-found']),
    [get('/editions/2025-w26/catalog.json'), 404, 'unknown-file'],
    [get('/editions/all/..%5c..%5ccatalog.json'), 404, 'unknown-file'],
    [get('/editions/..%2f..%2fetc%2fpasswd/x'), 404, 'unknown-period'],
    ...['/api/signals.json', '/', '/healthz'].map((path): [string, number, string] => [
      `PUT ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\nconnection: close\r\n\r\n`,
      405,
      'method-not-allowed',
    ]),
  ];
  for (const [bytes, status, code] of cases)
    it(`${JSON.stringify(bytes.slice(0, 45))} gives ${status} ${code}`, async () => {
      const text = await sendRaw(served.port, bytes);
      assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(text, /application\/problem\+json/);
      assert.ok(text.includes(`"code":"${code}"`), text);
      // No refusal repeats a path without end.
      assert.ok(text.length < 2_000);
      if (status === 405) assert.match(text, /^allow: GET, HEAD, OPTIONS\r$/m);
    });

  it('of a person for what is not there is answered with a page', async () => {
    const headers = { accept: 'text/html' };
    const page = await fetch(`${served.origin}/startups/unknown`, { headers });
    assert.equal(page.status, 404);
    assert.match(await page.text(), /<h1[ >]/);
  });

  it('of another origin is answered, its preflight too', async () => {
    const headers = { origin: 'https://example.org', 'access-control-request-method': 'GET' };
    const preflight = await rawRequest(served.origin, '/api/signals.json', headers, 'OPTIONS');
    assert.equal(preflight.status, 204);
    assert.match(String(preflight.headers['access-control-allow-methods']), /GET/);
    assert.equal(preflight.headers['access-control-max-age'], '86400');
    for (const path of ['/', '/editions/2025-w26/manifest.json', '/api/signal', '/api/nothing'])
      assert.equal(
        (await rawRequest(served.origin, path, headers)).headers['access-control-allow-origin'],
        '*',
        path,
      );
  });
});
