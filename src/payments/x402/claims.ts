/**
 * Exclusive claims on payments. A payment's row is claimed before any work on it, and held while the
 * work lasts. The holder keeps renewing its hold, so that when a process dies, another one takes
 * over.
 */
import type { Store } from '../../store/store.ts';
import type { X402PaymentTable } from '../../store/store-tables.ts';
import { changeRows, deleteRows, insertRow, lockRow } from '../rows.ts';
import type { X402Timing } from './outcome.ts';

/** The columns that a call with a payment fills. */
export type Ordered = Pick<
  X402PaymentTable,
  'request_hash' | 'amount' | 'valid_before' | 'payload'
>;
type NewPayment = Ordered & Pick<X402PaymentTable, 'id' | 'payer' | 'since_block'>;

/** The columns that later steps fill. */
const UNFILLED = {
  company: null,
  period: null,
  body: null,
  transaction_hash: null,
  answer_id: null,
  settled_at: null,
  sent_at: null,
  open_for: null,
  delivered_at: null,
} as const;

type Claim =
  /** Held by the caller. */
  | { kind: 'held'; row: X402PaymentTable }
  /** Held by another call or process. */
  | { kind: 'busy' }
  /** The authorization is already used for another request. */
  | { kind: 'bound' }
  | { kind: 'settled'; row: X402PaymentTable };

type Hold = Pick<X402Timing, 'holdMs'>;

/** An expired hold. */
export const NO_HOLD = new Date(0).toISOString();

export async function claim(store: Store, payment: NewPayment, hold: Hold): Promise<Claim> {
  const { id, request_hash } = payment;
  return store.transaction(async (transaction): Promise<Claim> => {
    const now = new Date();
    const held_until = heldUntil(now, hold);
    const known = await lockRow(transaction, 'x402_payment', { id });
    const isBound = known !== undefined && known.request_hash !== request_hash;
    if (known?.state === 'settled')
      return isBound ? { kind: 'bound' } : { kind: 'settled', row: known };
    if (known && known.held_until > now.toISOString()) return { kind: 'busy' };
    if (known?.state === 'settling' && isBound) return { kind: 'bound' };
    if (known) {
      // A payment that was only reserved starts over.
      const isReserved = known.state === 'reserved';
      const recorded_at = isReserved ? now.toISOString() : known.recorded_at;
      const change = { held_until, recorded_at };
      await changeRows(transaction, 'x402_payment', { id }, change);
      return { kind: 'held', row: { ...known, ...change } };
    }
    const recorded_at = now.toISOString();
    const row = { ...UNFILLED, ...payment, state: 'reserved', held_until, recorded_at } as const;
    await insertRow(transaction, 'x402_payment', row);
    return { kind: 'held', row };
  });
}

/** @returns true if the payment is being settled and was not held */
export function takeOver({ database }: Store, id: string, hold: Hold): Promise<boolean> {
  const now = new Date();
  const abandoned = { id, state: 'settling', held_until: ['<=', now.toISOString()] } as const;
  return changeRows(database, 'x402_payment', abandoned, { held_until: heldUntil(now, hold) });
}

/** Keeps renewing the hold while the work lasts. */
export async function whileHeld<T>(
  { database }: Store,
  id: string,
  { holdMs, renewMs }: Pick<X402Timing, 'holdMs' | 'renewMs'>,
  work: () => Promise<T>,
): Promise<T> {
  // The hold may have been released concurrently.
  const held = { id, state: ['<>', 'settled'], held_until: ['<>', NO_HOLD] } as const;
  const renew = () => {
    const change = { held_until: heldUntil(new Date(), { holdMs }) };
    // A hold that cannot be renewed expires. The database's constraints keep the books correct even
    // then.
    return changeRows(database, 'x402_payment', held, change).catch(() => undefined);
  };
  const timer = setInterval(() => void renew(), renewMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Releases the hold, so that another process can take over immediately. */
export async function releaseHold(
  { database }: Pick<Store, 'database'>,
  id: string,
): Promise<void> {
  const open = { id, state: ['<>', 'settled'] } as const;
  await changeRows(database, 'x402_payment', open, { held_until: NO_HOLD });
}

/**
 * Deletes a rejected payment, unless an earlier call has disclosed the authorization to others. It
 * is then kept until it expires, in case it was settled.
 *
 * @param payment as claimed
 */
export async function release(
  { database }: Store,
  { id, recorded_at, body }: X402PaymentTable,
): Promise<void> {
  if (body !== null) return releaseHold({ database }, id);
  await deleteRows(database, 'x402_payment', { id, recorded_at, state: 'reserved' });
}

function heldUntil(now: Date, { holdMs }: Hold): string {
  return new Date(now.getTime() + holdMs).toISOString();
}
