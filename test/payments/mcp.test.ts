/** `get_deep_signal` over MCP: the rail is picked from what the caller brings. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { creditAccount } from '../../src/payments/credits/credits.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { clientOf, jsonIn, REVISIONS } from '../transports/mcp/serve.ts';
import { exactPayload } from './evm/authorization.ts';
import { type EvmChain, startChain } from './evm/chain.ts';
import { exactPayment } from './evm/facilitator.ts';
import { servePaid } from './support/paid-service.ts';
import { type Merchant, PRICE, pay, payTo, serveMerchant } from './x402/merchant.ts';

let chain: EvmChain;
let merchant: Merchant;
before(async () => {
  chain = await startChain();
  merchant = await serveMerchant(`${await temporaryFolder()}/books.sqlite`, chain);
  await chain.mint(chain.wallets.payer.account.address, 10n * PRICE);
});
after(async () => {
  await merchant.stop();
  await chain.stop();
});

async function connected(
  revision: (typeof REVISIONS)[number],
  headers: Record<string, string> = {},
  origin = merchant.origin,
): Promise<Client> {
  const client = clientOf(revision);
  const url = new URL(`${origin}/api/mcp/rpc`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

async function call(client: Client, name: string, meta?: Record<string, unknown>) {
  const { structuredContent, ...result } = await client.callTool({
    name: 'get_deep_signal',
    arguments: { name },
    ...(meta && { _meta: meta }),
  });
  const structured = structuredContent as Record<string, unknown> | undefined;
  return { ...result, ...(structured && { structuredContent: structured }) };
}

for (const revision of REVISIONS)
  describe(`get_deep_signal, revision ${revision}`, () => {
    it('spends a credit of the key in the header', async () => {
      const { key, accountId } = await merchant.issue(3);
      const client = await connected(revision, { authorization: `Bearer ${key}` });
      const result = await call(client, 'acorn');
      assert.equal(result.isError, undefined);
      assert.equal(result.structuredContent?.['slug'], 'acorn');
      assert.equal(result._meta?.['bellwether/credits-balance'], 2);
      // Not found: free. The same idempotency key: the same answer, free.
      assert.equal((await call(client, 'nobody')).structuredContent?.['found'], false);
      const once = { 'bellwether/idempotency-key': revision };
      await call(client, 'acorn', once);
      await call(client, 'acorn', once);
      assert.equal((await creditAccount(merchant.store, accountId)).balance, 1);
      await client.close();
    });

    it('refuses an idempotency key that is no text, and charges nothing', async () => {
      const { key, accountId } = await merchant.issue(3);
      const client = await connected(revision, { authorization: `Bearer ${key}` });
      for (const given of [7, '', null, ['order-1']]) {
        const result = await call(client, 'acorn', { 'bellwether/idempotency-key': given });
        assert.equal(result.isError, true, JSON.stringify(given));
        assert.equal((jsonIn(result) as { code: string }).code, 'invalid-request');
      }
      assert.equal((await creditAccount(merchant.store, accountId)).balance, 3);
      await client.close();
    });

    it('refuses a key that is none, as the tool’s own error', async () => {
      const client = await connected(revision, { authorization: 'Bearer bw_none' });
      const result = await call(client, 'acorn');
      assert.equal(result.isError, true);
      assert.equal((jsonIn(result) as { code: string }).code, 'unauthorized');
      await client.close();
    });

    it('says how to pay without a key, and takes an x402 payment in the meta', async () => {
      const client = await connected(revision);
      const before = await chain.balanceOf(payTo(chain));
      const asked = await call(client, 'acorn');
      assert.equal(asked.isError, true);
      const { accepts, resource } = asked.structuredContent as {
        accepts: { network: string; amount: string }[];
        resource: { url: string };
      };
      assert.deepEqual(jsonIn(asked), asked.structuredContent);
      assert.equal(accepts[0]?.amount, '190000');
      const signed = await pay(chain);
      const { payment } = exactPayment(chain, signed);
      const answer = await call(client, 'acorn', {
        'x402/payment': {
          ...payment,
          resource,
          accepted: accepts[0],
          payload: exactPayload(signed),
        },
      });
      assert.equal(answer.isError, undefined, JSON.stringify(answer));
      assert.equal(answer.structuredContent?.['slug'], 'acorn');
      const settled = answer._meta?.['x402/payment-response'] as Record<string, unknown>;
      assert.equal(settled['success'], true);
      assert.equal(settled['network'], 'eip155:84532');
      assert.equal((await chain.balanceOf(payTo(chain))) - before, PRICE);
      const miss = await call(client, 'nobody', {
        'x402/payment': { ...payment, resource, accepted: accepts[0] },
      });
      assert.equal(miss.isError, true);
      for (const sent of [{ x402Version: 2 }, { x402Version: 3 }, {}, [], 'x402', 1, false]) {
        const wrong = await call(client, 'acorn', { 'x402/payment': sent });
        const { code } = jsonIn(wrong) as { code: string };
        assert.equal(code, 'invalid-payment', JSON.stringify(sent));
      }
      await client.close();
    });
  });

describe('get_deep_signal', () => {
  it('says so where no call can be paid', async () => {
    const served = await servePaid(`${await temporaryFolder()}/books.sqlite`);
    const client = await connected('2026-07-28', {}, served.origin);
    const result = await call(client, 'acorn');
    assert.equal((jsonIn(result) as { code: string }).code, 'payment-not-configured');
    await client.close();
    await served.stop();
  });
});
