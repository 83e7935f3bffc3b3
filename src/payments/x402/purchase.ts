/**
 * Processes one call with a payment: claim, look up, verify, settle. It follows the rules for
 * merchants in Wang et al., "When HTTP 402 Meets the Blockchain" (USENIX Security 2026): nothing is
 * delivered before settlement has succeeded, failed verifications are rolled back, the nonce is
 * reserved before any work, and an authorization is bound to one resource and body.
 */
import { getAddress } from 'viem';
import type { X402PaymentTable } from '../../store/store-tables.ts';
import type { Offer } from '../paid-answer.ts';
import { findRow } from '../rows.ts';
import { claim, type Ordered, release, releaseHold, whileHeld } from './claims.ts';
import type { Payment } from './messages.ts';
import {
  ALREADY_USED,
  BOUND,
  EXPIRED,
  fetched,
  type Outcome,
  refused,
  type X402Parts,
} from './outcome.ts';
import { markSettling, openKey, openPayment, remember } from './payment-records.ts';
import type { Terms } from './requirements.ts';
import { resume, settle } from './settlement.ts';
import { refusal, verify } from './verification.ts';
import { follow, withheld, withholdFor } from './withheld.ts';

/** The order: the request's content, and how to look up its answer. */
export type Order = {
  input: string;
  /** If the offer is free, nothing is settled. */
  look: () => Promise<Offer>;
};

type Purchase = {
  /** `network/asset/payer/nonce` */
  id: string;
  payment: Payment;
  requestHash: string;
  order: Order;
};

export async function buy(parts: X402Parts, purchase: Purchase, terms: Terms): Promise<Outcome> {
  const { id, payment, requestHash } = purchase;
  const { store, chain, settings } = parts;
  const { signature, authorization } = payment;
  const second = await withheld(store, id);
  if (second)
    return second.signature === signature
      ? follow(parts, { id, firstId: second.paymentId, requestHash }, terms)
      : refused(BOUND);
  const known = await findRow(store.database, 'x402_payment', { id });
  const objection = refusal(payment, terms, Math.floor(Date.now() / 1000));
  // A recorded payment may have been settled since, and one that has expired may have been recorded
  // earlier.
  if (objection !== undefined && objection !== EXPIRED && !known) return refused(objection);
  const payer = getAddress(authorization.from);
  const since_block = String(known ? 0n : await chain.blockNumber());
  const order = { id, payer, since_block, ...orderedBy(purchase, terms) };
  const claimed = await claim(store, order, settings.timing);
  if (claimed.kind === 'bound') return refused(BOUND);
  if (claimed.kind === 'busy') return { kind: 'in-progress' };
  const { row } = claimed;
  const isSame = JSON.parse(row.payload).signature === signature;
  if (claimed.kind === 'settled') return isSame ? fetched(row) : refused(ALREADY_USED);
  return whileHeld(store, id, settings.timing, async () => {
    if (row.state === 'reserved') return begin(parts, purchase, row, objection, terms);
    if (isSame) return resume(parts, row, terms);
    await releaseHold(store, id);
    return refused(BOUND);
  });
}

/** Processes an authorization for the first time: looks up the answer and sells it. */
async function begin(
  parts: X402Parts,
  purchase: Purchase,
  claimed: X402PaymentTable,
  objection: string | undefined,
  terms: Terms,
): Promise<Outcome> {
  const { store } = parts;
  const { payment, requestHash, order } = purchase;
  let isShown = false;
  try {
    const firstId = await openPayment(store, openKey(claimed.payer, requestHash));
    if (firstId !== undefined) {
      const second = { row: claimed, firstId, requestHash, objection };
      return await withholdFor(parts, payment, second, terms);
    }
    const offer = await order.look();
    // Verification discloses the authorization to others, who could settle it.
    isShown = offer.isCharged && (objection === undefined || objection === EXPIRED);
    return await sell(parts, purchase, { claimed, offer, objection, isShown }, terms);
  } catch (error) {
    await (isShown ? releaseHold(store, claimed.id) : release(store, claimed));
    throw error;
  }
}

type Sale = {
  claimed: X402PaymentTable;
  offer: Offer;
  objection: string | undefined;
  isShown: boolean;
};

async function sell(
  parts: X402Parts,
  purchase: Purchase,
  { claimed, offer, objection, isShown }: Sale,
  terms: Terms,
): Promise<Outcome> {
  const { store } = parts;
  const { payment, requestHash } = purchase;
  // Use this call's payload: an earlier, failed call may have sent a different one.
  const row = { ...claimed, ...orderedBy(purchase, terms) };
  if (isShown && !(await remember(store, row, offer))) return { kind: 'in-progress' };
  const verified = await verify(parts, payment, row, objection, terms);
  if (verified.kind === 'unavailable') {
    await releaseHold(store, row.id);
    return verified;
  }
  if (verified.kind === 'refused' || !offer.isCharged) {
    await release(store, claimed);
    return verified.kind === 'refused' ? verified : { kind: 'missed', body: offer.body };
  }
  const { isSent, doubt } = verified;
  if (doubt !== undefined) {
    await releaseHold(store, row.id);
    return refused(doubt);
  }
  const begun = { ...row, sent_at: isSent ? row.recorded_at : null };
  const marked = await markSettling(store, begun);
  if (marked.kind === 'second') {
    const second = { row: claimed, firstId: marked.first, requestHash, objection };
    return withholdFor(parts, payment, second, terms);
  }
  if (marked.kind === 'lost') return { kind: 'in-progress' };
  return isSent ? resume(parts, begun, terms) : settle(parts, begun, terms);
}

function orderedBy({ payment, requestHash }: Purchase, terms: Terms): Ordered {
  const { signature, authorization } = payment;
  return {
    request_hash: requestHash,
    amount: terms.amount.toString(),
    valid_before: authorization.validBefore,
    payload: JSON.stringify({ signature, authorization }),
  };
}
