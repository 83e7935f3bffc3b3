/** Settlement by a facilitator, and payments from contract wallets with signatures of their own. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Hex } from 'viem';
import { DEFAULT_TIMING } from '../../../src/payments/x402/outcome.ts';
import { counterfactual } from '../evm/authorization.ts';
import { type Facilitator, startFacilitator } from '../evm/facilitator.ts';
import { SQLITE } from '../support/stores.ts';
import { openMarket } from './market.ts';
import {
  type Merchant,
  type MerchantOptions,
  PRICE,
  pay,
  payingFetch,
  payTo,
  refusalIn,
  version1,
} from './merchant.ts';

const market = openMarket(SQLITE);
/** A merchant with books of its own. */
const serve = async (change: MerchantOptions = {}) =>
  market.serve({ ...change, location: await market.separate() });

/** Proxies close a connection after this long without data. */
const CLOSED_FOR_SILENCE_MS = 60_000;

describe('through a facilitator', () => {
  let facilitator: Facilitator;
  let merchant: Merchant;
  before(async () => {
    facilitator = await startFacilitator(market.chain, market.chain.wallets.stranger);
    merchant = await serve({ settleBy: { facilitatorUrl: facilitator.url } });
  });
  after(() => facilitator.stop());

  it('a payment is verified and settled, and a miss is verified only', async () => {
    const { chain } = market;
    const response = await merchant.buyBy(payingFetch(chain, chain.wallets.payer));
    assert.equal(response.status, 200);
    assert.deepEqual(facilitator.asked.slice(-2), ['/verify', '/settle']);
    assert.equal((await merchant.ask('acorn', version1(await pay(chain)))).status, 200);
    const asked = facilitator.asked.length;
    assert.equal((await merchant.buy(await pay(chain), 'unknown')).status, 404);
    assert.deepEqual(facilitator.asked.slice(asked), ['/verify']);
    assert.equal(await market.paid(), 2n);
  });

  it('a settlement that it reports as failed, but that is mined, is answered', async () => {
    const signed = await pay(market.chain);
    await market.chain.setAutomine(false);
    facilitator.givesUp = true;
    const pending = await merchant.buy(signed);
    facilitator.givesUp = false;
    assert.equal(await refusalIn(pending), '503 settlement-pending');
    await market.chain.setAutomine(true);
    await market.chain.mine(1);
    await facilitator.lastSettled;
    assert.equal((await merchant.buy(signed)).status, 200);
    assert.equal(await market.paid(), 1n);
  });

  it('a payment that it refuses, with 200 or with 400, is refused', async () => {
    for (const refusesByStatus of [false, true]) {
      facilitator.refusesByStatus = refusesByStatus;
      const poor = await pay(market.chain, market.chain.wallets.stranger);
      const refused = await merchant.buy(poor);
      facilitator.refusesByStatus = false;
      assert.match(await refusalIn(refused), /^402 .*insufficient/);
    }
  });

  it('nothing is lost while it does not answer', async () => {
    const cut = await serve({ settleBy: { facilitatorUrl: 'http://127.0.0.1:9' } });
    const signed = await pay(market.chain);
    assert.equal((await cut.buy(signed)).status, 503);
    // It has seen the authorization, and may have it settled.
    assert.deepEqual(await cut.states(), ['reserved']);
    assert.equal(await market.chain.isUsed(signed), false);
  });
});

it('a settlement that waits is reported before the connection is closed for silence', () =>
  assert.ok(DEFAULT_TIMING.settlementTimeoutMs < CLOSED_FOR_SILENCE_MS / 2));

describe('a smart wallet', () => {
  const owned = async () => {
    const { payer } = market.chain.wallets;
    const wallet = market.chain.smartWallet(payer.account.address);
    await market.chain.mint(wallet.address, PRICE);
    return { wallet, signed: await pay(market.chain, payer, { from: wallet.address }) };
  };

  it('pays with its own signature (ERC-1271)', async () => {
    const { wallet, signed } = await owned();
    await wallet.deploy();
    const merchant = await serve();
    const from = wallet.address;
    const forged = await pay(market.chain, market.chain.wallets.stranger, { from });
    assert.match(await refusalIn(await merchant.buy(forged)), /^402 .*signature/);
    assert.equal((await merchant.buy(signed)).status, 200);
    assert.equal(await market.paid(), 1n);
  });

  it('is deployed to pay (ERC-6492) by factories that the operator trusts, and no others', async () => {
    const { wallet, signed } = await owned();
    const deploying = counterfactual(signed, wallet);
    const strict = await serve();
    assert.match(await refusalIn(await strict.buy(deploying)), /^402 .*factory/);
    const trusting = await serve({ walletFactories: [wallet.factory] });
    assert.equal((await trusting.buy(deploying)).status, 200);
    assert.equal(await market.paid(), 1n);
  });

  /** Counts down from 80000, for two million gas, which takes a busy machine seconds. */
  const burns: Hex = `0x62013880${'5b6001900380600457'}`;
  const setCode = (address: Hex, code: string) =>
    market.chain.testClient.setCode({ address, bytecode: `${burns}${code}` });
  const costsNoGas = async (merchant: Merchant, signed: Awaited<ReturnType<typeof pay>>) => {
    const gasMoney = () => market.chain.publicClient.getBalance({ address: payTo(market.chain) });
    const balance = await gasMoney();
    assert.equal((await merchant.buy(signed)).status, 402);
    assert.equal(await gasMoney(), balance);
    // It is kept until it has expired, in case a stranger settles it.
    assert.deepEqual(await merchant.states(), ['reserved']);
  };

  it('whose signature costs more gas than any needs is refused, at no cost', async () => {
    const wallet = '0x00000000000000000000000000000000000b0b00';
    // Returns ERC-1271's magic value.
    await setCode(wallet, '631626ba7e60e01b5f5260205ff3');
    await market.chain.mint(wallet, PRICE);
    const merchant = await serve({ timing: { requestTimeoutMs: 60_000 } });
    await costsNoGas(merchant, await pay(market.chain, undefined, { from: wallet }));
  });

  it('whose deployment costs more gas than any needs is refused, at no cost', async () => {
    const { wallet, signed } = await owned();
    const dear = '0x00000000000000000000000000000000000b0b01';
    // Calls the factory with the data of its own call.
    await setCode(dear, `365f5f375f5f365f5f73${wallet.factory.slice(2)}5af100`);
    const timing = { requestTimeoutMs: 60_000 };
    const merchant = await serve({ walletFactories: [dear], timing });
    await costsNoGas(merchant, counterfactual(signed, { ...wallet, factory: dear }));
  });
});
