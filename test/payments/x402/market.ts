/** A test chain with a payer who has money, and merchants on one store, stopped after each test. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { auditBooks } from '../../../src/payments/audit.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { type EvmChain, startChain } from '../evm/chain.ts';
import { type InterceptedNode, interceptedNode } from '../evm/intercepted-node.ts';
import type { Engine, TestStore } from '../support/stores.ts';
import { type Merchant, type MerchantOptions, PRICE, payTo, serveMerchant } from './merchant.ts';

export type Market = {
  chain: EvmChain;
  /** The chain's node, whose answers a test can change. */
  node: InterceptedNode;
  made: TestStore;
  /** Serves a merchant until the test is over, or the suite if it is served before the tests. */
  serve: (options?: MerchantOptions & { location?: string }) => Promise<Merchant>;
  /** A location for separate books. */
  separate: () => Promise<string>;
  /** How many times the merchant was paid the price since the test began. */
  paid: () => Promise<bigint>;
};

/**
 * Opens a market for the tests of a suite, whose books must balance after each.
 *
 * @param prepare runs once it is open: hooks of a whole file do not wait for each other
 */
export function openMarket(
  engine: Engine,
  prepare: (market: Market) => Promise<void> | void = () => undefined,
): Market {
  const merchants: Merchant[] = [];
  let served = 0;
  let balance = 0n;
  const stopFrom = async (first: number) => {
    const audits = [auditBooks(market.made.store)];
    for (const merchant of merchants.splice(first)) {
      audits.push(auditBooks(merchant.store));
      await Promise.all(audits);
      await merchant.stop();
    }
    for (const { faults } of await Promise.all(audits)) assert.deepEqual(faults, []);
  };
  const received = () => market.chain.balanceOf(payTo(market.chain));
  // The rest is assigned before the tests.
  const market = {
    serve: async ({ location = market.made.location, ...options } = {}) => {
      const merchant = await serveMerchant(location, market.chain, options);
      merchants.push(merchant);
      return merchant;
    },
    separate: async () => `${await temporaryFolder()}/books.sqlite`,
    paid: async () => ((await received()) - balance) / PRICE,
  } as Market;
  before(async () => {
    market.chain = await startChain();
    market.node = await interceptedNode(market.chain.rpcUrl);
    market.made = await engine.make();
    await market.chain.mint(market.chain.wallets.payer.account.address, 200n * PRICE);
    await prepare(market);
  });
  beforeEach(async () => {
    served = merchants.length;
    balance = await received();
  });
  afterEach(async () => {
    market.node.intercept = () => undefined;
    await market.chain.setAutomine(true);
    await market.chain.mine(1);
    await stopFrom(served);
  });
  after(async () => {
    const { made, node, chain } = market;
    await stopFrom(0).finally(() => Promise.all([made.drop(), node.close(), chain.stop()]));
  });
  return market;
}
