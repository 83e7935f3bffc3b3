/** Timeouts and intervals of each step of a payment. */

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
