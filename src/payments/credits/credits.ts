/**
 * The books of credits. An entry is added after an account's last one, with the next number and the
 * resulting balance; the database refuses a second entry with the same number, a second one with the
 * same reference, and a balance below zero. So no interleaving spends a credit twice.
 */
import { BellwetherError } from '../../lib/errors.ts';
import { isPostgresql, type Store, type StoreTransaction } from '../../store/store.ts';
import type { CreditEntryTable, EntryKind } from '../../store/tables.ts';

export type NewEntry = {
  kind: EntryKind;
  /** Credits, negative for a consumption. */
  amount: number;
  /** What moves the credits: `answer:<id>`, `solana:<signature>`, … */
  reference: string;
};

/** What the next entry follows. */
export type LastEntry = Pick<CreditEntryTable, 'number' | 'balance'>;

/** Before any entry, of an account that this very transaction opened. */
export const FIRST: LastEntry = { number: 0, balance: 0 };

/**
 * The last entry of an account. It stays the last until the transaction ends: the account is locked
 * where the engine locks rows, and elsewhere there is one writer at a time.
 */
export async function lockAccount(
  transaction: StoreTransaction,
  accountId: string,
): Promise<LastEntry> {
  if (isPostgresql(transaction))
    await transaction
      .selectFrom('account')
      .select('id')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
  const last = await transaction
    .selectFrom('ledger_entry')
    .select(['number', 'balance'])
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? FIRST;
}

/**
 * @param last as `lockAccount` gave it in the same transaction
 * @returns the balance after it
 * @throws BellwetherError `balance-too-large` beyond 2⁵³ − 1, where numbers are no longer exact
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
  await transaction
    .insertInto('ledger_entry')
    .values({
      account_id: accountId,
      number: last.number + 1,
      kind,
      amount,
      balance,
      reference,
      recorded_at: new Date().toISOString(),
    })
    .execute();
  return balance;
}

/** Specification, section 2: credit account. */
export type CreditAccount = {
  balance: number;
  /** Credits that ever came in: bought, granted, topped up. */
  purchased: number;
  /** Credits that were spent and not given back. */
  consumed: number;
  lastConsumedAt: string | null;
};

/** Summed up from the entries themselves, in one statement and so of one moment. */
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

/** All entries of an account, in their order. */
export function entriesOf({ database }: Store, accountId: string): Promise<CreditEntryTable[]> {
  return database
    .selectFrom('ledger_entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute();
}

/** An entry's reference to the answer that a credit was spent on. */
export function answerReference(answerId: string): string {
  return `answer:${answerId}`;
}

/**
 * Gives back the credit that was spent on an answer, once.
 *
 * @returns the balance after it
 * @throws BellwetherError `not-refundable`
 */
export function refundAnswer(store: Store, answerId: string): Promise<number> {
  return store.transaction(async (transaction) => {
    const reference = `refund:${answerId}`;
    const consumed = await transaction
      .selectFrom('ledger_entry')
      .select('account_id')
      .where('reference', '=', answerReference(answerId))
      .executeTakeFirst();
    if (!consumed)
      throw new BellwetherError('not-refundable', `No credit was spent on an answer ${answerId}.`);
    const last = await lockAccount(transaction, consumed.account_id);
    const refunded = await transaction
      .selectFrom('ledger_entry')
      .select('recorded_at')
      .where('reference', '=', reference)
      .executeTakeFirst();
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
