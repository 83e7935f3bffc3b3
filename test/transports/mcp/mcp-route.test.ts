import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { sendRaw } from '../../support/service.ts';
import { connect, type ServedMcp, serveMcp } from './serve.ts';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const REFUSED = -32000;
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

const Refused = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  error: z.object({ code: z.int(), message: z.string().min(1) }),
});

let served: ServedMcp;
before(async () => {
  served = await serveMcp();
});
after(() => served.service.close());

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(served.url, { method: 'POST', headers: { ...HEADERS, ...headers }, body });
}

/** A request of the 2026-07-28 revision, which says in itself and its headers what it is. */
function ask(
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const name = params['name'] ?? params['uri'];
  const about = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } };
  return post(JSON.stringify(message), { ...about, ...headers });
}

/** The JSON-RPC error that a response carries; fails for anything else. */
async function errorIn(response: Response, status: number) {
  assert.equal(response.status, status);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  return Refused.parse(await response.json());
}

describe('POST /api/mcp/rpc', () => {
  it('answers one message with one JSON body, read by any page and kept by no cache', async () => {
    const response = await ask('server/discover');
    const { status, headers } = response;
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.deepEqual(
      ['access-control-allow-origin', 'cache-control', 'mcp-session-id'].map((name) =>
        headers.get(name),
      ),
      ['*', 'no-store', null],
    );
    const { result } = (await response.json()) as { result: Record<string, unknown> };
    assert.deepEqual(result['supportedVersions'], ['2026-07-28']);
  });

  for (const method of [
    ...['server/discover', 'tools/list', 'resources/list'],
    'resources/templates/list',
  ])
    it(`says for how long the answer of ${method} may be kept`, async () => {
      const { result } = (await (await ask(method)).json()) as { result: Record<string, unknown> };
      assert.deepEqual([result['ttlMs'], result['cacheScope']], [300_000, 'public']);
    });

  it('accepts notifications without a body', async () => {
    const response = await post('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    assert.deepEqual([response.status, await response.text()], [202, '']);
  });

  it('answers with JSON, for any Accept header', async () => {
    const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    // fetch adds a header of its own where none is given, so this is sent as it is.
    const { port } = new URL(served.url);
    const silent = `POST /api/mcp/rpc HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${message.length}\r\nconnection: close\r\n\r\n${message}`;
    assert.match(await sendRaw(Number(port), silent), /^HTTP\/1\.1 200 [\s\S]*get_signals_summary/);
    for (const accept of ['*/*', 'application/json', 'text/event-stream', 'nonsense'])
      for (const response of [
        await post(message, { accept }),
        await ask('tools/list', {}, { accept }),
      ]) {
        assert.equal(response.status, 200, accept);
        assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
        assert.match(await response.text(), /get_signals_summary/);
      }
  });

  it('is found from /mcp by clients, and people find its documentation', async (t) => {
    const short = `${served.origin}/mcp`;
    const redirect = async (init: RequestInit) => {
      const { status, headers } = await fetch(short, { ...init, redirect: 'manual' });
      return [status, headers.get('location')];
    };
    assert.deepEqual(await redirect({ headers: { accept: 'text/html,*/*' } }), [302, '/docs/mcp']);
    assert.deepEqual(await redirect({ method: 'POST', body: '{}' }), [308, '/api/mcp/rpc']);
    const client = await connect({ ...served, url: short }, '2025-11-25');
    t.after(() => client.close());
    assert.equal((await client.listTools()).tools.length, 9);
  });

  it('may be asked by any page once it is published, with its headers', async () => {
    const response = await fetch(served.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://agent.example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, mcp-method, mcp-protocol-version',
      },
    });
    assert.equal(response.status, 204);
    assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST/);
    assert.match(response.headers.get('access-control-allow-headers') ?? '', /mcp-method/);
    for (const origin of ['https://agent.example.org', 'null'])
      assert.equal((await ask('server/discover', {}, { origin })).status, 200, origin);
  });
});

const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const nested = (depth: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_startup_signal","arguments":{"name":${'['.repeat(depth)}${']'.repeat(depth)}}}}`;

describe('a message is refused', () => {
  for (const [why, body, status, code, message] of [
    ['that is a batch', `[${REQUEST},${REQUEST}]`, 400, INVALID_REQUEST, /one message/],
    ['that is nested very deep', nested(30_000), 400, PARSE_ERROR, /64 levels/],
    ['of more than 64 kB', `"${'x'.repeat(64 * 1024)}"`, 413, REFUSED, /65536 bytes/],
  ] as const)
    it(why, async () => {
      const { error } = await errorIn(await post(body), status);
      assert.equal(error.code, code);
      assert.match(error.message, message);
    });

  it('but not one that is as deep as any may be', async () => {
    assert.equal((await post(nested(50))).status, 200);
  });

  it('that is announced as too long, before it is read', async () => {
    const announced = await sendRaw(
      Number(new URL(served.url).port),
      'POST /api/mcp/rpc HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\nconnection: close\r\n\r\n{',
    );
    assert.match(announced, /^HTTP\/1\.1 413 /);
  });

  it('of another content type, or of none', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', ''])
      await errorIn(await post(REQUEST, { 'content-type': type }), 415);
    const charset = { 'content-type': 'application/json; charset=utf-8' };
    assert.equal((await post(REQUEST, charset)).status, 200);
  });

  it('whose method the newest revision has no more', async () => {
    const { error, id } = await errorIn(await ask('ping'), 404);
    assert.deepEqual([error.code, id], [METHOD_NOT_FOUND, 1]);
  });

  it('with headers that say otherwise', async () => {
    const wrong = await errorIn(await ask('tools/list', {}, { 'mcp-method': 'tools/call' }), 400);
    assert.equal(wrong.error.code, HEADER_MISMATCH);
    const other = await errorIn(
      await ask('tools/call', { name: 'get_methodology' }, { 'mcp-name': 'get_deep_signal' }),
      400,
    );
    assert.equal(other.error.code, HEADER_MISMATCH);
  });

  it('of an unsupported revision, with the supported ones', async () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2099-01-01',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    };
    const response = await post(JSON.stringify(message), { 'mcp-protocol-version': '2099-01-01' });
    assert.equal(response.status, 400);
    const text = await response.text();
    assert.equal(Refused.parse(JSON.parse(text)).error.code, UNSUPPORTED_VERSION);
    assert.match(text, /"supported":\["2026-07-28"\]/);
  });
});

describe('a service on its visitor’s own machine', () => {
  let local: ServedMcp;
  before(async () => {
    local = await serveMcp({ baseUrl: 'http://localhost:8080' });
  });
  after(() => local.service.close());
  const from = (origin?: string) =>
    fetch(local.url, {
      method: 'POST',
      headers: { ...HEADERS, ...(origin !== undefined && { origin }) },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });

  it('is reached by programs, and by pages of that machine', async () => {
    for (const origin of [undefined, 'http://localhost:3000', 'http://[::1]:5173'])
      assert.equal((await from(origin)).status, 200, String(origin));
  });

  it('refuses pages from elsewhere, which may have made their name resolve to it', async () => {
    for (const origin of ['https://evil.example.org', 'http://localhost.evil.org', 'null', 'no']) {
      const { error } = await errorIn(await from(origin), 403);
      assert.match(error.message, /BASE_URL/);
    }
  });
});

describe('limits', () => {
  let limited: ServedMcp;
  before(async () => {
    limited = await serveMcp({ isLimited: true });
  });
  after(() => limited.service.close());

  it('count a tool on the bucket of its REST address, and refuse with 429', async () => {
    const client = await connect(limited, '2025-11-25');
    const receipt = () =>
      fetch(limited.url, {
        method: 'POST',
        headers: HEADERS,
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_scout_receipts","arguments":{"github_username":"octocat"}}}',
      });
    for (let asked = 0; asked < 10; asked++) {
      assert.equal((await receipt()).status, 200);
      assert.equal((await fetch(`${limited.origin}/api/receipts/octocat`)).status, 200);
    }
    const response = await receipt();
    const { error } = await errorIn(response, 429);
    assert.match(error.message, /10 a minute/);
    assert.ok(Number(response.headers.get('retry-after')) >= 1);
    assert.match(response.headers.get('ratelimit-policy') ?? '', /get_scout_receipts/);
    const { isError } = await client.callTool({ name: 'get_methodology', arguments: {} });
    assert.equal(isError, undefined);
    await client.close();
  });
});
