/**
 * Settles verified payments. The chain decides, and not the report of a transfer's sender: an
 * authorization that was used for a transfer to us has paid, also if a stranger submitted it; and one that was
 * submitted, or may have been, stays open until it expires.
 */
import type { Hash } from 'viem';
import type { Store } from '../../store/store.ts';
import type { X402PaymentTable } from '../../store/store-tables.ts';
import { releaseHold } from './claims.ts';
import { withoutAddress } from './node-transport.ts';
import {
  MINING_TIME_SECONDS,
  NONCE_USED,
  type Outcome,
  refused,
  USED_NONCE_REASON,
  type X402Parts,
} from './outcome.ts';
import { markFailed, markSent, markSettled, markSpent } from './payment-records.ts';
import { normalized, requirements, type Terms } from './requirements.ts';
import { type Trace, useOf } from './trace.ts';

export async function settle(
  parts: X402Parts,
  row: X402PaymentTable,
  terms: Terms,
): Promise<Outcome> {
  const { store, chain, settler, settings, watch } = parts;
  const wasSent = row.sent_at !== null;
  let sent: Hash | undefined;
  const sending = async (hash?: Hash, database: Store['database'] = store.database) => {
    await markSent({ database }, row.id, hash);
    sent = hash ?? sent;
  };
  const asked = originalTerms(row, terms);
  const { value: result, failures } = await chain.observe(() =>
    settler
      .settle(normalized(JSON.parse(row.payload), asked), requirements(asked), sending)
      .catch((error: unknown) => ({
        kind: 'unknown' as const,
        reason: withoutAddress(error).message,
      })),
  );
  if (result.kind === 'settled') await chain.waitFor(result.transaction, settings.confirmations);
  // Look first: anyone who has seen the authorization may have settled it.
  const seen = await lookFor(parts, row);
  if (seen.kind === 'answered') return seen;
  const isFailed = result.kind === 'failed' && !wasSent && sent === undefined;
  if (isFailed && seen.kind === 'unused' && !USED_NONCE_REASON.test(result.reason)) {
    if (!(await markFailed(store, row))) return { kind: 'pending' };
    const [failure] = failures;
    if (failure) return { kind: 'unavailable', cause: failure };
    watch({ rail: 'x402', event: 'settlement-failed', details: { reason: result.reason } });
    return refused(result.reason);
  }
  // Also counts as sent if a stranger has used it or is about to.
  await markSent(store, row.id);
  if (seen.kind === 'spent') return spent(parts, row);
  await releaseHold(store, row.id);
  // Many of these events point to a wallet without gas, or a facilitator that does not respond.
  const reason = result.kind === 'settled' ? 'not found on the chain yet' : result.reason;
  const details = { reason, transaction: sent ?? null };
  watch({ rail: 'x402', event: 'settlement-pending', details });
  return { kind: 'pending' };
}

/** Continues an open payment: its transfer may have happened, or may still happen. */
export async function resume(
  parts: X402Parts,
  row: X402PaymentTable,
  terms: Terms,
): Promise<Outcome> {
  const seen = await lookFor(parts, row);
  if (seen.kind === 'answered') return seen;
  const now = BigInt(Math.floor(Date.now() / 1000));
  const isTooLate = BigInt(row.valid_before) < now + MINING_TIME_SECONDS;
  if (seen.kind === 'spent') return spent(parts, row);
  if (seen.kind !== 'unused' || isTooLate || (await isWaiting(parts, row))) {
    await releaseHold(parts.store, row.id);
    return { kind: 'pending' };
  }
  return settle(parts, row, terms);
}

async function spent({ store }: X402Parts, { id }: X402PaymentTable): Promise<Outcome> {
  await markSpent(store, id);
  return refused(NONCE_USED);
}

/** Whether our own transaction is still pending; true if the node does not answer. */
function isWaiting({ chain }: X402Parts, row: X402PaymentTable): Promise<boolean> {
  // The service recorded the hash itself.
  const sent = row.transaction_hash as Hash | null;
  if (sent === null) return Promise.resolve(false);
  return chain.isWaiting(sent).catch(() => true);
}

type Seen =
  | { kind: 'answered'; row: X402PaymentTable }
  | { kind: Exclude<Trace['kind'], 'paid'> | 'unconfirmed' | 'unknown' };

/** Looks for the transfer, and records the answer once it is confirmed. */
export async function lookFor(parts: X402Parts, row: X402PaymentTable): Promise<Seen> {
  const { store, chain, settings, watch } = parts;
  const found = await chain
    .trace(useOf(row), BigInt(row.since_block))
    .catch(() => ({ kind: 'unknown' as const }));
  if (found.kind !== 'paid') return found;
  if (found.confirmations < BigInt(settings.confirmations)) return { kind: 'unconfirmed' };
  const settled = await markSettled(store, row.id, found.transaction);
  const { amount, company } = settled;
  const details = { transaction: found.transaction, amount, company };
  watch({ rail: 'x402', event: 'settled', details });
  return { kind: 'answered', row: settled };
}

/** The terms of the payment; the current ones may differ. */
function originalTerms(row: X402PaymentTable, terms: Terms): Terms {
  const { to, value } = useOf(row);
  return { ...terms, payTo: to, amount: value };
}
