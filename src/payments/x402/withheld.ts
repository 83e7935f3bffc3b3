/**
 * Withholds second authorizations. A client that was told to retry may sign a new authorization
 * instead. While a payer's first payment for a request is open, further ones are never submitted, and
 * share the first one's result.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../store/store.ts';
import type { X402PaymentTable } from '../../store/store-tables.ts';
import { deleteRows, findRow, insertRow } from '../rows.ts';
import { release, takeOver, whileHeld } from './claims.ts';
import type { Payment } from './messages.ts';
import {
  BOUND,
  fetched,
  INVALID_SIGNATURE,
  type Outcome,
  refused,
  type X402Parts,
} from './outcome.ts';
import type { Terms } from './requirements.ts';
import { resume } from './settlement.ts';

type Withheld = { paymentId: string; signature: string };

/** How often to poll the store for a payment that another call is processing. */
const POLL_MS = 150;

/** The payment in whose favour the authorization was withheld, if any. */
export async function withheld({ database }: Store, id: string): Promise<Withheld | undefined> {
  const row = await findRow(database, 'x402_withheld', { id });
  return row && { paymentId: row.payment_id, signature: row.signature };
}

/**
 * Withholds an authorization for a request that an earlier payment already covers.
 *
 * @param row as claimed
 * @param firstId the open payment
 */
export async function withholdFor(
  parts: X402Parts,
  payment: Payment,
  { row, firstId, requestHash, objection }: Second,
  terms: Terms,
): Promise<Outcome> {
  const { store, chain, watch } = parts;
  const { signature } = payment;
  const isSigned = objection === undefined && (await chain.isSigned(payment, terms.asset));
  const isWithheld = isSigned && (await withhold(store, row, { paymentId: firstId, signature }));
  if (!isWithheld) await release(store, row);
  if (!isSigned) return refused(objection ?? INVALID_SIGNATURE);
  if (!isWithheld) return { kind: 'in-progress' };
  watch({ rail: 'x402', event: 'withheld', details: {} });
  return follow(parts, { id: row.id, firstId, requestHash }, terms);
}

type Second = {
  row: X402PaymentTable;
  firstId: string;
  requestHash: string;
  objection: string | undefined;
};

/** The result of the first payment, for the holder of a second one. */
export async function follow(
  parts: X402Parts,
  { id, firstId, requestHash }: { id: string; firstId: string; requestHash: string },
  terms: Terms,
): Promise<Outcome> {
  const { store, settings } = parts;
  const { timing } = settings;
  const end = Date.now() + timing.patienceMs;
  while (Date.now() < end) {
    const isHeld = await takeOver(store, firstId, timing);
    const first = await findRow(store.database, 'x402_payment', { id: firstId });
    if (!first || first.state === 'reserved') {
      // The first payment has failed, so this one may be used.
      await deleteRows(store.database, 'x402_withheld', { id });
      return { kind: 'in-progress' };
    }
    if (first.request_hash !== requestHash) return refused(BOUND);
    if (first.state === 'settled') return fetched(first);
    if (isHeld) {
      const outcome = await whileHeld(store, firstId, timing, () => resume(parts, first, terms));
      // The second authorization may be used from now on.
      return outcome.kind === 'refused' ? { kind: 'in-progress' } : outcome;
    }
    await delay(POLL_MS);
  }
  return { kind: 'pending' };
}

/**
 * Records that the authorization is withheld, and deletes its claimed row.
 *
 * @returns false if the first payment no longer exists, or this one was taken over; the call then
 *   starts over
 */
function withhold(
  store: Store,
  { id, recorded_at }: X402PaymentTable,
  { paymentId, signature }: Withheld,
): Promise<boolean> {
  return store.transaction(async (transaction) => {
    const first = await findRow(transaction, 'x402_payment', { id: paymentId });
    const own = await findRow(transaction, 'x402_payment', { id, recorded_at, state: 'reserved' });
    if (!first || !own) return false;
    // Keep an authorization that was verified before, because a stranger may have settled it.
    if (own.body === null) await deleteRows(transaction, 'x402_payment', { id });
    const row = { id, payment_id: paymentId, signature, recorded_at: new Date().toISOString() };
    await insertRow(transaction, 'x402_withheld', row);
    return true;
  });
}

/** Deletes records whose answer can no longer be fetched again. */
export async function forgetWithheld({ database }: Store): Promise<void> {
  await database
    .deleteFrom('x402_withheld')
    .where('payment_id', 'in', (query) =>
      query
        .selectFrom('x402_payment')
        .select('id')
        .where('state', '=', 'settled')
        .where('body', 'is', null),
    )
    .execute();
}
