/** Bodies that clients send: JSON in UTF-8, and not much of it. */
import assert from 'node:assert/strict';
import { createConnection } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { rawRequest } from '../../support/raw-request.ts';
import { problemIn, type ServedExample, sendRaw, serveExample } from '../../support/service.ts';

const PATH = '/api/diligence.json';
const JSON_TYPE = { 'content-type': 'application/json' };

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const post = (
  body: string | Blob | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = JSON_TYPE,
) => fetch(`${served.origin}${PATH}`, { method: 'POST', body, headers });

async function refused(response: Response, status: number, code: string, what: string) {
  assert.equal(response.status, status, what);
  assert.equal((await problemIn(response)).code, code, what);
}

describe('a body', () => {
  it('is answered, and the answer is kept by nobody', async () => {
    const response = await post('{"company":"acorn"}');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const again = await post('{"company":"acorn"}', { ...JSON_TYPE, 'if-none-match': '*' });
    assert.equal(again.status, 200, 'POST is never 304');
    const charset = { 'content-type': 'Application/JSON; charset=UTF-8' };
    assert.equal((await post('{"company":"acorn"}', charset)).status, 200);
  });

  it('that is too long gives 413', async () => {
    await refused(await post('x'.repeat(1_000_000)), 413, 'body-too-large', 'a million characters');
    const name = JSON.stringify({ company: 'x'.repeat(64 * 1024) });
    await refused(await post(name), 413, 'body-too-large', 'just over');
  });

  it('that is announced as too long is refused before it is sent', async () => {
    const text = await sendRaw(
      served.port,
      `POST ${PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{`,
    );
    assert.match(text, /^HTTP\/1\.1 413 /);
    assert.match(text, /connection: close/i);
  });

  it('without an end is refused once it is too long, and not read on', async () => {
    const socket = createConnection(served.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    let answer = '';
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString();
    });
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const timer = setInterval(() => socket.write(chunk), 2);
    await closed;
    clearInterval(timer);
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.ok(socket.bytesWritten < 10_000_000);
  });

  it('of another type gives 415', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      'nonsense',
      'application/json, text/plain',
    ];
    for (const type of types)
      await refused(
        await post('{"company":"acorn"}', { 'content-type': type }),
        415,
        'unsupported-media-type',
        type,
      );
    const untyped = await post(new Blob(['{"company":"acorn"}']), {});
    await refused(untyped, 415, 'unsupported-media-type', 'without a type');
  });

  it('that is no JSON gives 400', async () => {
    const bodies = [
      '{',
      '{"company":}',
      "{'company':'acorn'}",
      '{"company":"acorn"} x',
      '{"company":NaN}',
      'undefined',
      '\u0000',
      '[',
      '{"__proto__":{"company":"acorn"}}',
      '{"constructor":{"prototype":{}}}',
    ];
    for (const body of bodies)
      await refused(await post(body), 400, 'malformed-request', body.slice(0, 30));
    await refused(await post(''), 400, 'malformed-request', 'empty');
    await refused(await post('['.repeat(60_000)), 413, 'body-too-large', 'too many members');
  });

  it('that is no UTF-8 gives 400', async () => {
    const bodies = [
      [0x7b, 0x22, 0x63, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d],
      [0x22, 0xc3, 0x28, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [...Buffer.from('\ufeff{"company":"acorn"}', 'utf16le')],
    ];
    for (const bytes of bodies)
      await refused(await post(new Uint8Array(bytes)), 400, 'malformed-request', bytes.join(' '));
    assert.equal((await post('{"company":"acorn"}')).status, 200, 'the next one is read');
  });

  it('that is no object, or nested without end, gives 400', async () => {
    const deep = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;
    for (const body of ['null', '1', '"acorn"', '[]', deep, `{"company":${deep}}`])
      await refused(await post(body), 400, 'invalid-request', body.slice(0, 30));
  });
});

describe('addresses', () => {
  it('that cannot be decoded, or lead elsewhere, never give a fault of the service', async () => {
    const paths = [
      '/api/markets/%',
      '/api/markets/%zz',
      '/api/markets/%c3%28',
      '/api/markets/%ff',
      '/api/receipts/%00',
      '/api/receipts/..%2f..%2fetc%2fpasswd',
      '/api/receipts/%2e%2e',
      '/api/cite/apa/%f0%9f%98',
      '/editions/%2e%2e/%2e%2e',
      '/editions/all/..%5c..%5ccatalog.json',
      '/api/signal?company=%',
      '/api/signal?company=%c0%ae',
      '/api/signal?company=acorn&%ff=%ff',
      '/api/signal?%=&&&=&==',
      '/api/signal?company[__proto__]=x',
      '//evil.example.org/%2f..',
      '/\\..\\..\\etc/passwd',
      '*',
      'http://evil.example.org/api/signals.json',
    ];
    for (const path of paths) {
      const { status, body } = await rawRequest(served.origin, path);
      assert.ok(status >= 200 && status < 500, `${path}: ${status}`);
      assert.doesNotMatch(body.toString(), /root:x:0|at \w+ \(/, path);
    }
  });
});
