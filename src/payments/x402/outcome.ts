/** Dependencies of the x402 rail, its timeouts, and the possible outcomes of a payment. */
import type { Store } from '../../store/store.ts';
import type { X402PaymentTable } from '../../store/store-tables.ts';
import { repeatableSince } from '../paid-answer.ts';
import type { PaymentWatch } from '../payment-events.ts';
import type { Chain } from './chain.ts';
import type { Terms } from './requirements.ts';
import type { Settler } from './settler.ts';

export type X402Timing = {
  /** For one request to the node. */
  requestTimeoutMs: number;
  /** How often to look for new blocks. */
  pollingMs: number;
  /** How long to wait for confirmations, or for another call's settlement. */
  patienceMs: number;
  /**
   * How long to wait for a transaction or a facilitator. Short enough to tell the buyer that
   * settlement is pending before the connection times out after a minute without data.
   */
  settlementTimeoutMs: number;
  /** How long a hold on a payment lasts without renewal, and how often it is renewed. */
  holdMs: number;
  renewMs: number;
  /**
   * How long after its expiry an authorization may still turn out to have been used: block timestamps
   * precede their arrival, and nodes can lag.
   */
  lateBlocksSeconds: number;
};

export const DEFAULT_TIMING: X402Timing = {
  requestTimeoutMs: 10_000,
  pollingMs: 1_000,
  patienceMs: 15_000,
  settlementTimeoutMs: 25_000,
  holdMs: 10_000,
  renewMs: 3_000,
  lateBlocksSeconds: 3_600,
};

/** Minimum remaining validity of an authorization, so that it is mined in time. */
export const MINING_TIME_SECONDS = 6n;

export type X402Parts = {
  store: Store;
  chain: Chain;
  settler: Settler;
  settings: {
    terms: Omit<Terms, 'asset' | 'amount'>;
    /** In whole units of the asset, such as 0.19; an exact decimal. */
    price: string;
    /** Number of blocks, including the transfer's own, after which it is final. */
    confirmations: number;
    timing: X402Timing;
  };
  watch: PaymentWatch;
};

export type Outcome =
  | { kind: 'answered'; row: X402PaymentTable }
  /** Nothing was settled; the reason is one of x402's stable codes. */
  | { kind: 'refused'; reason: string }
  /** The ordered answer does not exist, as the body explains; nothing was settled. */
  | { kind: 'missed'; body: string }
  /** It may have been paid, or may be soon. */
  | { kind: 'pending' }
  /** The network failed before anything was submitted. */
  | { kind: 'unavailable'; cause: Error }
  /** Another call is processing it. */
  | { kind: 'in-progress' };

/** x402's reason codes: an invalid signature, an expiry that is too near, a used nonce. */
export const INVALID_SIGNATURE = 'invalid_exact_evm_signature';
export const EXPIRED = 'invalid_exact_evm_payload_authorization_valid_before';
export const NONCE_USED = 'invalid_exact_evm_nonce_already_used';
/** Matches facilitators' reasons for a used nonce. */
export const USED_NONCE_REASON = /nonce|already[_ ]used/i;
/** Reason codes of our own. */
export const ALREADY_USED = 'authorization_already_used';
export const BOUND = 'authorization_bound_to_another_request';

export function refused(reason: string): Extract<Outcome, { kind: 'refused' }> {
  return { kind: 'refused', reason };
}

/** The answer of a settled payment, unless it has been deleted. */
export function fetched(row: X402PaymentTable): Outcome {
  const { body, delivered_at } = row;
  const isKept = body !== null && (delivered_at === null || delivered_at >= repeatableSince());
  return isKept ? { kind: 'answered', row } : refused(ALREADY_USED);
}
