/** A test chain with a payer who has money, and merchants who are stopped after each test. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { auditBooks } from '../../../src/payments/audit.ts';
import type { X402Timing } from '../../../src/payments/x402/outcome.ts';
import type { Settler } from '../../../src/payments/x402/settler.ts';
import type { Store } from '../../../src/store/store.ts';
import { type EvmChain, startChain } from '../evm/chain.ts';
import type { Engine, TestStore } from '../support/stores.ts';
import { type Merchant, PRICE, payTo, serveMerchant } from './merchant.ts';
import type { Settings } from './rail-with.ts';

export type Market = {
  readonly chain: EvmChain;
  /** Of the books that all merchants share who have none of their own. */
  readonly location: string;
  readonly store: Store;
  /** Serves a merchant until the test is over, or the suite where it is served before the tests. */
  serve: (options?: ServeOptions) => Promise<Merchant>;
  /** What the merchant was paid so far. */
  received: () => Promise<bigint>;
};

export type ServeOptions = Partial<Settings> & {
  /** What comes between the merchant and its own wallet. */
  settler?: (own: Settler) => Partial<Settler>;
  /** Of books of its own. */
  location?: string;
  waits?: Partial<X402Timing>;
};

/**
 * Opens a market for the tests of this suite, whose books must balance at the end.
 *
 * @param prepare runs once it is open: hooks of a whole file do not wait for each other
 */
export function openMarket(
  engine: Engine,
  prepare: (market: Market) => Promise<void> | void,
): Market {
  let chain: EvmChain;
  let made: TestStore;
  const merchants: Merchant[] = [];
  let served = 0;
  const stopFrom = async (first: number) => {
    for (const merchant of merchants.splice(first)) await merchant.stop();
  };
  before(async () => {
    chain = await startChain();
    made = await engine.make();
    await chain.mint(chain.wallets.payer.account.address, 100n * PRICE);
    await prepare(market);
  });
  beforeEach(() => {
    served = merchants.length;
  });
  afterEach(async () => {
    await chain.setAutomine(true);
    await stopFrom(served);
  });
  after(async () => {
    await stopFrom(0);
    const { faults } = await auditBooks(made.store);
    await made.drop();
    await chain.stop();
    assert.deepEqual(faults, []);
  });
  const market: Market = {
    get chain() {
      return chain;
    },
    get location() {
      return made.location;
    },
    get store() {
      return made.store;
    },
    serve: async ({ settler, location = made.location, waits, ...change } = {}) => {
      const between = settler && ((own: Settler) => ({ ...own, ...settler(own) }));
      const merchant = await serveMerchant(location, chain, change, between, waits);
      merchants.push(merchant);
      return merchant;
    },
    received: () => chain.balanceOf(payTo(chain)),
  };
  return market;
}
