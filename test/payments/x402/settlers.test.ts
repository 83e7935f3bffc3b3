/** Whoever settles, and whatever wallet signs: facilitators, and contracts with signatures of their own. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Hex } from 'viem';
import { auditBooks } from '../../../src/payments/audit.ts';
import { DEFAULT_TIMING } from '../../../src/payments/x402/outcome.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { counterfactual } from '../evm/authorization.ts';
import type { EvmChain } from '../evm/chain.ts';
import { type FacilitatorServer, startFacilitator } from '../support/facilitator-server.ts';
import { SQLITE } from '../support/stores.ts';
import { openMarket, type ServeOptions } from './market.ts';
import {
  delivered,
  type Merchant,
  PRICE,
  pay,
  payingFetch,
  payTo,
  reasonOf,
  settlementIn,
  version1,
} from './merchant.ts';

let chain: EvmChain;
const market = openMarket(SQLITE, (opened) => {
  chain = opened.chain;
});
const { received } = market;
/** A merchant with books of its own. */
const serve = async (change: ServeOptions = {}) =>
  market.serve({ ...change, location: `${await temporaryFolder()}/books.sqlite` });

/** Proxies close a connection on which nothing comes for so long. */
const CLOSED_FOR_SILENCE_MS = 60_000;

/** Counts down from 80000, for two million gas, before what follows. */
const BURNS: Hex = `0x62013880${'5b6001900380600457'}`;

describe('through a facilitator', () => {
  let facilitator: FacilitatorServer;
  let merchant: Merchant;
  before(async () => {
    facilitator = await startFacilitator(chain, chain.wallets.stranger);
    const settleBy = { facilitatorUrl: facilitator.url };
    merchant = await serve({ settleBy });
  });
  after(async () => {
    assert.deepEqual((await auditBooks(merchant.store)).faults, []);
    await facilitator.stop();
  });

  it('a payment is verified and settled', async () => {
    const before = await received();
    const response = await payingFetch(chain.wallets.payer)(
      `${merchant.origin}/api/agent/deep-signal/x402`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"acorn"}',
      },
    );
    assert.equal(response.status, 200);
    await delivered(merchant.store, response);
    assert.equal((await received()) - before, PRICE);
    assert.deepEqual(facilitator.asked.slice(-2), ['/verify', '/settle']);
    const settled = settlementIn(response.headers.get('payment-response'));
    assert.match(String(settled['txHash']), /^0x[0-9a-f]{64}$/);
    // Clients of version 1 as well: what is settled is the same authorization.
    assert.equal((await merchant.ask('acorn', version1(await pay(chain)))).status, 200);
  });

  it('a miss is verified and not settled', async () => {
    const asked = facilitator.asked.length;
    const miss = await merchant.buy(await pay(chain), 'nobody');
    assert.equal(miss.status, 404);
    assert.deepEqual(facilitator.asked.slice(asked), ['/verify']);
  });

  it('a settlement whose answer is lost is found on the chain', async () => {
    const before = await received();
    facilitator.losesAnswers = true;
    const signed = await pay(chain);
    const response = await merchant.buy(signed);
    facilitator.losesAnswers = false;
    assert.equal(response.status, 200);
    assert.equal((await received()) - before, PRICE);
  });

  it('a settlement that it takes for failed, and is mined all the same, is answered', async () => {
    const before = await received();
    const signed = await pay(chain);
    await chain.setAutomine(false);
    facilitator.givesUp = true;
    try {
      const pending = await merchant.buy(signed);
      assert.equal(pending.status, 503);
      assert.equal(((await pending.json()) as { code: string }).code, 'settlement-pending');
    } finally {
      facilitator.givesUp = false;
      await chain.setAutomine(true);
      await chain.mine(1);
    }
    await facilitator.lastSettled;
    assert.equal((await received()) - before, PRICE);
    assert.equal((await merchant.buy(signed)).status, 200);
    assert.equal((await received()) - before, PRICE);
  });

  for (const refusesByStatus of [false, true])
    it(`a payment that it refuses with ${refusesByStatus ? 400 : 200} is refused`, async () => {
      facilitator.refusesByStatus = refusesByStatus;
      const poor = await pay(chain, chain.wallets.stranger);
      const refused = await merchant.buy(poor);
      facilitator.refusesByStatus = false;
      assert.match(await reasonOf(refused), /insufficient/);
    });

  it('nothing is lost while it does not answer', async () => {
    const settleBy = { facilitatorUrl: 'http://127.0.0.1:9' };
    const cut = await serve({ settleBy });
    const signed = await pay(chain);
    const response = await cut.buy(signed);
    assert.equal(response.status, 503);
    // It has seen the authorization, and may have it settled.
    assert.deepEqual(
      (await cut.records()).map(({ state }) => state),
      ['reserved'],
    );
    assert.equal(await chain.authorizationUsed(signed.from, signed.nonce), false);
  });
});

describe('the own wallet', () => {
  it('says that it waits before the connection is closed for silence', async () => {
    assert.ok(DEFAULT_TIMING.settlementTimeoutMs < CLOSED_FOR_SILENCE_MS / 2);
    const merchant = await serve({ waits: { settlementTimeoutMs: 1_000 } });
    const signed = await pay(chain);
    await chain.setAutomine(false);
    const pending = await merchant.buy(signed);
    assert.equal(pending.status, 503);
    assert.equal(((await pending.json()) as { code: string }).code, 'settlement-pending');
    await chain.mine(1);
    assert.equal((await merchant.buy(signed)).status, 200);
  });
});

describe('a smart wallet', () => {
  it('pays with its own signature (ERC-1271)', async () => {
    const { payer } = chain.wallets;
    const wallet = await chain.deploySmartWallet(payer.account.address);
    await chain.mint(wallet, PRICE);
    const merchant = await serve();
    const before = await received();
    const signed = await pay(chain, payer, { from: wallet });
    assert.equal((await merchant.buy(signed)).status, 200);
    assert.equal((await received()) - before, PRICE);
    const forged = await pay(chain, chain.wallets.stranger, { from: wallet });
    assert.match(await reasonOf(await merchant.buy(forged)), /signature/);
  });

  it('whose signature costs more gas than any needs is refused, and costs none', async () => {
    const wallet = '0x00000000000000000000000000000000000b0b00';
    // Returns ERC-1271's magic value.
    const accepts = '631626ba7e' + '60e01b' + '5f5260205ff3';
    await chain.testClient.setCode({ address: wallet, bytecode: `${BURNS}${accepts}` });
    await chain.mint(wallet, PRICE);
    const merchant = await serve();
    const gasMoney = () => chain.publicClient.getBalance({ address: payTo(chain) });
    const before = await gasMoney();
    const signed = await pay(chain, chain.wallets.payer, { from: wallet });
    const refused = await merchant.buy(signed);
    assert.equal(refused.status, 402);
    assert.equal(await gasMoney(), before);
    // It is remembered until it has expired, in case that somebody else settles it.
    assert.deepEqual(
      (await merchant.records()).map(({ state }) => state),
      ['reserved'],
    );
  });

  it('whose deployment costs more gas than any needs is refused, and costs none', async () => {
    const { payer } = chain.wallets;
    const { factory, ...wallet } = chain.counterfactualWallet(payer.account.address);
    const dear = '0x00000000000000000000000000000000000b0b01';
    // Calls the factory with what it is called with.
    const deploys = `365f5f37${'5f5f365f5f'}73${factory.slice(2)}5af100`;
    await chain.testClient.setCode({ address: dear, bytecode: `${BURNS}${deploys}` });
    await chain.mint(wallet.address, PRICE);
    const merchant = await serve({ walletFactories: [dear] });
    const gasMoney = () => chain.publicClient.getBalance({ address: payTo(chain) });
    const before = await gasMoney();
    const signed = counterfactual(await pay(chain, payer, { from: wallet.address }), {
      ...wallet,
      factory: dear,
    });
    assert.equal((await merchant.buy(signed)).status, 402);
    assert.equal(await gasMoney(), before);
  });

  it('is deployed to pay (ERC-6492) by factories that the operator trusts, and no others', async () => {
    const { payer } = chain.wallets;
    const wallet = chain.counterfactualWallet(payer.account.address);
    await chain.mint(wallet.address, PRICE);
    const signed = counterfactual(await pay(chain, payer, { from: wallet.address }), wallet);
    const strict = await serve();
    const trusting = await serve({
      walletFactories: [wallet.factory],
    });
    const refused = await strict.buy(signed);
    assert.match(await reasonOf(refused), /factory/);
    const before = await received();
    assert.equal((await trusting.buy(signed)).status, 200);
    assert.equal((await received()) - before, PRICE);
  });
});
