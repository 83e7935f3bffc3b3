/** Records of x402 payments: their progress, and what was bought. */
import type { Hash } from 'viem';
import type { Store } from '../../store/store.ts';
import type { X402PaymentTable } from '../../store/store-tables.ts';
import { type Offer, recordAnswer } from '../paid-answer.ts';
import { changeRows, deleteRows, findRow, lockRow } from '../rows.ts';
import { NO_HOLD } from './claims.ts';

type PaymentName = Record<'network' | 'asset' | 'payer' | 'nonce', string>;

/** Id of a payment's record, unique for each authorization. @param network by its CAIP-2 id */
export function paymentId({ network, asset, payer, nonce }: PaymentName): string {
  return [network, asset, payer, nonce].join('/').toLowerCase();
}

export function openKey(payer: string, requestHash: string): string {
  return `${payer.toLowerCase()}/${requestHash}`;
}

/** The payer's payment for the same request that is unsettled or not delivered yet, if any. */
export async function openPayment(
  { database }: Pick<Store, 'database'>,
  openFor: string,
): Promise<string | undefined> {
  return (await findRow(database, 'x402_payment', { open_for: openFor }))?.id;
}

/**
 * Records the order before the authorization is disclosed to anyone. If it is used after that, its
 * answer is known even if this call fails.
 *
 * @returns false if another process has claimed the payment because the hold was not renewed
 */
export function remember(
  { database }: Store,
  payment: X402PaymentTable,
  { body, company, period }: Offer,
): Promise<boolean> {
  const { id, recorded_at, request_hash, amount, valid_before, payload } = payment;
  const order = { request_hash, amount, valid_before, payload, body, company, period };
  return changeRows(database, 'x402_payment', { id, recorded_at, state: 'reserved' }, order);
}

type Marked =
  | { kind: 'settling' }
  /** Another process has claimed it because the hold was not renewed. */
  | { kind: 'lost' }
  /** An earlier payment by the same payer for the same request is open. */
  | { kind: 'second'; first: string };

/** Marks the point after which the transfer may happen. The answer then belongs to the payer. */
export function markSettling(store: Store, payment: X402PaymentTable): Promise<Marked> {
  const { id, payer, recorded_at, request_hash, sent_at } = payment;
  const open_for = openKey(payer, request_hash);
  // If two run concurrently, the later one violates the unique index on `open_for`, and its
  // transaction is retried.
  return store.transaction(async (transaction): Promise<Marked> => {
    const first = await openPayment({ database: transaction }, open_for);
    if (first !== undefined && first !== id) return { kind: 'second', first };
    const claimed = { id, recorded_at, state: 'reserved' } as const;
    const change = { state: 'settling', open_for, sent_at } as const;
    const isMarked = await changeRows(transaction, 'x402_payment', claimed, change);
    return { kind: isMarked ? 'settling' : 'lost' };
  });
}

/** Recorded before submission, so that a crash in between cannot lose the fact. */
export async function markSent(
  { database }: Pick<Store, 'database'>,
  id: string,
  hash?: Hash,
): Promise<void> {
  await database
    .updateTable('x402_payment')
    .set((row) => ({
      sent_at: row.fn.coalesce('sent_at', row.val(new Date().toISOString())),
      ...(hash && { transaction_hash: hash }),
    }))
    .where('id', '=', id)
    .execute();
}

/**
 * The payment failed before submission. Its authorization may be used for another request; the row is
 * kept until it expires, in case a stranger has settled it.
 *
 * @returns false if another process has taken over and decides instead
 */
export function markFailed(
  { database }: Store,
  { id, recorded_at }: X402PaymentTable,
): Promise<boolean> {
  const unsent = { id, recorded_at, state: 'settling', transaction_hash: null } as const;
  const change = { state: 'reserved', open_for: null, sent_at: null, held_until: NO_HOLD } as const;
  return changeRows(database, 'x402_payment', unsent, change);
}

/**
 * The authorization has most likely been spent elsewhere or expired, so the payer's next payment for
 * the same request is accepted. The row is kept until late blocks can no longer contradict this.
 */
export async function markSpent(store: Store, id: string): Promise<void> {
  await store.transaction(async (transaction) => {
    const change = { open_for: null, held_until: NO_HOLD };
    await changeRows(transaction, 'x402_payment', { id, state: 'settling' }, change);
    await deleteRows(transaction, 'x402_withheld', { payment_id: id });
  });
}

/** The transfer is confirmed. Records the answer with it, once. */
export function markSettled(store: Store, id: string, hash: Hash): Promise<X402PaymentTable> {
  return store.transaction(async (transaction) => {
    const row = await lockRow(transaction, 'x402_payment', { id });
    if (!row) throw new Error(`the payment ${id} has no record`);
    if (row.state === 'settled') return row;
    const answer = { body: row.body ?? '', company: row.company ?? '', period: row.period ?? '' };
    const answerId = await recordAnswer(transaction, answer, { rail: 'x402', accountId: null });
    const openFor = openKey(row.payer, row.request_hash);
    const first = await openPayment({ database: transaction }, openFor);
    const settled = {
      state: 'settled',
      transaction_hash: hash,
      answer_id: answerId,
      settled_at: new Date().toISOString(),
      open_for: first === undefined || first === id ? openFor : null,
    } as const;
    await changeRows(transaction, 'x402_payment', { id }, settled);
    return { ...row, ...settled };
  });
}

/** The answer was delivered. From now on the payer has to pay again for the same request. */
export async function markDelivered({ database }: Store, id: string): Promise<void> {
  const owed = { id, state: 'settled', delivered_at: null } as const;
  const change = { delivered_at: new Date().toISOString(), open_for: null };
  await changeRows(database, 'x402_payment', owed, change);
}
