import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { sendRaw } from '../../support/service.ts';
import { connect, type ServedMcp, serveMcp } from './serve.ts';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
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
  it('answers one message with one JSON body, read by any page and kept by nobody', async () => {
    const response = await ask('server/discover');
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('mcp-session-id'), null);
    const { result } = (await response.json()) as { result: Record<string, unknown> };
    assert.deepEqual(result['supportedVersions'], ['2026-07-28']);
  });

  it('needs no session: every message is answered by itself', async () => {
    const answers = await Promise.all([1, 2].map(async () => (await ask('tools/list')).text()));
    assert.equal(answers[0], answers[1]);
    assert.match(answers[0] ?? '', /get_signals_summary/);
  });

  it('lists what may be kept, and for how long', async () => {
    for (const method of [
      'server/discover',
      'tools/list',
      'prompts/list',
      'resources/list',
      'resources/templates/list',
    ]) {
      const { result } = (await (await ask(method)).json()) as { result: Record<string, unknown> };
      assert.equal(result['ttlMs'], 300_000, method);
      assert.equal(result['cacheScope'], 'public', method);
    }
  });

  it('accepts notifications without a body', async () => {
    const response = await post('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    assert.equal(response.status, 202);
    assert.equal(await response.text(), '');
  });

  it('answers with JSON, whatever a client accepts', async () => {
    const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    // fetch adds a header of its own where none is given, so this is sent as it is.
    const { port } = new URL(served.url);
    const silent = `POST /api/mcp/rpc HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${message.length}\r\nconnection: close\r\n\r\n${message}`;
    assert.match(await sendRaw(Number(port), silent), /^HTTP\/1\.1 200 [\s\S]*get_signals_summary/);
    for (const accept of [
      '*/*',
      'application/*',
      'application/json',
      'text/html, */*;q=0.1',
      'text/event-stream',
      'text/html',
      'nonsense',
    ])
      for (const response of [
        await post(message, { accept }),
        await ask('tools/list', {}, { accept }),
      ]) {
        assert.equal(response.status, 200, accept);
        assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
        assert.match(await response.text(), /get_signals_summary/);
      }
  });

  it('is found from /mcp, by people and by clients', async (t) => {
    const short = `${served.origin}/mcp`;
    const response = await fetch(short, { headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.equal(response.status, 200);
    const { endpoint, tools } = (await response.json()) as { endpoint: string; tools: string[] };
    assert.equal(endpoint, `${served.options.baseUrl}/api/mcp/rpc`);
    assert.equal(tools.length, 9);
    assert.equal((await fetch(short, { method: 'HEAD' })).status, 200);
    const moved = await fetch(short, { method: 'POST', body: '{}', redirect: 'manual' });
    assert.equal(moved.status, 308);
    assert.equal(moved.headers.get('location'), '/api/mcp/rpc');
    const client = await connect({ ...served, url: short }, '2025-11-25');
    t.after(() => client.close());
    assert.equal((await client.listTools()).tools.length, 9);
  });

  it('allows pages to send its headers', async () => {
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
  });

  it('serves any page once it is published, since everything is public', async () => {
    for (const origin of ['https://agent.example.org', 'null', 'vscode-webview://abc'])
      assert.equal((await ask('server/discover', {}, { origin })).status, 200, origin);
  });
});

describe('messages that are refused', () => {
  it('what is no JSON, or no UTF-8', async () => {
    for (const body of ['', '{', 'null,', '{"jsonrpc":"2.0",}', '\u0000', 'NaN'])
      assert.equal((await errorIn(await post(body), 400)).error.code, PARSE_ERROR, body);
    const latin = Uint8Array.of(
      ...Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x'),
      0xe9,
      0x22,
      0x7d,
    );
    assert.equal((await errorIn(await post(latin), 400)).error.code, PARSE_ERROR);
  });

  it('what is JSON and no message', async () => {
    for (const body of [
      'null',
      'true',
      '7',
      '"tools/list"',
      '{}',
      '{"id":1,"method":"tools/list"}',
      '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":1}',
      '{"jsonrpc":"2.0","id":1,"method":7}',
      '{"jsonrpc":"2.0","id":null,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":[1],"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"x"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]}',
      '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"tools/list"}}',
    ])
      assert.equal((await errorIn(await post(body), 400)).error.code, INVALID_REQUEST, body);
  });

  it('batches, of any size', async () => {
    const request = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    for (const body of ['[]', `[${request}]`, `[${request},${request}]`]) {
      const { error } = await errorIn(await post(body), 400);
      assert.equal(error.code, INVALID_REQUEST);
      assert.match(error.message, /one message/);
    }
  });

  it('what is nested deeper than any message', async () => {
    const nested = (depth: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_startup_signal","arguments":{"name":${'['.repeat(depth)}${']'.repeat(depth)}}}}`;
    for (const depth of [65, 5_000, 400_000]) {
      const { error } = await errorIn(await post(nested(depth)), 400);
      assert.equal(error.code, INVALID_REQUEST);
    }
    assert.equal((await post(nested(50))).status, 200);
  });

  it('bodies of more than 1 MB, without reading them to the end', async () => {
    const long = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(1024 * 1024) });
    const { error } = await errorIn(await post(long), 413);
    assert.match(error.message, /1048576 bytes/);
    const announced = await sendRaw(
      Number(new URL(served.url).port),
      'POST /api/mcp/rpc HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\nconnection: close\r\n\r\n{',
    );
    assert.match(announced, /^HTTP\/1\.1 413 /);
  });

  it('other content types, and none', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', ''])
      await errorIn(await post('{}', { 'content-type': type }), 415);
    const parameter = await post('{}', { 'content-type': 'application/json; charset=utf-8' });
    assert.equal((await errorIn(parameter, 400)).error.code, INVALID_REQUEST);
  });

  it('methods that the protocol does not have', async () => {
    const unknown = await errorIn(await ask('signals/dance'), 404);
    assert.equal(unknown.error.code, METHOD_NOT_FOUND);
    assert.equal(unknown.id, 1);
    const gone = await errorIn(await ask('ping'), 404);
    assert.equal(gone.error.code, METHOD_NOT_FOUND);
  });

  it('tools that there are not', async () => {
    for (const name of ['get_everything', '__proto__', 'toString', '']) {
      const response = await ask('tools/call', { name, arguments: {} });
      assert.equal(response.status, 200, name);
      assert.equal(Refused.parse(await response.json()).error.code, INVALID_PARAMS, name);
    }
  });

  it('headers that say otherwise than the message', async () => {
    const wrong = await errorIn(await ask('tools/list', {}, { 'mcp-method': 'tools/call' }), 400);
    assert.equal(wrong.error.code, HEADER_MISMATCH);
    const other = await errorIn(
      await ask('tools/call', { name: 'get_methodology' }, { 'mcp-name': 'get_deep_signal' }),
      400,
    );
    assert.equal(other.error.code, HEADER_MISMATCH);
  });

  it('revisions that it does not speak, naming those that it does', async () => {
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

  it('other HTTP methods, which the protocol has no use for', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const response = await fetch(served.url, { method });
      assert.equal(response.headers.get('allow'), 'POST, OPTIONS');
      await errorIn(response, 405);
    }
    assert.equal((await fetch(served.url, { method: 'HEAD' })).status, 405);
  });

  it('anything else, without failing or stopping', async () => {
    const param = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined));
    const message = fc.record(
      {
        jsonrpc: fc.oneof(fc.constant('2.0'), param),
        id: fc.oneof(fc.integer(), fc.string(), param),
        method: fc.oneof(
          fc.constantFrom(
            'initialize',
            'tools/call',
            'resources/read',
            'prompts/get',
            'completion/complete',
            'subscriptions/listen',
          ),
          fc.string(),
        ),
        params: fc.oneof(
          param,
          fc.record({ name: param, arguments: param, uri: param, ref: param, argument: param }),
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(message, async (value) => {
        const response = await post(JSON.stringify(value));
        assert.ok(response.status < 500, JSON.stringify(value));
        await response.text();
      }),
      { seed: 20_260_728, numRuns: 200 },
    );
    assert.equal((await ask('server/discover')).status, 200);
  });
});

describe('a service on somebody’s own machine', () => {
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
    for (const origin of [
      undefined,
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]:5173',
    ])
      assert.equal((await from(origin)).status, 200, String(origin));
  });

  it('refuses pages from elsewhere, which may have made their name resolve to it', async () => {
    for (const origin of [
      'https://evil.example.org',
      'http://localhost.evil.example.org',
      'http://127.0.0.1.nip.io',
      'null',
      'no origin',
    ]) {
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
