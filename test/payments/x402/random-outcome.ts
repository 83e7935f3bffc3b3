/** What came of payments at random: the law, what buyers can still fetch, and figures. */
import assert from 'node:assert/strict';
import { auditBooks } from '../../../src/payments/audit.ts';
import type { Store } from '../../../src/store/store.ts';
import type { EvmChain } from '../evm/chain.ts';
import { PRICE, payTo } from './merchant.ts';
import { ask, type Buying, type Purchase } from './random-buyer.ts';
import {
  faultsOfAnswers,
  faultsOfBooks,
  paidTwice,
  readBooks,
  transfersToMerchant,
  unanswered,
  withheld,
} from './transfer-law.ts';

/** What came of it all. */
export type Outcome = {
  /** Ways in which the law was broken, in words. */
  faults: string[];
  figures: Record<string, number>;
  /** Replies to payments, by status and code. */
  replies: Record<string, number>;
  /** What the node did to requests and transactions. */
  injected: Record<string, number>;
};

/**
 * @param buyers who ask again for what they paid for and never got
 * @param senders whose transactions are the merchant's own, or those of whom it asked
 */
export async function holdToTheLaw(
  chain: EvmChain,
  store: Store,
  buyers: readonly Buying[],
  purchases: readonly Purchase[],
  senders: readonly string[],
) {
  const transfers = await transfersToMerchant(chain);
  type Debts = readonly { transaction: string }[];
  const audit: { faults: { check: string; subject: string }[]; debts?: Debts } =
    await auditBooks(store);
  const debts = new Set(audit.debts?.map(({ transaction }) => transaction));
  const open = unanswered(purchases, transfers);
  const faults = [
    ...audit.faults.map(({ check, subject }) => `not so: ${check} (${subject})`),
    ...faultsOfBooks(transfers, await readBooks(store)),
    ...paidTwice(purchases, transfers, senders),
  ];
  for (const debt of debts)
    if (!transfers.some(({ transaction }) => transaction === debt))
      faults.push(`the debt for ${debt} has no transfer`);
  for (const { purchase, authorized, transfer } of open) {
    // A reply that is lost on its way was handed out, as far as the merchant knows.
    const mayHaveHeard = purchases.some(
      ({ payer, authorized }) =>
        payer === purchase.payer &&
        authorized.some(({ told }) => told.some(({ status }) => status === 0)),
    );
    if (!debts.has(transfer.transaction) && !mayHaveHeard)
      faults.push(`the transfer ${transfer.transaction} has neither answer nor debt`);
    // Whoever paid can ask again with what they paid with; no reply is lost any more.
    const buyer = buyers.find(({ payer }) => payer.account.address === purchase.payer);
    assert.ok(buyer);
    await ask({ ...buyer, random: () => 0.5 }, purchase, authorized.headers);
    const { status, code, transaction } = authorized.told.at(-1) ?? {};
    if (status !== 200 || transaction !== transfer.transaction)
      faults.push(`${transfer.authorization} paid, and is told ${status} ${code} ${transaction}`);
  }
  const { payments, answers } = await readBooks(store);
  faults.push(...faultsOfAnswers(purchases, { payments, answers }));
  const received = await chain.balanceOf(payTo(chain));
  if (received !== BigInt(transfers.length) * PRICE)
    faults.push(`${transfers.length} transfers brought ${received}`);
  return {
    faults,
    transfers: transfers.length,
    'transfers by strangers': transfers.filter(({ sender }) => !isOneOf(senders, sender)).length,
    answers: answers.length,
    debts: debts.size,
    'second authorizations withheld': withheld(purchases, transfers).length,
    'fetched after the chain healed': open.length,
    'still settling': payments.filter(({ state }) => state !== 'settled').length,
  };
}

function isOneOf(senders: readonly string[], sender: string): boolean {
  return senders.some((own) => own.toLowerCase() === sender.toLowerCase());
}

export function figuresOf(purchases: readonly Purchase[]): Record<string, number> {
  const authorized = purchases.flatMap((purchase) => purchase.authorized);
  return {
    payments: purchases.length,
    authorizations: authorized.length,
    'given up': purchases.filter(({ hasGivenUp }) => hasGivenUp).length,
  };
}

export function repliesTo(purchases: readonly Purchase[]): Record<string, number> {
  const replies: Record<string, number> = {};
  for (const { authorized } of purchases)
    for (const { status, code } of authorized.flatMap(({ told }) => told)) {
      const name = `${status} ${code}`.trim();
      replies[name] = (replies[name] ?? 0) + 1;
    }
  return replies;
}
