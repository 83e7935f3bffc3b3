/** Malformed messages, sent as raw JSON-RPC; those on standard input: mcp-stdio.test.ts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { type ServedMcp, serveMcp } from './serve.ts';

const Answer = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
  result: z.looseObject({}).optional(),
});
type Answer = z.infer<typeof Answer>;

/** Requests that are answered, with the members of their parameters that have a type. */
const REQUESTS: Readonly<Record<string, Record<string, unknown>>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
  ping: {},
  'tools/list': { cursor: 'x' },
  'resources/list': { cursor: 'x' },
  'resources/templates/list': { cursor: 'x' },
  'tools/call': { name: 'get_methodology', arguments: {} },
  'resources/read': { uri: 'signal://trending' },
};
/** Phrases of the library that validates messages. */
const LIBRARY = /invalid input|expected|received|invalid_|zod|\n/i;

let served: ServedMcp;
before(async () => {
  served = await serveMcp();
});
after(() => served.service.close());

const send = async (text: string): Promise<Answer> => {
  const response = await fetch(served.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: text,
  });
  const body = await response.text();
  return Answer.parse(JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body));
};

function request(method: string, params: unknown, id: unknown = 7) {
  return { jsonrpc: '2.0', id, method, params };
}

/** Every member of a value with the path to it. */
function members(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, one]) => members(one, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const own = Object.entries(value ?? {});
  return Object.fromEntries(own.map(([k, v]) => [k, k === name ? replaced(v, rest, by) : v]));
}

const paths = Object.entries(REQUESTS).flatMap(([method, params]) =>
  [...members(params), ['_meta'], ['_meta', 'progressToken']].map((path) => ({ method, path })),
);
const isLeftToLibrary = (method: string, [member]: readonly string[]) =>
  method === 'tools/call' && member !== '_meta';
/** Is nowhere text, an object, or a token of progress. */
const wrong = fc.oneof(
  fc.constantFrom(null, true, false, [], [1], ['x'], 0.5, -1e21),
  fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
);

describe('a malformed message', () => {
  it('is −32602 if a parameter has a wrong type, with the place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), wrong, async ({ method, path }, value) => {
        const params = { ...REQUESTS[method], _meta: { progressToken: 1 } };
        const answer = await send(JSON.stringify(request(method, replaced(params, path, value))));
        assert.equal(answer.id, 7);
        assert.equal(answer.error?.code, -32602, JSON.stringify(answer));
        const place = path.join('.');
        const { message } = answer.error;
        if (isLeftToLibrary(method, path)) assert.match(message, /^Invalid tools\/call request/);
        else assert.ok(message.startsWith('params.') && message.includes(place), message);
      }),
      { numRuns: 100 },
    );
  });

  it('is −32602 if a parameter is missing', async () => {
    for (const method of ['initialize', 'tools/call', 'resources/read'])
      for (const params of [{}, undefined]) {
        const { error, id } = await send(JSON.stringify(request(method, params)));
        assert.deepEqual([error?.code, id], [-32602, 7], method);
        assert.match(error?.message ?? '', /params\b/);
      }
  });

  it('is −32600 for any JSON that is not a request', async () => {
    const isRequest = (value: object) => 'method' in value || 'result' in value;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.jsonValue({ maxDepth: 2 }).filter((one) => !isRequest(Object(one))),
          fc.constantFrom(
            request('tools/list', {}, null),
            request('tools/list', {}, {}),
            request('tools/list', {}, 1.5),
            request('tools/list', 'x'),
            request('tools/list', [1]),
            { ...request('tools/list', {}), jsonrpc: '1.0' },
            { ...request('tools/list', {}), method: 7 },
            [request('tools/list', {})],
          ),
        ),
        async (value) => {
          const { error } = await send(JSON.stringify(value));
          assert.equal(error?.code, -32600, JSON.stringify(value));
          assert.doesNotMatch(error.message, LIBRARY);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is −32700 if it is no JSON', async () => {
    for (const text of ['{', 'null,', '{"jsonrpc":"2.0",}', '\u0000', 'NaN', '\ufffe{}']) {
      const { error, id } = await send(text);
      assert.deepEqual([error?.code, id], [-32700, null], text);
    }
  });

  it('is −32601 if there is no such method, with any parameters', async () => {
    for (const method of [
      'signals/dance',
      'toString',
      '__proto__',
      '',
      'logging/setLevel',
      'prompts/list',
      'subscriptions/listen',
    ])
      for (const params of [undefined, {}, { uri: 7, name: [] }])
        assert.equal((await send(JSON.stringify(request(method, params)))).error?.code, -32601);
  });

  it('is a result with isError if only a tool’s arguments are wrong (SEP-1303)', async () => {
    const names = fc.constantFrom('name', 'period', 'company', '__proto__', 'x');
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(names, fc.oneof(wrong, fc.integer(), fc.constant('')), { minKeys: 1 }),
        async (args) => {
          const params = { name: 'get_startup_signal', arguments: args };
          const { error, result } = await send(JSON.stringify(request('tools/call', params)));
          assert.equal(error, undefined, JSON.stringify(args));
          assert.equal(result?.['isError'], true);
          const [{ text }] = z.tuple([z.object({ text: z.string() })]).parse(result['content']);
          const { code, detail, allowed } = JSON.parse(text);
          assert.equal(code, 'invalid-request');
          assert.deepEqual(allowed, ['name', 'period']);
          assert.match(detail, / (?:must|is not) /);
          assert.doesNotMatch(detail, LIBRARY);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('leaves what comes after it as it was', async () => {
    const { result } = await send(JSON.stringify(request('tools/list', {}, 'after')));
    assert.ok(result?.['tools']);
  });
});
