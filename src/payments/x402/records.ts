/**
 * The store's memory of payments: who works on an authorization, how far it has come, and what was
 * paid for. A row is claimed before any work; whoever holds it renews its hold, so that the work of
 * a process that died is taken up by another.
 */
import type { Hash } from 'viem';
import { isPostgresql, type Store, type StoreTransaction } from '../../store/store.ts';
import type { X402PaymentTable } from '../../store/tables.ts';
import { type Offer, recordAnswer, repeatableSince } from '../credits/credit-sale.ts';

/** How long a hold lasts without being renewed, and how often it is, in milliseconds. */
const HOLD = 10_000;
const RENEWED_EVERY = 3_000;

export type NewPayment = {
  id: string;
  payer: string;
  requestHash: string;
  amount: bigint;
  validBefore: string;
  payload: string;
  sinceBlock: bigint;
};

export type Claim =
  /** To be worked on by whoever asked. */
  | { kind: 'held'; row: X402PaymentTable }
  /** Another works on it. */
  | { kind: 'busy' }
  /** It stands for another request. */
  | { kind: 'bound' }
  | { kind: 'settled'; row: X402PaymentTable };

export async function claim(store: Store, payment: NewPayment): Promise<Claim> {
  const { id, payer, requestHash, amount, validBefore, payload, sinceBlock } = payment;
  return store.transaction(async (transaction): Promise<Claim> => {
    const now = new Date();
    const known = await rowForUpdate(transaction, id);
    if (known?.state === 'settled')
      return known.request_hash === requestHash
        ? { kind: 'settled', row: known }
        : { kind: 'bound' };
    if (known && known.held_until > now.toISOString()) return { kind: 'busy' };
    if (known?.state === 'settling') {
      if (known.request_hash !== requestHash) return { kind: 'bound' };
      const held_until = heldUntil(now);
      await transaction
        .updateTable('x402_payment')
        .set({ held_until })
        .where('id', '=', id)
        .execute();
      return { kind: 'held', row: known };
    }
    // What was only reserved when its holder died has set nothing in motion.
    if (known) await transaction.deleteFrom('x402_payment').where('id', '=', id).execute();
    const row: X402PaymentTable = {
      id,
      payer,
      request_hash: requestHash,
      amount: amount.toString(),
      valid_before: validBefore,
      state: 'reserved',
      held_until: heldUntil(now),
      payload,
      since_block: sinceBlock.toString(),
      company: null,
      period: null,
      body: null,
      transaction_hash: null,
      answer_id: null,
      recorded_at: now.toISOString(),
      settled_at: null,
    };
    await transaction.insertInto('x402_payment').values(row).execute();
    return { kind: 'held', row };
  });
}

/** How far a payment has come; undefined for one that is not recorded. */
export async function stateOf(
  { database }: Store,
  id: string,
): Promise<X402PaymentTable['state'] | undefined> {
  const query = database.selectFrom('x402_payment').select('state').where('id', '=', id);
  return (await query.executeTakeFirst())?.state;
}

/** Keeps the hold while the work lasts. */
export async function whileHeld<T>(
  { database }: Store,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const renew = () =>
    database
      .updateTable('x402_payment')
      .set({ held_until: heldUntil(new Date()) })
      .where('id', '=', id)
      .where('state', '<>', 'settled')
      .execute()
      // A hold that cannot be renewed runs out; the database's own refusals keep the books right.
      .catch(() => undefined);
  const timer = setInterval(() => void renew(), RENEWED_EVERY);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * From here on the payment may happen, and the answer belongs to whoever pays it.
 *
 * @returns false where another has begun anew, since the hold could not be renewed
 */
export async function markSettling(
  { database }: Store,
  { id, recorded_at }: X402PaymentTable,
  { body, company, period }: Offer,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('x402_payment')
    .set({ state: 'settling', body, company, period })
    .where('id', '=', id)
    .where('recorded_at', '=', recorded_at)
    .where('state', '=', 'reserved')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markSent({ database }: Store, id: string, hash: Hash): Promise<void> {
  await database
    .updateTable('x402_payment')
    .set({ transaction_hash: hash })
    .where('id', '=', id)
    .execute();
}

/**
 * Nothing happened and nothing will: the authorization can be used again.
 *
 * @param sent the last transaction that we know of
 * @returns false where another has taken it over, and what happens is for that one to say
 */
export async function release(
  { database }: Store,
  { id, recorded_at }: X402PaymentTable,
  sent: string | null = null,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('x402_payment')
    .where('id', '=', id)
    .where('recorded_at', '=', recorded_at)
    .where('transaction_hash', sent === null ? 'is' : '=', sent)
    .where('state', '<>', 'settled')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Drops what was left behind, as it was when it was read: whoever has taken it up since works on
 * it, and may have sent the transfer.
 */
export async function forget(
  { database }: Store,
  { id, state, held_until }: X402PaymentTable,
): Promise<void> {
  await database
    .deleteFrom('x402_payment')
    .where('id', '=', id)
    .where('state', '=', state)
    .where('held_until', '=', held_until)
    .execute();
}

/** Lets another take it up at once. */
export async function letGo({ database }: Store, id: string): Promise<void> {
  await database
    .updateTable('x402_payment')
    .set({ held_until: new Date(0).toISOString() })
    .where('id', '=', id)
    .where('state', '<>', 'settled')
    .execute();
}

/** The payment is believed; its answer is recorded with it, once. */
export function markSettled(store: Store, id: string, hash: Hash): Promise<X402PaymentTable> {
  return store.transaction(async (transaction) => {
    const row = await rowForUpdate(transaction, id);
    if (!row) throw new Error(`the payment ${id} has no record`);
    if (row.state === 'settled') return row;
    const offer: Offer = {
      isCharged: true,
      body: row.body ?? '',
      company: row.company ?? '',
      period: row.period ?? '',
    };
    const answerId = await recordAnswer(transaction, offer, { rail: 'x402', accountId: null });
    const settled = {
      state: 'settled',
      transaction_hash: hash,
      answer_id: answerId,
      settled_at: new Date().toISOString(),
    } as const;
    await transaction.updateTable('x402_payment').set(settled).where('id', '=', id).execute();
    return { ...row, ...settled };
  });
}

/** Payments that nobody has finished and nobody works on. */
export function abandoned({ database }: Store): Promise<X402PaymentTable[]> {
  return database
    .selectFrom('x402_payment')
    .selectAll()
    .where('state', '<>', 'settled')
    .where('held_until', '<', new Date().toISOString())
    .execute();
}

/** Drops answers that can no longer be fetched again. */
export async function forgetAnswers({ database }: Store): Promise<void> {
  await database
    .updateTable('x402_payment')
    .set({ body: null })
    .where('state', '=', 'settled')
    .where('body', 'is not', null)
    .where('settled_at', '<', repeatableSince())
    .execute();
}

function heldUntil(now: Date): string {
  return new Date(now.getTime() + HOLD).toISOString();
}

async function rowForUpdate(
  transaction: StoreTransaction,
  id: string,
): Promise<X402PaymentTable | undefined> {
  const query = transaction.selectFrom('x402_payment').selectAll().where('id', '=', id);
  return (isPostgresql(transaction) ? query.forUpdate() : query).executeTakeFirst();
}
