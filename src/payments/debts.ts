/**
 * Debts: answers that were paid for and not delivered. A buyer can fetch one with the payment's
 * authorization, and the operator with its transaction hash.
 */
import { BellwetherError } from '../lib/errors.ts';
import type { Store } from '../store/store.ts';
import { markDelivered } from './x402/payment-records.ts';

export type Debt = {
  /** `network/asset/payer/nonce` */
  payment: string;
  transaction: string | null;
  company: string | null;
  /** In the asset's smallest unit. */
  amount: string;
  settledAt: string | null;
};

/** All debts, oldest first. */
export function debts({ database }: Pick<Store, 'database'>): Promise<Debt[]> {
  return owed(database)
    .select(['id as payment', 'transaction_hash as transaction', 'company', 'amount'])
    .select('settled_at as settledAt')
    .orderBy('settled_at')
    .execute();
}

/**
 * Returns a paid answer and records its delivery.
 *
 * @param transaction hash of the transfer, or the payment's id if one transaction made several
 *   payments
 * @returns the answer as JSON
 * @throws BellwetherError `no-such-debt`, `ambiguous-debt`
 */
export async function deliverDebt(store: Store, transaction: string): Promise<string> {
  const rows = await owed(store.database)
    .select(['id', 'body'])
    .where((row) =>
      row.or([row('transaction_hash', '=', transaction), row('id', '=', transaction)]),
    )
    .execute();
  const [debt, other] = rows;
  if (!debt || debt.body === null)
    throw new BellwetherError(
      'no-such-debt',
      `No answer is owed for "${transaction}"; bellwether books debts lists what is.`,
    );
  if (other)
    throw new BellwetherError(
      'ambiguous-debt',
      `Several answers are owed for this transaction: ${rows.map(({ id }) => id).join(', ')}. Name one of these payments instead.`,
    );
  await markDelivered(store, debt.id);
  return debt.body;
}

function owed(database: Store['database']) {
  return database
    .selectFrom('x402_payment')
    .where('state', '=', 'settled')
    .where('delivered_at', 'is', null);
}
