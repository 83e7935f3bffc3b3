/** `get_deep_signal` over MCP: the rail is picked from the caller's headers and meta. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { creditAccount } from '../../src/payments/credits/credits.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { clientOf, jsonIn, REVISIONS } from '../transports/mcp/serve.ts';
import { exactPayload } from './evm/authorization.ts';
import { servePaid } from './support/paid-service.ts';
import { SQLITE } from './support/stores.ts';
import { openMarket } from './x402/market.ts';
import { type Merchant, pay, RESOURCE } from './x402/merchant.ts';

let merchant: Merchant;
const market = openMarket(SQLITE, async ({ serve }) => {
  merchant = await serve();
});

async function connect(
  revision: (typeof REVISIONS)[number],
  key?: string,
  origin = merchant.origin,
): Promise<Client> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const client = clientOf(revision);
  const url = new URL(`${origin}/api/mcp/rpc`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

async function call(client: Client, name: string, _meta: Record<string, unknown> = {}) {
  const result = await client.callTool({ name: 'get_deep_signal', arguments: { name }, _meta });
  // A result that is not structured has no members.
  return { ...result, answer: (result.structuredContent ?? {}) as Record<string, unknown> };
}

/** Code of the tool's own error. */
async function refusal(...given: Parameters<typeof call>): Promise<string> {
  const result = await call(...given);
  assert.equal(result.isError, true);
  return (jsonIn(result) as { code: string }).code;
}

for (const revision of REVISIONS)
  describe(`get_deep_signal, revision ${revision}`, () => {
    it('spends a credit of the key in the header, once for an idempotency key', async () => {
      const { key, accountId } = await merchant.issue(3);
      const client = await connect(revision, key);
      const { isError, answer, _meta } = await call(client, 'acorn');
      assert.deepEqual([isError, answer['slug']], [undefined, 'acorn']);
      assert.equal(_meta?.['bellwether/credits-balance'], 2);
      assert.equal((await call(client, 'unknown')).answer['found'], false);
      const once = { 'bellwether/idempotency-key': revision };
      await call(client, 'acorn', once);
      await call(client, 'acorn', once);
      for (const wrong of [7, '', null, ['order-1']]) {
        const meta = { 'bellwether/idempotency-key': wrong };
        assert.equal(await refusal(client, 'acorn', meta), 'invalid-request');
      }
      assert.equal((await creditAccount(merchant.store, accountId)).balance, 1);
      await client.close();
    });

    it('refuses a wrong key, as the tool’s own error', async () => {
      const client = await connect(revision, 'bw_none');
      assert.equal(await refusal(client, 'acorn'), 'unauthorized');
      await client.close();
    });

    it('says how to pay without a key, and takes an x402 payment in the meta', async () => {
      const client = await connect(revision);
      const asked = await call(client, 'acorn');
      assert.equal(asked.isError, true);
      assert.deepEqual(jsonIn(asked), asked.structuredContent);
      const { accepts, resource } = asked.structuredContent as {
        accepts: [{ amount: string }];
        resource: { url: string };
      };
      assert.deepEqual([accepts[0].amount, resource.url], ['190000', RESOURCE]);
      const payload = exactPayload(await pay(market.chain));
      const payment = { x402Version: 2, resource, accepted: accepts[0], payload };
      const paid = await call(client, 'acorn', { 'x402/payment': payment });
      assert.equal(paid.answer['slug'], 'acorn', JSON.stringify(paid));
      const settled = paid._meta?.['x402/payment-response'] as Record<string, unknown>;
      assert.deepEqual([settled['success'], settled['network']], [true, 'eip155:84532']);
      assert.equal(await market.paid(), 1n);
      assert.equal((await call(client, 'unknown', { 'x402/payment': payment })).isError, true);
      for (const wrong of [{ x402Version: 2 }, { x402Version: 3 }, {}, [], 'x402', 1, false])
        assert.equal(await refusal(client, 'acorn', { 'x402/payment': wrong }), 'invalid-payment');
      await client.close();
    });
  });

it('get_deep_signal says so where no call can be paid', async () => {
  const served = await servePaid(`${await temporaryFolder()}/books.sqlite`);
  const client = await connect('2026-07-28', undefined, served.origin);
  assert.equal(await refusal(client, 'acorn'), 'payment-not-configured');
  await client.close();
  await served.stop();
});
