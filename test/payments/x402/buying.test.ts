/** Buying a deep signal by x402 as clients do, and what a payment is good for. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { X402_PATH } from '../../../src/payments/rails.ts';
import type { EvmChain } from '../evm/chain.ts';
import { newWallet } from '../evm/wallets.ts';
import { onBothEngines } from '../support/stores.ts';
import { openMarket } from './market.ts';
import {
  delivered,
  type Merchant,
  PRICE,
  pay,
  payingFetch,
  payingFetchV1,
  payTo,
  reasonOf,
  settlementIn,
  version1,
  version2,
} from './merchant.ts';

onBothEngines('x402', (engine) => {
  let chain: EvmChain;
  let merchant: Merchant;
  const market = openMarket(engine, async (opened) => {
    chain = opened.chain;
    merchant = await opened.serve();
  });
  const { received } = market;
  const buy = async (fetchPaying: typeof fetch, name: string) => {
    const response = await fetchPaying(`${merchant.origin}${X402_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    if (response.status === 200) await delivered(merchant.store, response);
    return response;
  };

  it('says what is to be paid, to clients of both versions', async () => {
    const response = await merchant.ask('acorn');
    assert.equal(response.status, 402);
    assert.match(response.headers.get('cache-control') ?? '', /no-store/);
    const body = (await response.json()) as { accepts: Record<string, unknown>[] };
    const [one] = body.accepts;
    assert.equal(one?.['maxAmountRequired'], '190000');
    assert.equal(one?.['network'], 'base-sepolia');
    assert.equal(one?.['payTo'], payTo(chain));
    assert.deepEqual(one?.['extra'], { name: 'Test Dollar', version: '2' });
    const { accepts, resource } = decodePaymentRequiredHeader(
      response.headers.get('payment-required') ?? '',
    );
    assert.equal(accepts[0]?.network, 'eip155:84532');
    assert.equal(accepts[0]?.amount, '190000');
    assert.equal(resource.url, `http://signals.example.org${X402_PATH}`);
  });

  for (const version of [1, 2] as const)
    it(`is bought by the official client of version ${version}`, async () => {
      const before = await received();
      const { payer } = chain.wallets;
      const paying = version === 1 ? payingFetchV1(chain, payer) : payingFetch(payer);
      const response = await buy(paying, 'acorn');
      assert.equal(response.status, 200, await response.clone().text());
      assert.equal(response.headers.get('cache-control'), 'private, no-store');
      const answer = (await response.json()) as Record<string, unknown>;
      assert.equal(answer['found'], true);
      assert.equal(answer['slug'], 'acorn');
      assert.equal((await received()) - before, PRICE);
      const settled = settlementIn(response.headers.get('x-payment-response'));
      assert.equal(settled['payer'], payer.account.address);
      assert.equal(settled['network'], version === 1 ? 'base-sepolia' : 'eip155:84532');
      assert.equal(settled['txHash'], settled['transaction']);
      const receipt = await chain.publicClient.getTransactionReceipt({
        hash: settled['txHash'] as `0x${string}`,
      });
      assert.equal(receipt.status, 'success');
      const inV2 = response.headers.get('payment-response');
      assert.equal(inV2 !== null, version === 2);
      assert.ok(merchant.events.some(({ event }) => event === 'settled'));
    });

  it('settles nothing for a startup that is not tracked, and the authorization stays good', async () => {
    const before = await received();
    const signed = await pay(chain);
    const miss = await merchant.buy(signed, 'nobody at all');
    assert.equal(miss.status, 404);
    const problem = (await miss.json()) as Record<string, unknown>;
    assert.equal(problem['found'], false);
    assert.equal(problem['code'], 'not-tracked');
    assert.equal(await received(), before);
    assert.equal(await chain.authorizationUsed(signed.from, signed.nonce), false);
    assert.equal((await merchant.buy(signed)).status, 200);
    assert.equal((await received()) - before, PRICE);
  });

  it('settles nothing for a startup that is not covered, and says why', async () => {
    const before = await received();
    const miss = await merchant.buy(await pay(chain), 'cedar');
    assert.equal(miss.status, 404);
    const problem = (await miss.json()) as Record<string, unknown>;
    assert.equal(problem['code'], 'not-covered');
    assert.equal(problem['tracked'], true);
    assert.equal(problem['reason'], 'the copy of cedar/core ends on 2025-05-04');
    assert.equal(await received(), before);
  });

  it('gives the same answer again for the same authorization, and another for none', async () => {
    const before = await received();
    const signed = await pay(chain);
    const first = await (await merchant.ask('acorn', version1(signed))).text();
    const again = await merchant.ask('acorn', version1(signed));
    assert.equal(again.status, 200);
    assert.equal(await again.text(), first);
    // The other version of the protocol carries the same authorization.
    assert.equal(await (await merchant.buy(signed)).text(), first);
    const other = await merchant.ask('birch', version1(signed));
    assert.equal(await reasonOf(other), 'authorization_bound_to_another_request');
    assert.equal((await received()) - before, PRICE);
  });

  it('no longer gives it again after a day', async () => {
    const signed = await pay(chain);
    assert.equal((await merchant.ask('acorn', version1(signed))).status, 200);
    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
    await merchant.store.database
      .updateTable('x402_payment')
      .set({ settled_at: yesterday, delivered_at: yesterday })
      .where('id', 'like', `%${signed.nonce}`)
      .execute();
    const late = await merchant.ask('acorn', version1(signed));
    assert.equal(await reasonOf(late), 'authorization_already_used');
  });

  it('gives it again only to who signed it', async () => {
    const signed = await pay(chain);
    assert.equal((await merchant.ask('acorn', version1(signed))).status, 200);
    const { stranger } = chain.wallets;
    const forged = await pay(chain, stranger, { from: signed.from, nonce: signed.nonce });
    const refused = await merchant.ask('acorn', version1(forged));
    assert.equal(await reasonOf(refused), 'authorization_already_used');
  });

  it('is paid once by a hundred calls at the same instant', async () => {
    const before = await received();
    const signed = await pay(chain);
    const answers = await Promise.all(Array.from({ length: 100 }, () => merchant.buy(signed)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(await Promise.all(answers.map((one) => one.text()))).size, 1);
    assert.equal((await received()) - before, PRICE);
  });

  it('is paid once by calls to two services on one store', async () => {
    const second = await market.serve();
    const before = await received();
    const signed = await pay(chain);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? merchant : second).ask('acorn', version2(chain, signed)),
      ),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    assert.ok(statuses.has(200));
    // The other service is told to ask again.
    assert.ok([...statuses].every((status) => [200, 409].includes(status)));
    assert.equal((await received()) - before, PRICE);
    assert.equal((await second.buy(signed)).status, 200);
    assert.equal((await received()) - before, PRICE);
  });

  it('serves many payers at once from one wallet', async () => {
    const before = await received();
    const payers = Array.from({ length: 12 }, () => newWallet());
    for (const { account } of payers) await chain.mint(account.address, PRICE);
    const all = await Promise.all(payers.map((payer) => pay(chain, payer)));
    const answers = await Promise.all(all.map((signed) => merchant.buy(signed)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal((await received()) - before, 12n * PRICE);
  });

  it('tells nobody’s address in what is logged', () => {
    const told = JSON.stringify(merchant.events).toLowerCase();
    assert.match(told, /"event":"settled"/);
    assert.ok(!told.includes(chain.wallets.payer.account.address.toLowerCase()));
  });

  it('counts what happened', async () => {
    const metrics = await (await fetch(`${merchant.origin}/metrics`)).text();
    assert.match(metrics, /bellwether_payment_events_total\{rail="x402",event="settled"\} \d+/);
    assert.match(metrics, /bellwether_payment_events_total\{rail="x402",event="refused"\} \d+/);
  });
});
