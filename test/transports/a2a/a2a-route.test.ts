/** A2A: the official client, and raw JSON-RPC. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Message, Role } from '@a2a-js/sdk';
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';
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
const call = (method: string, params: unknown, headers: Record<string, string> = V1) =>
  post({ jsonrpc: '2.0', id: 7, method, params }, headers);
const message = (...parts: unknown[]) => ({
  message: { messageId: 'm1', role: 'ROLE_USER', parts },
});
const send = (...parts: unknown[]) => call('SendMessage', message(...parts));
const run = (operation: string, input: unknown = {}) => send({ data: { operation, input } });

describe('the agent card', () => {
  it('names only transports that answer', async () => {
    const card = (await rest('/.well-known/agent-card.json')) as {
      supportedInterfaces: unknown;
      capabilities: Record<string, boolean>;
      revisionDate: string;
      mcp: { url: string; tools: string[] };
    };
    const url = `${served.options.baseUrl}/api/a2a`;
    const spoken = { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
    assert.deepEqual(card.supportedInterfaces, [spoken]);
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
      const { result, error } = await send({ data: JSON.parse(example) });
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
    const value = 'What is commit velocity?';
    const about = { metadata: undefined, filename: '', mediaType: 'text/plain' };
    const message: Message = {
      ...{ messageId: 'm1', contextId: 'c1', taskId: '', role: Role.ROLE_USER },
      parts: [{ content: { $case: 'text', value }, ...about }],
      ...{ metadata: undefined, extensions: [], referenceTaskIds: [] },
    };
    const sent = { tenant: '', message, configuration: undefined, metadata: undefined };
    const answer = (await client.sendMessage(sent)) as Message;
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

describe('POST /api/a2a', () => {
  it('answers a client that sends no version, or that of a patch', async () => {
    for (const headers of [{}, { 'a2a-version': '1.0.3' }] as Record<string, string>[]) {
      const sent = message({ text: 'Do bots count?' });
      assert.ok((await call('SendMessage', sent, headers)).result?.['message']);
    }
  });

  it('names a published file instead of carrying it', async () => {
    const { result } = await run('get_signals', { period: '2025-w20' });
    const { message } = z
      .object({ message: z.object({ parts: z.array(z.unknown()) }) })
      .parse(result);
    assert.deepEqual(message.parts, [
      {
        url: `${served.options.baseUrl}/api/signals.json?period=2025-w20`,
        mediaType: 'application/json',
        filename: 'get_signals',
      },
    ]);
  });

  it('tells what an operation refuses as an answer, with the problem of REST', async () => {
    const { result, error } = await run('get_diligence_dossier', { company: 'unknown' });
    assert.equal(error, undefined);
    const text = JSON.stringify(result);
    assert.match(text, /"code":"not-tracked"/);
    assert.match(text, /"found":false/);
    assert.match(JSON.stringify(await run('get_deep_signal', { name: 'acorn' })), /not-configured/);
  });

  for (const [part, told] of [
    [{ data: { operation: 'dance' } }, /must be one of .*get_startup_signal/],
    [{ data: { operation: 'get_startup_signal', input: { name: 'x' } } }, /takes company, period/],
    [{ data: { operation: 'get_startup_signal', input: [] } }, /data\.input must be an object/],
    [{ data: { operation: 7 } }, /data\.operation must be the name of a skill/],
    [{ data: 'x' }, /must be an object/],
    [{ text: 'x'.repeat(281) }, /at most 280/],
  ] as const)
    it(`says what would be right instead of ${JSON.stringify(part).slice(0, 60)}`, async () => {
      const { error, id } = await send(part);
      assert.deepEqual([error?.code, id], [-32602, 7]);
      assert.match(error?.message ?? '', told);
    });

  const ofTask = { message: { ...message({ text: 'x' }).message, taskId: 't1' } };
  const aLink = message({ url: 'https://example.org/x.pdf' });
  for (const [method, params, code, reason] of [
    ['GetTask', { id: 'x' }, -32001, 'TASK_NOT_FOUND'],
    ['CancelTask', { id: 'x' }, -32001, 'TASK_NOT_FOUND'],
    ['SendMessage', ofTask, -32001, 'TASK_NOT_FOUND'],
    ['CreateTaskPushNotificationConfig', {}, -32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
    ['SendStreamingMessage', {}, -32004, 'UNSUPPORTED_OPERATION'],
    ['SubscribeToTask', {}, -32004, 'UNSUPPORTED_OPERATION'],
    ['ListTasks', {}, -32004, 'UNSUPPORTED_OPERATION'],
    ['SendMessage', aLink, -32005, 'CONTENT_TYPE_NOT_SUPPORTED'],
    ['GetExtendedAgentCard', {}, -32007, 'EXTENDED_AGENT_CARD_NOT_CONFIGURED'],
  ] as const)
    it(`refuses ${method} with ${reason}`, async () => {
      const { error, status, id } = await call(method, params);
      assert.deepEqual([status, id, error?.code], [200, 7, code]);
      const type = 'type.googleapis.com/google.rpc.ErrorInfo';
      assert.deepEqual(error?.data, [{ '@type': type, reason, domain: 'a2a-protocol.org' }]);
    });

  for (const version of ['9.9', '0.3', '1.1'])
    it(`does not speak version ${version}`, async () => {
      const sent = message({ text: 'x' });
      const { error } = await call('SendMessage', sent, { 'a2a-version': version });
      assert.equal(error?.code, -32009);
      assert.match(error?.message ?? '', /A2A-Version is 1\.0/);
    });

  it('has the errors of JSON-RPC', async () => {
    const notice = { jsonrpc: '2.0', method: 'SendMessage', params: message({ text: 'x' }) };
    assert.equal((await post(notice)).error?.code, -32600, 'without an id');
    // The second one is of version 0.3.
    for (const method of ['Dance', 'message/send'])
      assert.equal((await call(method, {})).error?.code, -32601, method);
  });

  it('answers any message without failing', async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const part = fc.oneof(value, fc.record({ kind: value, text: value, data: value }));
    const params = fc.oneof(
      value,
      fc.record({ message: fc.record({ messageId: value, role: value, parts: fc.array(part) }) }),
      fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => message(...parts)),
    );
    await fc.assert(
      fc.asyncProperty(params, async (sent) => {
        const { error, status } = await call('SendMessage', sent);
        assert.ok(status < 500);
        if (!error) return;
        assert.ok([-32600, -32602, -32001, -32003, -32005].includes(error.code), error.message);
        assert.doesNotMatch(error.message, /invalid input|expected|received|\n/i);
      }),
      { seed: 20_260_728, numRuns: 100 },
    );
  });
});
