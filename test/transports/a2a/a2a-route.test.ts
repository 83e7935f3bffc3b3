/** A2A: the official clients of both generations, and raw JSON-RPC. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Message, Role } from '@a2a-js/sdk';
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';
import { A2AClient as Client03 } from 'a2a-sdk-03/client';
import fc from 'fast-check';
import { z } from 'zod';
import { type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
let url: string;
before(async () => {
  served = await serveExample();
  url = `${served.origin}/api/a2a`;
});
after(() => served.service.close());

/** Addresses of the card as they are reached in the test. */
const reached: typeof fetch = (input, init) => {
  const asked = input instanceof Request ? input.url : String(input);
  return fetch(asked.replace(served.options.baseUrl, served.origin), init);
};
const rest = async (path: string) => (await fetch(`${served.origin}${path}`)).json();

const Answer = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.looseObject({}).optional(),
  error: z
    .object({ code: z.int(), message: z.string().min(1), data: z.unknown().optional() })
    .optional(),
});

async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, ...Answer.parse(await response.json()) };
}

const V1 = { 'a2a-version': '1.0' };
const call = (method: string, params: unknown, headers = {}) =>
  post({ jsonrpc: '2.0', id: 7, method, params }, headers);
const message03 = (...parts: unknown[]) => ({
  message: { kind: 'message', messageId: 'm1', role: 'user', parts },
});
const message10 = (...parts: unknown[]) => ({
  message: { messageId: 'm1', role: 'ROLE_USER', parts },
});
const run = (operation: string, input: unknown = {}) =>
  call('message/send', message03({ kind: 'data', data: { operation, input } }));

describe('the agent card', () => {
  it('names only transports that answer, for both generations', async () => {
    const card = (await rest('/.well-known/agent-card.json')) as {
      url: string;
      preferredTransport: string;
      additionalInterfaces: { url: string; transport: string }[];
      supportedInterfaces: { url: string; protocolBinding: string; protocolVersion: string }[];
      capabilities: Record<string, boolean>;
      revisionDate: string;
      mcp: { url: string; tools: string[] };
    };
    assert.equal(card.preferredTransport, 'JSONRPC');
    assert.deepEqual(
      card.supportedInterfaces.map(({ protocolVersion }) => protocolVersion),
      ['1.0', '0.3'],
    );
    const urls = [card, ...card.additionalInterfaces, ...card.supportedInterfaces];
    for (const one of urls) assert.equal(one.url, `${served.options.baseUrl}/api/a2a`);
    for (const { transport } of card.additionalInterfaces) assert.equal(transport, 'JSONRPC');
    for (const is of Object.values(card.capabilities)) assert.equal(is, false);
    assert.equal(card.revisionDate, '2026-05-08');
    assert.equal(card.mcp.tools.length, 9);
    for (const path of ['/api/agents.json', '/api/v1/agents.json', '/.well-known/agent.json'])
      assert.deepEqual(await rest(path), card, path);
  });

  it('lists skills each of which answers to its own examples', async () => {
    const { skills } = (await rest('/api/agents.json')) as {
      skills: { id: string; examples: string[]; tags: string[] }[];
    };
    assert.ok(skills.length > 20);
    for (const { id, examples, tags } of skills) {
      if (tags.includes('paid')) continue;
      const [example = ''] = examples;
      const { result, error } = await call(
        'SendMessage',
        message10({ data: JSON.parse(example) }),
        V1,
      );
      assert.equal(error, undefined, `${id}: ${error?.message}`);
      assert.ok(result?.['message'], id);
    }
  });
});

describe('the official client of A2A 1.x', () => {
  it('finds the endpoint from the card and is answered with sources', async () => {
    const factory = new ClientFactory({
      transports: [new JsonRpcTransportFactory({ fetchImpl: reached })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl: reached }),
    });
    const client = await factory.createFromUrl(served.origin);
    assert.equal(client.protocolVersion, '1.0');
    const sent: Message = {
      messageId: 'm1',
      contextId: 'c1',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [
        {
          content: { $case: 'text', value: 'What is commit velocity?' },
          metadata: undefined,
          filename: '',
          mediaType: 'text/plain',
        },
      ],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    };
    const answer = (await client.sendMessage({
      tenant: '',
      message: sent,
      configuration: undefined,
      metadata: undefined,
    })) as Message;
    assert.equal(answer.role, Role.ROLE_AGENT);
    assert.equal(answer.contextId, 'c1');
    const [text, data] = answer.parts.map(({ content }) => content);
    const expected = (await rest('/api/answer?q=What%20is%20commit%20velocity%3F')) as {
      answer: string;
    };
    assert.deepEqual(text, { $case: 'text', value: expected.answer });
    assert.deepEqual(data, { $case: 'data', value: expected });
  });
});

describe('the official client of A2A 0.3', () => {
  it('finds the endpoint from the card and runs an operation by its name', async () => {
    const client = await Client03.fromCardUrl(`${served.origin}/.well-known/agent-card.json`, {
      fetchImpl: reached,
    });
    const answer = await client.sendMessage({
      message: {
        kind: 'message',
        messageId: 'm1',
        role: 'user',
        parts: [
          { kind: 'data', data: { operation: 'get_startup_signal', input: { company: 'acorn' } } },
        ],
      },
    });
    assert.ok('result' in answer && answer.result.kind === 'message');
    const [part] = answer.result.parts;
    assert.deepEqual(part, { kind: 'data', data: await rest('/api/signal?company=acorn') });
    assert.equal(answer.result.role, 'agent');
  });
});

describe('POST /api/a2a', () => {
  it('answers in the form of the version that asks', async () => {
    const old = await call('message/send', message03({ kind: 'text', text: 'Do bots count?' }));
    assert.equal(old.result?.['kind'], 'message');
    const now = await call('SendMessage', message10({ text: 'Do bots count?' }), V1);
    assert.ok(now.result?.['message']);
    // A client of 1.0 that forgot the header is known by the method.
    const forgot = await call('SendMessage', message10({ text: 'Do bots count?' }));
    assert.ok(forgot.result?.['message']);
  });

  it('names a published file instead of carrying it', async () => {
    const { result } = await run('get_signals', { period: '2025-w20' });
    const [part] = z.array(z.looseObject({ kind: z.string() })).parse(result?.['parts']);
    assert.deepEqual(part, {
      kind: 'file',
      file: {
        uri: `${served.options.baseUrl}/api/signals.json?period=2025-w20`,
        mimeType: 'application/json',
        name: 'get_signals',
      },
    });
  });

  it('tells what an operation refuses as an answer, with the problem of REST', async () => {
    const { result, error } = await run('get_diligence_dossier', { company: 'nobody' });
    assert.equal(error, undefined);
    const text = JSON.stringify(result);
    assert.match(text, /"code":"not-tracked"/);
    assert.match(text, /"found":false/);
    assert.match(JSON.stringify(await run('get_deep_signal', { name: 'acorn' })), /not-configured/);
  });

  it('says which input or operation would be right', async () => {
    for (const [data, told] of [
      [{ operation: 'dance' }, /must be one of .*get_startup_signal/],
      [{ operation: 'get_startup_signal', input: { name: 'x' } }, /takes company, period/],
      [{ operation: 'get_startup_signal', input: [] }, /data\.input must be an object/],
      [{ operation: 7 }, /data\.operation must be the name of a skill/],
      [[], /must be an object/],
      ['x', /must be an object/],
    ] as const) {
      const { error, id } = await call('message/send', message03({ kind: 'data', data }));
      assert.deepEqual([error?.code, id], [-32602, 7], JSON.stringify(data));
      assert.match(error?.message ?? '', told);
    }
    const long = message03({ kind: 'text', text: 'x'.repeat(281) });
    assert.match((await call('message/send', long)).error?.message ?? '', /at most 280/);
  });

  it('has the errors of the protocol, with the reason in version 1.0', async () => {
    const { data, ...file } = { data: undefined, url: 'https://example.org/x.pdf' };
    for (const [method, params, code, reason] of [
      ['GetTask', { id: 'x' }, -32001, 'TASK_NOT_FOUND'],
      ['CancelTask', { id: 'x' }, -32001, 'TASK_NOT_FOUND'],
      ['SendStreamingMessage', {}, -32004, 'UNSUPPORTED_OPERATION'],
      ['SubscribeToTask', {}, -32004, 'UNSUPPORTED_OPERATION'],
      ['GetExtendedAgentCard', {}, -32007, 'EXTENDED_AGENT_CARD_NOT_CONFIGURED'],
      ['CreateTaskPushNotificationConfig', {}, -32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
      ['SendMessage', message10(file), -32005, 'CONTENT_TYPE_NOT_SUPPORTED'],
    ] as const) {
      const { error, status, id } = await call(method, params, V1);
      assert.deepEqual([status, id, error?.code], [200, 7, code], method);
      const [info] = z.tuple([z.looseObject({})]).parse(error?.data);
      assert.deepEqual(info, {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason,
        domain: 'a2a-protocol.org',
      });
    }
    for (const [method, code] of [
      ['tasks/get', -32001],
      ['tasks/resubscribe', -32004],
      ['message/stream', -32004],
      ['tasks/pushNotificationConfig/set', -32003],
      ['agent/getAuthenticatedExtendedCard', -32007],
    ] as const)
      assert.equal((await call(method, { id: 'x' })).error?.code, code, method);
    const { error } = await call('SendMessage', message10({ text: 'x' }), { 'a2a-version': '9.9' });
    assert.equal(error?.code, -32009);
    assert.match(error?.message ?? '', /1\.0 or 0\.3/);
    // A task of another's, or of ours: there are none.
    const message = { ...message10({ text: 'x' }).message, taskId: 't1' };
    assert.equal((await call('SendMessage', { message }, V1)).error?.code, -32001);
  });

  it('has the errors of JSON-RPC', async () => {
    assert.deepEqual(
      (({ status, error }) => [status, error?.code])(await post('{')),
      [400, -32700],
    );
    for (const body of [null, 7, {}, [], { jsonrpc: '2.0', id: {}, method: 'message/send' }])
      assert.equal((await post(JSON.stringify(body))).error?.code, -32600, JSON.stringify(body));
    assert.equal((await call('message/dance', {})).error?.code, -32601);
    // Each version has its own methods.
    assert.equal((await call('message/send', {}, V1)).error?.code, -32601);
    const response = await fetch(url);
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS');
    assert.equal((await post('{}', { 'content-type': 'text/plain' })).status, 415);
  });

  it('answers whatever is sent, without failing', async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const part = fc.oneof(
      value,
      fc.record({ kind: fc.constantFrom('text', 'data', 'file'), text: value, data: value }),
    );
    const params = fc.oneof(
      value,
      fc.record({ message: fc.record({ messageId: value, role: value, parts: fc.array(part) }) }),
      fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => message03(...parts)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('message/send', 'SendMessage'),
        params,
        async (method, sent) => {
          const { error, status } = await call(method, sent);
          assert.ok(status < 500);
          if (!error) return;
          assert.ok([-32600, -32602, -32001, -32003, -32005].includes(error.code), error.message);
          assert.doesNotMatch(error.message, /invalid input|expected|received|\n/i);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('limits of A2A', () => {
  it('count an operation on the bucket of its REST address', async (t) => {
    const limited = await serveExample(false, { limits: { redisUrl: undefined } });
    t.after(() => limited.service.close());
    const receipt = () =>
      fetch(`${limited.origin}/api/a2a`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'message/send',
          params: message03({
            kind: 'data',
            data: { operation: 'get_scout_receipts', input: { username: 'octocat' } },
          }),
        }),
      });
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await receipt()).status),
    );
    assert.ok(statuses.includes(429));
    assert.equal((await fetch(`${limited.origin}/api/receipts/octocat`)).status, 429);
  });
});
