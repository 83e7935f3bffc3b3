/**
 * Payments by the official clients while the chain's reads, receipts and mempool disagree at random,
 * merchants die, and buyers lose patience: no transfer is lost, and none is answered twice.
 *
 * `SEED=<number>` draws the same again; the order of concurrent events still depends on the machine.
 * `PAYMENTS=1000` makes a thousand payments.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createPublicClient, http, parseEther } from 'viem';
import { seeded } from '../../../src/features/research/random.ts';
import { debts } from '../../../src/payments/debts.ts';
import { type EvmChain, newWallet, startChain } from '../evm/chain.ts';
import { type DisagreeingNode, startDisagreeingNode } from '../evm/disagreeing-node.ts';
import { type Facilitator, startFacilitator } from '../evm/facilitator.ts';
import { onEachEngine } from '../support/stores.ts';
import { PRICE, payTo } from './merchant.ts';
import { type MortalMerchant, startMortalMerchant } from './mortal-merchant.ts';
import { ask, type Buyer, buy, type Purchase } from './random-buyer.ts';
import {
  faultsOfAnswers,
  faultsOfBooks,
  paidTwice,
  repliesTo,
  transfersToMerchant,
  unanswered,
} from './transfer-law.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const PAYMENTS = Number(process.env['PAYMENTS'] ?? 50);
/** Buyers at the same time, each with a wallet. */
const LANES = 25;
const BLOCK_TIME_MS = 100;
/** Purchases between two deaths of a merchant, at most. */
const MAX_LIFE = 60;
/** Rounds of recovery once the chain behaves correctly again. */
const MAX_ROUNDS = 10;

onEachEngine('payments on a chain that disagrees with itself', (engine) => {
  it('have one answer or one debt for each transfer', async (t) => {
    t.diagnostic(`SEED=${SEED}`);
    const { location, store, drop } = await engine.make();
    const chain = await startChain();
    const payers = Array.from({ length: LANES }, newWallet);
    for (const { account } of payers) await chain.mint(account.address, 1_000n * PRICE);
    const settling = newWallet();
    const { address } = settling.account;
    await chain.testClient.setBalance({ address, value: parseEther('100') });
    const random = seeded(SEED);
    const node = await startDisagreeingNode(chain, { random, blockTimeMs: BLOCK_TIME_MS });
    const facilitator = await startFacilitator(seenThrough(node, chain), settling);
    const { privateKey } = chain.wallets.merchant;
    const parts = { chain, node };
    const merchants = [
      // Two processes share one wallet.
      ...['one', 'two'].map((name) =>
        startMortalMerchant(location, { ...parts, name, settleBy: { privateKey } }),
      ),
      startMortalMerchant(location, {
        ...{ ...parts, name: 'facilitated', settleBy: { facilitatorUrl: facilitator.url } },
      }),
    ];
    t.after(async () => {
      for (const merchant of merchants) await merchant.stop();
      await facilitator.stop();
      await node.stop();
      await chain.stop();
      await drop();
    });

    const trouble = troubleMaker(merchants, facilitator, seeded(SEED + 1));
    const buyers = payers.map((payer, lane): Buyer => {
      return { chain, payer, merchants, random: seeded(SEED + 2 + lane) };
    });
    const purchases = (await Promise.all(buyers.map((buyer) => buyInTurn(buyer, trouble)))).flat();
    facilitator.losesAnswers = false;
    facilitator.givesUp = false;
    await node.heal();
    for (let round = 0; round < MAX_ROUNDS; round++) {
      for (const merchant of merchants) await merchant.recover();
      if ((await faultsOfBooks(store, chain, await transfersToMerchant(chain))).length === 0) break;
      await delay(200);
    }

    const transfers = await transfersToMerchant(chain);
    const owed = new Set((await debts(store)).map(({ transaction }) => transaction));
    const faults = [
      ...(await faultsOfBooks(store, chain, transfers)),
      ...paidTwice(purchases, transfers, [payTo(chain), address]),
    ];
    for (const debt of owed)
      if (!transfers.some(({ transaction }) => transaction === debt))
        faults.push(`the debt for ${debt} has no transfer`);
    for (const { purchase, authorized, transfer } of unanswered(purchases, transfers)) {
      // As far as the merchant knows, a lost reply was delivered.
      const isLost = repliesTo(purchases, purchase.payer).some(({ status }) => status === 0);
      if (!owed.has(transfer.transaction) && !isLost)
        faults.push(`the transfer ${transfer.transaction} has neither answer nor debt`);
      // The payer sends the same payment again; from here on, no reply is lost.
      const buyer = buyers.find(({ payer }) => payer.account.address === purchase.payer);
      assert.ok(buyer);
      await ask({ ...buyer, random: () => 0.5 }, purchase, authorized.headers);
      const { status, code, transaction } = authorized.replies.at(-1) ?? {};
      if (status !== 200 || transaction !== transfer.transaction)
        faults.push(`${transfer.authorization} paid, and gets ${status} ${code} ${transaction}`);
    }
    faults.push(...(await faultsOfAnswers(store, purchases)));

    const statuses = payers.flatMap(({ account }) => repliesTo(purchases, account.address));
    const counts = Object.groupBy(statuses, ({ status, code }) => `${status} ${code}`);
    for (const [reply, { length }] of Object.entries(counts as Record<string, unknown[]>))
      t.diagnostic(`${length} replies of ${reply}`);
    t.diagnostic(JSON.stringify(Object.fromEntries(node.faults)));
    assert.deepEqual(faults, []);
    assert.ok(transfers.length >= PAYMENTS / 2, `${transfers.length} transfers`);
    // A run without faults proves nothing.
    for (const fate of ['dropped', 'returning', 'front-run', 'overtaken'])
      assert.ok((node.faults.get(`transaction ${fate}`) ?? 0) > 0, fate);
  });
});

async function buyInTurn(buyer: Buyer, trouble: () => void): Promise<Purchase[]> {
  const purchases: Purchase[] = [];
  while (purchases.length < PAYMENTS / LANES) {
    purchases.push(await buy(buyer));
    trouble();
  }
  return purchases;
}

/** The chain as a client of the disagreeing node sees it. */
function seenThrough(node: DisagreeingNode, chain: EvmChain): EvmChain {
  const rpcUrl = node.urlFor('facilitator');
  const publicClient = createPublicClient({
    chain: chain.publicClient.chain,
    transport: http(rpcUrl, { timeout: 5_000, retryCount: 1 }),
    pollingInterval: 150,
    cacheTime: 0,
  });
  // The official facilitator does not handle a failure of this method, which would end its process.
  const { getCode } = chain.publicClient;
  return { ...chain, rpcUrl, publicClient: { ...publicClient, getCode } };
}

/** Called after every purchase: after some, a merchant dies or a facilitator fails for a while. */
function troubleMaker(
  merchants: readonly MortalMerchant[],
  facilitator: Facilitator,
  random: () => number,
): () => void {
  let left = random() * MAX_LIFE;
  return () => {
    left -= 1;
    if (left > 0) return;
    left = random() * MAX_LIFE;
    merchants[Math.floor(random() * merchants.length)]?.kill();
    facilitator.losesAnswers = random() < 0.3;
    facilitator.givesUp = random() < 0.3;
  };
}
