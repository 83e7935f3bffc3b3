/** Keyed operations look at the key first, then at the input, then at limits and balance. */
import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { loadOperations } from '../../src/api/operation/all-operations.ts';
import { type Operation, restOperations, routesOf } from '../../src/api/operation/operation.ts';
import { KEY_LIMIT } from '../../src/api/operation/paid.ts';
import { admitMember, inviteMember } from '../../src/features/cohort/members.ts';
import { newApiKey } from '../../src/lib/api-key.ts';
import { CREDIT_KEY, revokeKey } from '../../src/payments/credits/accounts.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { clientOf, jsonIn, REVISIONS } from '../transports/mcp/serve.ts';
import { type PaidService, servePaid } from './support/paid-service.ts';

/** Longer than any body that is read. */
const LONG = 70_000;
const JSON_TYPE = { 'content-type': 'application/json' };

type Sent = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

const keyed = (await loadOperations()).filter(
  ({ needs }) => needs === 'credit-key' || needs === 'member-key',
);
const calls = restOperations(keyed).flatMap((operation) =>
  routesOf(operation).flatMap((path) =>
    (operation.rest.methods ?? ['GET']).map((method) => ({ operation, path, method })),
  ),
);

/** What else can be wrong with a request, and its status once the key is right. */
function wrongs({
  path,
  method,
  operation,
}: (typeof calls)[number]): Record<string, [Sent, number]> {
  const query = (search: string): Sent => ({
    method,
    path: `${path}?${search}`,
    ...(method === 'POST' && { body: JSON.stringify(operation.examples[0]), headers: JSON_TYPE }),
  });
  const queries: Record<string, [Sent, number]> = {
    'an unknown parameter': [query('more=1'), 400],
    'a parameter twice': [query('a=1&a=2'), 400],
    'a parameter that is not well-formed': [query('%ff=%'), 400],
  };
  if (method === 'GET') return queries;
  const post = (body: string | undefined, headers: Record<string, string> = JSON_TYPE): Sent => ({
    method,
    path,
    headers,
    ...(body !== undefined && { body }),
  });
  const good = JSON.stringify(operation.examples[0]);
  return {
    ...queries,
    'no body': [post(undefined, {}), 400],
    'an empty body': [post('', JSON_TYPE), 400],
    'no JSON': [post('{"name":'), 400],
    'no UTF-8': [post('{"name":"\xff"}'), 400],
    null: [post('null'), 400],
    'a list': [post('[]'), 400],
    'an empty object': [post('{}'), 400],
    'a field of another type': [post('{"name":7,"signature":7}'), 400],
    'an unknown field': [post(good.replace('{', '{"more":1,')), 400],
    'another type': [post(good, { 'content-type': 'text/plain' }), 415],
    'a form': [post('name=acorn', { 'content-type': 'application/x-www-form-urlencoded' }), 415],
    'a type that is none': [post(good, { 'content-type': 'json' }), 415],
    'too long a body': [post(`{"name":"${'x'.repeat(LONG)}"}`), 413],
  };
}

/** `fetch` mends too much of what is to be sent wrong. */
async function send(
  { port }: PaidService,
  { method, path, headers = {}, body }: Sent,
  key?: string,
): Promise<{ status: number | undefined; code: unknown }> {
  const authorization = key === undefined ? {} : { authorization: key };
  const sent = httpRequest({ port, method, path, headers: { ...headers, ...authorization } });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
    sent.end(body === undefined ? undefined : Buffer.from(body, 'latin1'));
  });
  const answer: unknown = JSON.parse(await text(response));
  const code = typeof answer === 'object' && answer !== null && 'code' in answer && answer.code;
  return { status: response.statusCode, code };
}

let members = 0;

/** A key that is good for the operation. */
async function keyFor({ store, issue }: PaidService, needs: Operation['needs']): Promise<string> {
  if (needs === 'credit-key') return (await issue(0)).key;
  const handle = `member-${++members}`;
  await inviteMember(store, handle, Number.MAX_SAFE_INTEGER, new Date());
  return admitMember(store, handle, new Date());
}

describe('the order of checks', () => {
  let served: PaidService;
  let limited: PaidService;
  let badKeys: Record<string, string | undefined>;
  before(async () => {
    served = await servePaid(`${await temporaryFolder()}/books.sqlite`);
    limited = await servePaid(`${await temporaryFolder()}/books.sqlite`, { isLimited: true });
    const [{ key }, revoked] = [await served.issue(1), await served.issue(1)];
    await revokeKey(served.store, revoked.publicId);
    badKeys = {
      none: undefined,
      'of another scheme': `Basic ${btoa(key)}`,
      malformed: 'Bearer bw_none',
      unknown: `Bearer ${CREDIT_KEY.format(newApiKey())}`,
      revoked: `Bearer ${revoked.key}`,
    };
  });
  after(() => Promise.all([served.stop(), limited.stop()]));

  it('is of the operations that need a key', () => {
    assert.ok(calls.length >= 3, String(calls.length));
  });

  for (const call of calls) {
    const name = `${call.method} ${call.path}`;
    for (const [what, [sent, status]] of Object.entries(wrongs(call)))
      it(`${name} with ${what}: 401 without a good key, ${status} with one`, async () => {
        for (const [which, key] of Object.entries(badKeys))
          assert.deepEqual(
            await send(served, sent, key),
            { status: 401, code: 'unauthorized' },
            which,
          );
        const key = await keyFor(served, call.operation.needs);
        assert.equal((await send(served, sent, `Bearer ${key}`)).status, status);
      });

    if (call.method === 'POST')
      it(`${name} with a wrong Idempotency-Key: 401 without a good key`, async () => {
        const headers = { ...JSON_TYPE, 'idempotency-key': 'no good' };
        const sent = { ...call, body: JSON.stringify(call.operation.examples[0]), headers };
        for (const key of Object.values(badKeys))
          assert.equal((await send(served, sent, key)).status, 401);
      });
  }

  it('looks at input before limits, and at limits before the balance', async () => {
    const { key } = await limited.issue(0);
    const bearer = `Bearer ${key}`;
    const buy: Sent = {
      method: 'POST',
      path: '/api/agent/deep-signal',
      headers: JSON_TYPE,
      body: '{"name":"acorn"}',
    };
    assert.equal((await send(limited, buy, bearer)).status, 402);
    const ask: Sent = { method: 'GET', path: '/api/account/credits' };
    // The limit refills while it is used up, by more than one on a slow machine.
    let bought = await send(limited, buy, bearer);
    for (let asked = 0; bought.status === 402 && asked < 4 * KEY_LIMIT.burst; asked += 50) {
      await Promise.all(Array.from({ length: 50 }, () => send(limited, ask, bearer)));
      bought = await send(limited, buy, bearer);
    }
    assert.deepEqual(bought, { status: 429, code: 'rate-limited' });
    for (const call of calls.filter(({ operation }) => operation.needs === 'credit-key'))
      for (const [what, [sent, status]] of Object.entries(wrongs(call)))
        assert.equal((await send(limited, sent, bearer)).status, status, `${call.path}: ${what}`);
    const wrongOnce = { ...buy, headers: { ...JSON_TYPE, 'idempotency-key': 'no good' } };
    assert.equal((await send(limited, wrongOnce, bearer)).status, 400);
  });

  for (const { name, mcp } of keyed) {
    if (!mcp) continue;
    it(`the tool ${name} looks at a key first, too`, async () => {
      const { key } = await served.issue(0);
      for (const [given, code] of [
        ['bw_none', 'unauthorized'],
        [key, 'invalid-request'],
      ] as const) {
        const client = clientOf(REVISIONS[0]);
        const headers = { authorization: `Bearer ${given}` };
        const url = new URL(`${served.origin}/api/mcp/rpc`);
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
        const _meta = { 'bellwether/idempotency-key': 7 };
        for (const wrong of [
          { arguments: { name: 7, more: 1 } },
          { arguments: { name: 'acorn' }, _meta },
        ]) {
          const result = await client.callTool({ name, ...wrong });
          assert.equal((jsonIn(result) as { code: string }).code, code);
        }
        await client.close();
      }
    });
  }
});
