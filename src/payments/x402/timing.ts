/** How long each step of a payment may take. */

export type X402Timing = {
  /** Of one request to the node. */
  requestTimeoutMs: number;
  /** How often blocks are looked for. */
  pollingMs: number;
  /** How long confirmations, and another call's settlement, are waited for. */
  patienceMs: number;
  /**
   * How long a transaction or a facilitator is waited for. The buyer is told that the settlement is
   * pending before a minute of silence ends the connection.
   */
  settlementTimeoutMs: number;
  /** How long a process holds a payment without renewing its hold, and how often it renews it. */
  holdMs: number;
  renewMs: number;
  /**
   * How long after its end an authorization may still turn out to have been used: blocks carry
   * timestamps from before they arrive, and nodes can lag.
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

/** How long an authorization must still be valid, to be mined in time. */
export const MINING_TIME_SECONDS = 6n;
