/** Messages and bodies of a great many members. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAX_MEMBERS } from '../../../src/lib/parse-json.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

const TOO_MANY = /at most 2000 members/;
const INVALID_REQUEST = -32600;

let served: ServedExample;
before(async () => {
  served = await serveExample(true, { limits: { redisUrl: undefined }, trustedProxies: 1 });
});
after(() => served.service.close());

let clients = 0;
const newClient = () => `198.51.100.${++clients}`;
const post = (path: string, body: string, client = newClient()) =>
  fetch(`${served.origin}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-forwarded-for': client,
    },
    body,
  });

const call = (params: unknown, method = 'tools/call') =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const toolCall = (filler: unknown) =>
  call({ name: 'get_methodology', arguments: {}, _meta: { filler } });
const question = (filler: unknown) => {
  const parts = [{ text: 'Do bots count?' }];
  const about = { messageId: 'm1', role: 'ROLE_USER', metadata: { filler } };
  return call({ message: { ...about, parts } }, 'SendMessage');
};
const dossier = (filler: unknown) => JSON.stringify({ company: 'acorn', filler });

/** The address, a body with a filler, and the status of one with as many members as may be. */
const ROUTES: readonly [path: string, body: (filler: unknown) => string, status: number][] = [
  ['/api/mcp/rpc', toolCall, 200],
  ['/api/a2a', question, 200],
  // The filler is no parameter, which the schema says.
  ['/api/diligence.json', dossier, 400],
];

const members = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, each) => sum + 1 + members(each), 0)
    : 0;
const list = (length: number) => Array.from({ length }, () => 1);
const object = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`m${index}`, 1]));
/** Lists of one member, of which each counts for two. */
const pairs = (length: number) => [
  ...Array.from({ length: Math.floor(length / 2) }, () => [1]),
  ...list(length % 2),
];

describe('a body of more than 2 000 members', () => {
  for (const [index, [path, body, status]] of ROUTES.entries())
    for (const [name, filled] of Object.entries({ list, object, pairs }))
      it(`is refused before any schema, by ${path} (${index}, ${name})`, async () => {
        const room = MAX_MEMBERS - members(JSON.parse(body([])));
        const most = body(filled(room));
        assert.equal(members(JSON.parse(most)), MAX_MEMBERS);
        assert.equal((await post(path, most)).status, status);
        const response = await post(path, body(filled(room + 1)));
        assert.equal(response.status, 413);
        const answer = await response.text();
        assert.match(answer, TOO_MANY);
        const { code, error } = JSON.parse(answer);
        assert.equal(error ? error.code : code, error ? INVALID_REQUEST : 'body-too-large');
      });

  it('counts for each list and object that is empty, and not for text', async () => {
    const [path, body] = ['/api/mcp/rpc', toolCall];
    assert.equal((await post(path, body(Array.from({ length: 3_000 }, () => ({}))))).status, 413);
    assert.equal((await post(path, body('[1,{"a":2},'.repeat(1_000)))).status, 200);
  });
});
