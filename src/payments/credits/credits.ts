/**
 * The credits of accounts. Each entry follows the account’s last one, with the next number and the
 * resulting balance. The database rejects a duplicate number, a duplicate reference, and a negative
 * balance, so a credit cannot be spent twice in any interleaving.
 */
import { BellwetherError } from '../../lib/errors.ts';
import type { Store, StoreTransaction } from '../../store/store.ts';
import type { CreditEntryTable, EntryKind } from '../../store/store-tables.ts';
import { findRow, insertRow, lockRow } from '../rows.ts';

export type NewEntry = {
  kind: EntryKind;
  /** Credits; negative if spent. */
  amount: number;
  /** The reason for the entry: `answer:<id>`, `solana:<signature>`, … */
  reference: string;
};

/** The entry that the next one follows. */
export type LastEntry = Pick<CreditEntryTable, 'number' | 'balance'>;

/** Stands for the entry before the first, in an account created in the same transaction. */
export const NO_ENTRY: LastEntry = { number: 0, balance: 0 };

/** The account's last entry, which stays the last until the transaction ends. */
export async function lockAccount(
  transaction: StoreTransaction,
  accountId: string,
): Promise<LastEntry> {
  await lockRow(transaction, 'account', { id: accountId });
  const last = await transaction
    .selectFrom('ledger_entry')
    .select(['number', 'balance'])
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? NO_ENTRY;
}

/**
 * @param last returned by `lockAccount` in the same transaction
 * @returns the new balance
 * @throws BellwetherError `balance-too-large` beyond 2⁵³ − 1, the largest exact integer
 */
export async function appendEntry(
  transaction: StoreTransaction,
  accountId: string,
  last: LastEntry,
  { kind, amount, reference }: NewEntry,
): Promise<number> {
  const balance = last.balance + amount;
  if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(balance))
    throw new BellwetherError(
      'balance-too-large',
      `An account holds at most ${Number.MAX_SAFE_INTEGER} credits; nothing was booked.`,
      { status: 422 },
    );
  await insertRow(transaction, 'ledger_entry', {
    ...{ kind, amount, balance, reference },
    account_id: accountId,
    number: last.number + 1,
    recorded_at: new Date().toISOString(),
  });
  return balance;
}

/** Specification, section 2: credit account. */
export type CreditAccount = {
  balance: number;
  /** Total credits received: bought, granted or topped up. */
  purchased: number;
  /** Credits spent and not refunded. */
  consumed: number;
  lastConsumedAt: string | null;
};

/** Sums up the account's entries in a single statement, so that the result is consistent. */
export async function creditAccount(
  { database }: Store,
  accountId: string,
): Promise<CreditAccount> {
  const entries = await database
    .selectFrom('ledger_entry')
    .select(({ fn }) => ['kind', fn.sum('amount').as('sum'), fn.max('recorded_at').as('last')])
    .where('account_id', '=', accountId)
    .groupBy('kind')
    .execute();
  const sums = new Map(entries.map(({ kind, sum }) => [kind, Number(sum)]));
  const of = (kind: EntryKind) => sums.get(kind) ?? 0;
  const purchased = of('grant') + of('top-up');
  const consumed = 0 - of('consume') - of('refund');
  return {
    balance: purchased - consumed,
    purchased,
    consumed,
    lastConsumedAt: entries.find(({ kind }) => kind === 'consume')?.last ?? null,
  };
}

/** All entries of an account in order. */
export function entriesOf({ database }: Store, accountId: string): Promise<CreditEntryTable[]> {
  return database
    .selectFrom('ledger_entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute();
}

export function answerReference(answerId: string): string {
  return `answer:${answerId}`;
}

/**
 * Refunds the credit spent on an answer, at most once.
 *
 * @returns the new balance
 * @throws BellwetherError `not-refundable`
 */
export function refundAnswer(store: Store, answerId: string): Promise<number> {
  return store.transaction(async (transaction) => {
    const reference = `refund:${answerId}`;
    const paid = { reference: answerReference(answerId) };
    const consumed = await findRow(transaction, 'ledger_entry', paid);
    if (!consumed)
      throw new BellwetherError('not-refundable', `No credit was spent on an answer ${answerId}.`);
    const last = await lockAccount(transaction, consumed.account_id);
    const refunded = await findRow(transaction, 'ledger_entry', { reference });
    if (refunded)
      throw new BellwetherError(
        'not-refundable',
        `The credit for answer ${answerId} was given back at ${refunded.recorded_at}.`,
      );
    return appendEntry(transaction, consumed.account_id, last, {
      kind: 'refund',
      amount: 1,
      reference,
    });
  });
}
