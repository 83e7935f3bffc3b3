/** A deep signal bought by x402 as clients do, and the use of a payment. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { newWallet } from '../evm/chain.ts';
import { onEachEngine } from '../support/stores.ts';
import { openMarket } from './market.ts';
import {
  type Merchant,
  PRICE,
  pay,
  payingFetch,
  payTo,
  RESOURCE,
  refusalIn,
  settlementIn,
  version1,
} from './merchant.ts';

onEachEngine('x402', (engine) => {
  let merchant: Merchant;
  const market = openMarket(engine, async ({ serve }) => {
    merchant = await serve();
  });
  const bodies = (answers: Response[]) => Promise.all(answers.map((answer) => answer.text()));

  it('states the price to clients of both versions', async () => {
    const { chain } = market;
    const response = await merchant.ask('acorn');
    assert.equal(response.status, 402);
    assert.match(response.headers.get('cache-control') ?? '', /no-store/);
    const { accepts } = (await response.json()) as { accepts: Record<string, unknown>[] };
    const price = { payTo: payTo(chain), extra: { name: 'Test Dollar', version: '2' } };
    const { maxAmountRequired, network, payTo: to, extra } = accepts[0] ?? {};
    assert.deepEqual({ payTo: to, extra }, price);
    assert.deepEqual([network, maxAmountRequired], ['base-sepolia', '190000']);
    const header = response.headers.get('payment-required') ?? '';
    const required = decodePaymentRequiredHeader(header);
    assert.equal(required.resource.url, RESOURCE);
    const [second] = required.accepts;
    const { amount, maxTimeoutSeconds } = second ?? {};
    const terms = [second?.network, amount, maxTimeoutSeconds];
    assert.deepEqual(terms, ['eip155:84532', '190000', 300]);
    assert.deepEqual({ payTo: second?.payTo, extra: second?.extra }, price);
  });

  for (const version of [1, 2] as const)
    it(`is bought by the official client of version ${version}`, async () => {
      const { payer } = market.chain.wallets;
      const response = await merchant.buyBy(payingFetch(market.chain, payer, { version }));
      assert.equal(response.status, 200, await response.clone().text());
      assert.equal(response.headers.get('cache-control'), 'private, no-store');
      const { found, slug } = (await response.json()) as { found: boolean; slug: string };
      assert.deepEqual([found, slug, await market.paid()], [true, 'acorn', 1n]);
      const { txHash, ...settled } = settlementIn(response.headers.get('x-payment-response'));
      const network = version === 1 ? 'base-sepolia' : 'eip155:84532';
      assert.equal(settled['payer'], payer.account.address);
      assert.deepEqual([settled['network'], settled['transaction']], [network, txHash]);
      const hash = txHash as `0x${string}`;
      const { status } = await market.chain.publicClient.getTransactionReceipt({ hash });
      assert.equal(status, 'success');
      assert.equal(response.headers.has('payment-response'), version === 2);
      // Nothing that is logged holds the payer's address.
      const events = JSON.stringify(merchant.events).toLowerCase();
      assert.match(events, /"event":"settled"/);
      assert.ok(!events.includes(payer.account.address.toLowerCase()));
    });

  it('settles nothing for a startup that is not tracked or not covered, and stays good', async () => {
    const { chain } = market;
    const signed = await pay(chain);
    for (const [name, code] of [
      ['unknown company', 'not-tracked'],
      ['cedar', 'not-covered'],
    ] as const)
      assert.equal(await refusalIn(await merchant.buy(signed, name)), `404 ${code}`);
    assert.deepEqual([await market.paid(), await chain.isUsed(signed)], [0n, false]);
    assert.equal((await merchant.buy(signed)).status, 200);
    assert.equal(await market.paid(), 1n);
  });

  it('gives the same answer again for a day, to the same signature and request only', async () => {
    const { chain } = market;
    const signed = await pay(chain);
    const answers = [
      await merchant.ask('acorn', version1(signed)),
      await merchant.ask('acorn', version1(signed)),
      await merchant.buy(signed),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(new Set(await bodies(answers)).size, 1);
    const bound = '402 authorization_bound_to_another_request';
    assert.equal(await refusalIn(await merchant.buy(signed, 'birch')), bound);
    const { from, nonce } = signed;
    const forged = await pay(chain, chain.wallets.stranger, { from, nonce });
    const used = '402 authorization_already_used';
    assert.equal(await refusalIn(await merchant.buy(forged)), used);
    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
    await merchant.store.database
      .updateTable('x402_payment')
      .set({ settled_at: yesterday, delivered_at: yesterday })
      .where('id', 'like', `%${nonce}`)
      .execute();
    assert.equal(await refusalIn(await merchant.buy(signed)), used);
    assert.equal(await market.paid(), 1n);
  });

  it('is paid once by a hundred calls at the same instant', async () => {
    const signed = await pay(market.chain);
    const answers = await Promise.all(Array.from({ length: 100 }, () => merchant.buy(signed)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(await bodies(answers)).size, 1);
    assert.equal(await market.paid(), 1n);
  });

  it('is paid once by calls to two services on one store', async () => {
    const second = await market.serve();
    const signed = await pay(market.chain);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => [merchant, second][index % 2]?.buy(signed)),
    );
    const statuses = new Set(answers.map((answer) => answer?.status ?? 0));
    // The service that has not claimed the payment tells its callers to ask again.
    assert.deepEqual([...statuses.union(new Set([409]))].sort(), [200, 409]);
    assert.equal((await second.buy(signed)).status, 200);
    assert.equal(await market.paid(), 1n);
  });

  it('serves many payers at once from one wallet', async () => {
    const payers = Array.from({ length: 12 }, newWallet);
    for (const { account } of payers) await market.chain.mint(account.address, PRICE);
    const all = await Promise.all(payers.map((payer) => pay(market.chain, payer)));
    const answers = await Promise.all(all.map((signed) => merchant.buy(signed)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(await market.paid(), 12n);
    const metrics = await (await fetch(`${merchant.origin}/metrics`)).text();
    for (const event of ['settled', 'refused'])
      assert.ok(metrics.includes(`bellwether_payment_events_total{rail="x402",event="${event}"}`));
  });
});
