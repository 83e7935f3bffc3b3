/** What the rail works with, and what can come of a payment. */
import type { Store } from '../../store/store.ts';
import type { X402PaymentTable } from '../../store/tables.ts';
import type { PaymentWatch } from '../events.ts';
import { repeatableSince } from '../paid-answer.ts';
import type { Chain } from './chain.ts';
import type { Terms } from './requirements.ts';
import type { Settler } from './settler.ts';
import type { X402Timing } from './timing.ts';

export type X402Parts = {
  store: Store;
  chain: Chain;
  settler: Settler;
  settings: {
    terms: Omit<Terms, 'asset' | 'amount'>;
    /** In whole units of the asset, such as 0.19; exact to its last decimal. */
    price: string;
    /** Blocks, its own included, after which a transfer is believed. */
    confirmations: number;
    timing: X402Timing;
  };
  watch: PaymentWatch;
};

export type Outcome =
  | { kind: 'answered'; row: X402PaymentTable }
  /** Nothing was settled, for a stable reason of x402's. */
  | { kind: 'refused'; reason: string }
  /** What was ordered cannot be had, as its body says; nothing was settled. */
  | { kind: 'missed'; body: string }
  /** It may have been paid, or will be. */
  | { kind: 'pending' }
  /** The network failed before anything was sent. */
  | { kind: 'unavailable'; cause: Error }
  /** Another call works on it. */
  | { kind: 'in-progress' };

/** Reasons of x402: a bad signature, an end that is too near, a nonce that was used. */
export const INVALID_SIGNATURE = 'invalid_exact_evm_signature';
export const EXPIRED = 'invalid_exact_evm_payload_authorization_valid_before';
export const NONCE_USED = 'invalid_exact_evm_nonce_already_used';
/** What facilitators call a nonce that was used. */
export const SAYS_USED = /nonce|already[_ ]used/i;
/** Our own reasons. */
export const ALREADY_USED = 'authorization_already_used';
export const BOUND = 'authorization_bound_to_another_request';

export function refused(reason: string): Extract<Outcome, { kind: 'refused' }> {
  return { kind: 'refused', reason };
}

/** The answer of a settled payment, for as long as it is kept. */
export function fetched(row: X402PaymentTable): Outcome {
  const { body, delivered_at } = row;
  const isKept = body !== null && (delivered_at === null || delivered_at >= repeatableSince());
  return isKept ? { kind: 'answered', row } : refused(ALREADY_USED);
}
