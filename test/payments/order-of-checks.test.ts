/** Keyed operations check the key first, then the input, then limits and balance. */
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
const DEEP_SIGNAL = '/api/agent/deep-signal';
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

/** Requests with another fault than the key, and their status with a good key. */
function wrongRequests({ path, method, operation }: (typeof calls)[number]): [Sent, number][] {
  const good = JSON.stringify(operation.examples[0]);
  const queries = ['more=1', 'a=1&a=2', '%ff=%'].map((search): [Sent, number] => [
    {
      method,
      path: `${path}?${search}`,
      ...(method === 'POST' && { body: good, headers: JSON_TYPE }),
    },
    400,
  ]);
  if (method === 'GET') return queries;
  const bodies = [
    '',
    '{"name":',
    '{"name":"\xff"}',
    'null',
    '[]',
    '{}',
    '{"name":7,"signature":7}',
  ];
  const post = (body: string, type = 'application/json'): Sent => {
    return { method, path, headers: { 'content-type': type }, body };
  };
  const headers = { ...JSON_TYPE, 'idempotency-key': 'no good' };
  const wrongKey: [Sent, number] = [{ ...post(good), headers }, 400];
  return [
    ...queries,
    [{ method, path }, 400],
    ...[...bodies, good.replace('{', '{"more":1,')].map((body): [Sent, number] => [
      post(body),
      400,
    ]),
    ...['text/plain', 'application/x-www-form-urlencoded', 'json'].map((type): [Sent, number] => [
      post(good, type),
      415,
    ]),
    [post(`{"name":"${'x'.repeat(LONG)}"}`), 413],
    ...(path === DEEP_SIGNAL ? [wrongKey] : []),
  ];
}

/** `fetch` would correct too many faults of a request. */
async function send(
  { port }: PaidService,
  { method, path, headers = {}, body }: Sent,
  key?: string,
) {
  const authorization = key === undefined ? {} : { authorization: key };
  const sent = httpRequest({ port, method, path, headers: { ...headers, ...authorization } });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
    sent.end(body === undefined ? undefined : Buffer.from(body, 'latin1'));
  });
  const { code } = JSON.parse(await text(response)) as { code?: string };
  return { status: response.statusCode, code };
}

describe('the order of checks', () => {
  let served: PaidService;
  let limited: PaidService;
  let badKeys: (string | undefined)[];
  let members = 0;
  before(async () => {
    served = await servePaid(`${await temporaryFolder()}/books.sqlite`);
    limited = await servePaid(`${await temporaryFolder()}/books.sqlite`, { isLimited: true });
    const [{ key }, revoked] = [await served.issue(1), await served.issue(1)];
    await revokeKey(served.store, revoked.publicId);
    const unknown = CREDIT_KEY.format(newApiKey());
    const bearers = ['bw_none', unknown, revoked.key, 'x'.repeat(8_000), `${key} ${key}`, ''];
    badKeys = [undefined, key, `Basic ${btoa(key)}`, ...bearers.map((text) => `Bearer ${text}`)];
  });
  after(() => Promise.all([served.stop(), limited.stop()]));
  const goodKey = async ({ needs }: Operation): Promise<string> => {
    if (needs === 'credit-key') return (await served.issue(0)).key;
    const handle = `member-${++members}`;
    await inviteMember(served.store, handle, Number.MAX_SAFE_INTEGER, new Date());
    return admitMember(served.store, handle, new Date());
  };

  it('is that of at least three operations', () => assert.ok(calls.length >= 3));

  for (const call of calls)
    it(`${call.method} ${call.path}: any wrong key gives 401 before any wrong input`, async () => {
      for (const [sent, status] of wrongRequests(call)) {
        for (const key of badKeys) {
          const refused = await send(served, sent, key);
          assert.deepEqual(refused, { status: 401, code: 'unauthorized' }, JSON.stringify(sent));
        }
        const key = `Bearer ${await goodKey(call.operation)}`;
        assert.equal((await send(served, sent, key)).status, status, JSON.stringify(sent));
      }
      const response = await fetch(`${served.origin}${call.path}`, { method: call.method });
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer realm="/);
    });

  it('has input before limits, and limits before the balance', async () => {
    const { key } = await limited.issue(0);
    const bearer = `Bearer ${key}`;
    const path = DEEP_SIGNAL;
    const buy: Sent = { method: 'POST', path, headers: JSON_TYPE, body: '{"name":"acorn"}' };
    const ask: Sent = { method: 'GET', path: '/api/account/credits' };
    let bought = await send(limited, buy, bearer);
    assert.equal(bought.status, 402);
    // The limit refills while it is used up, by more than one on a slow machine.
    for (let asked = 0; bought.status === 402 && asked < 4 * KEY_LIMIT.burst; asked += 50) {
      await Promise.all(Array.from({ length: 50 }, () => send(limited, ask, bearer)));
      bought = await send(limited, buy, bearer);
    }
    assert.deepEqual(bought, { status: 429, code: 'rate-limited' });
    for (const call of calls.filter(({ operation }) => operation.needs === 'credit-key'))
      for (const [sent, status] of wrongRequests(call))
        assert.equal((await send(limited, sent, bearer)).status, status, JSON.stringify(sent));
  });

  for (const { name, mcp } of keyed) {
    if (!mcp) continue;
    it(`the tool ${name} checks the key first, too`, async () => {
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
