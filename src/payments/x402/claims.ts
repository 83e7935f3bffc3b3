/**
 * Who works on a payment. Its row is claimed before any work, and held while the work lasts: whoever
 * holds it renews the hold, so that another process takes up what a process that died has left.
 */
import { isPostgresql, type Store, type StoreTransaction } from '../../store/store.ts';
import type { X402PaymentTable } from '../../store/tables.ts';
import type { X402Timing } from './timing.ts';

type NewPayment = {
  id: string;
  payer: string;
  requestHash: string;
  amount: bigint;
  validBefore: string;
  payload: string;
  sinceBlock: bigint;
};

type Claim =
  /** The caller holds it. */
  | { kind: 'held'; row: X402PaymentTable }
  /** Another holds it. */
  | { kind: 'busy' }
  /** It pays for another request. */
  | { kind: 'bound' }
  | { kind: 'settled'; row: X402PaymentTable };

type Hold = Pick<X402Timing, 'holdMs'>;

/** A hold that has run out. */
export const NO_HOLD = new Date(0).toISOString();

export async function claim(store: Store, payment: NewPayment, hold: Hold): Promise<Claim> {
  const { id, payer, requestHash, amount, validBefore, payload, sinceBlock } = payment;
  return store.transaction(async (transaction): Promise<Claim> => {
    const now = new Date();
    const held_until = heldUntil(now, hold);
    const known = await rowForUpdate(transaction, id);
    const isBound = known !== undefined && known.request_hash !== requestHash;
    if (known?.state === 'settled')
      return isBound ? { kind: 'bound' } : { kind: 'settled', row: known };
    if (known && known.held_until > now.toISOString()) return { kind: 'busy' };
    if (known?.state === 'settling' && isBound) return { kind: 'bound' };
    if (known) {
      // What was only reserved begins again.
      const isReserved = known.state === 'reserved';
      const recorded_at = isReserved ? now.toISOString() : known.recorded_at;
      const change = { held_until, recorded_at };
      await transaction.updateTable('x402_payment').set(change).where('id', '=', id).execute();
      return { kind: 'held', row: { ...known, ...change } };
    }
    const row: X402PaymentTable = {
      id,
      payer,
      request_hash: requestHash,
      amount: amount.toString(),
      valid_before: validBefore,
      state: 'reserved',
      held_until,
      payload,
      since_block: sinceBlock.toString(),
      company: null,
      period: null,
      body: null,
      transaction_hash: null,
      answer_id: null,
      recorded_at: now.toISOString(),
      settled_at: null,
      sent_at: null,
      open_for: null,
      delivered_at: null,
    };
    await transaction.insertInto('x402_payment').values(row).execute();
    return { kind: 'held', row };
  });
}

/** @returns whether the payment is being settled, and nobody else held it */
export async function takeOver({ database }: Store, id: string, hold: Hold): Promise<boolean> {
  const now = new Date();
  const { numUpdatedRows } = await database
    .updateTable('x402_payment')
    .set({ held_until: heldUntil(now, hold) })
    .where('id', '=', id)
    .where('state', '=', 'settling')
    .where('held_until', '<=', now.toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps the hold while the work lasts. */
export async function whileHeld<T>(
  { database }: Store,
  id: string,
  { holdMs, renewMs }: Pick<X402Timing, 'holdMs' | 'renewMs'>,
  work: () => Promise<T>,
): Promise<T> {
  const renew = () =>
    database
      .updateTable('x402_payment')
      .set({ held_until: heldUntil(new Date(), { holdMs }) })
      .where('id', '=', id)
      .where('state', '<>', 'settled')
      // It may have been let go while this was on its way.
      .where('held_until', '<>', NO_HOLD)
      .execute()
      // A hold that cannot be renewed runs out; the database's own refusals keep the books right.
      .catch(() => undefined);
  const timer = setInterval(() => void renew(), renewMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Lets another take it up at once. */
export async function letGo({ database }: Pick<Store, 'database'>, id: string): Promise<void> {
  await database
    .updateTable('x402_payment')
    .set({ held_until: NO_HOLD })
    .where('id', '=', id)
    .where('state', '<>', 'settled')
    .execute();
}

/**
 * Deletes a payment that was refused. One that an earlier call has shown to somebody is kept until
 * it has expired, in case it was settled.
 *
 * @param payment as it was claimed
 */
export async function release(
  { database }: Store,
  { id, recorded_at, body }: X402PaymentTable,
): Promise<void> {
  if (body !== null) return letGo({ database }, id);
  await database
    .deleteFrom('x402_payment')
    .where(({ and }) => and({ id, recorded_at, state: 'reserved' }))
    .execute();
}

export async function rowForUpdate(
  transaction: StoreTransaction,
  id: string,
): Promise<X402PaymentTable | undefined> {
  const query = transaction.selectFrom('x402_payment').selectAll().where('id', '=', id);
  return (isPostgresql(transaction) ? query.forUpdate() : query).executeTakeFirst();
}

function heldUntil(now: Date, { holdMs }: Hold): string {
  return new Date(now.getTime() + holdMs).toISOString();
}
