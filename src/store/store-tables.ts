/**
 * The tables of the transactional store, the same on both engines. Times are ISO 8601 text in UTC.
 * Token amounts are integers in the smallest unit, stored as text because they exceed the range of a
 * number.
 */

/** Owns credits. Its keys may be replaced. */
type AccountTable = {
  id: string;
  created_at: string;
};

export type CreditKeyTable = {
  public_id: string;
  account_id: string;
  /** SHA-256 of the key's secret, in hexadecimal. The secret is not stored. */
  secret_hash: string;
  /** The operator's own note. */
  label: string | null;
  issued_at: string;
  revoked_at: string | null;
};

export type EntryKind = 'grant' | 'consume' | 'refund' | 'top-up';

/**
 * Every movement of credits, append-only. Each account's entries are numbered without gaps, so that
 * no two can follow the same one.
 */
export type CreditEntryTable = {
  account_id: string;
  number: number;
  kind: EntryKind;
  /** Credits; negative if spent. */
  amount: number;
  /** The account's balance after this entry; never negative. */
  balance: number;
  /** The reason for the entry; unique. */
  reference: string;
  recorded_at: string;
};

type PaidAnswerTable = {
  id: string;
  rail: 'credits' | 'x402';
  /** Null if the answer was not paid for from an account. */
  account_id: string | null;
  company: string;
  period: string;
  /** SHA-256 of the answer's JSON, without the final line feed that is added when it is sent. */
  body_hash: string;
  recorded_at: string;
};

/** Requests that a client may repeat for a day without paying again. */
type RepeatableRequestTable = {
  account_id: string;
  idempotency_key: string;
  request_hash: string;
  /** Null if the answer was free. */
  answer_id: string | null;
  body: string;
  recorded_at: string;
};

export type X402PaymentTable = {
  /** `network/asset/payer/nonce`, unique for each authorization. */
  id: string;
  payer: string;
  /** Digest of the request that the payment is bound to. */
  request_hash: string;
  amount: string;
  /** Unix seconds after which the authorization can no longer be settled. */
  valid_before: string;
  /**
   * `reserved` during verification, `settling` once the transfer may be submitted, `settled` once it
   * was seen on the chain. A payment that was disclosed to a node or facilitator but not settled
   * stays `reserved`, with its body, until it expires, in case a stranger settled it.
   */
  state: 'reserved' | 'settling' | 'settled';
  /** Until this time, other processes leave the row to its holder. */
  held_until: string;
  /** The authorization as received, to settle it after a crash. */
  payload: string;
  /** A block before which the transfer cannot have happened. */
  since_block: string;
  company: string | null;
  period: string | null;
  /** The paid answer, kept while it can be fetched again. */
  body: string | null;
  transaction_hash: string | null;
  answer_id: string | null;
  recorded_at: string;
  settled_at: string | null;
  /**
   * When the authorization was first submitted by us or a facilitator, or was seen used by a
   * stranger. From then on it may be paid until it expires, despite any report.
   */
  sent_at: string | null;
  /**
   * Payer and request while the outcome is open or the answer undelivered; unique, so that a payer
   * pays only once for the same request in that time.
   */
  open_for: string | null;
  /** When its answer was first delivered. */
  delivered_at: string | null;
};

/** Additional authorizations for a request whose first payment is open; never submitted. */
type X402WithheldTable = {
  id: string;
  payment_id: string;
  signature: string;
  recorded_at: string;
};

/** A wallet that settles payments, by `network/address`. Its row is locked to give out a nonce. */
type X402WalletTable = { id: string };

/** The wallet's recent transactions: one for each nonce, recorded before it is sent. */
type X402TransactionTable = {
  wallet_id: string;
  nonce: number;
  /** Signed, so that any process can send it again. */
  serialized: string;
  recorded_at: string;
};

type SolanaRedemptionTable = {
  signature: string;
  account_id: string;
  amount: string;
  slot: string;
  redeemed_at: string;
};

type CheckoutTable = {
  /** The payment provider's session id. */
  session_id: string;
  account_id: string;
  granted_at: string;
  /** When the key was mailed. */
  delivered_at: string | null;
  /** Until this time, other processes leave the delivery to the one that reserved it. */
  held_until: string | null;
};

/** The cohort's number of seats, with one row for each change by the operator. */
type CohortSeatsTable = { number: number; seats: number; recorded_at: string };

export type CohortMemberTable = {
  /** Random and permanent. Commitments refer to it, so that a handle can change. */
  id: string;
  /** Chosen by the member; public. */
  handle: string;
  invited_at: string;
  /** Null while the invitation is pending. */
  admitted_at: string | null;
  removed_at: string | null;
  removal_reason: string | null;
};

type CohortKeyTable = {
  public_id: string;
  member_id: string;
  /** SHA-256 of the key's secret, in hexadecimal. */
  secret_hash: string;
  issued_at: string;
  revoked_at: string | null;
};

export type CohortRoundTable = {
  id: string;
  opened_at: string;
  /** Deadline for picks; their windows begin on the following day. */
  locks_at: string;
};

export type CohortPickTable = {
  id: string;
  member_id: string;
  round_id: string;
  company: string;
  nonce: string;
  /** The SHA-256 that was published when the pick was made. */
  commitment: string;
  made_at: string;
};

type GradeState = 'pending' | 'hit' | 'miss';

/** Every state change of a pick's windows, append-only. */
export type CohortGradeTable = {
  pick_id: string;
  days: number;
  /** From 1, without gaps. */
  number: number;
  before: GradeState;
  state: GradeState;
  /** Reason for reopening an outcome. */
  reason: string | null;
  /** Set for a hit. */
  event_kind: string | null;
  event_on: string | null;
  event_source: string | null;
  recorded_at: string;
};

/** Cache of users' public stars, limited to tracked repositories. */
type StarListingTable = {
  /** Lower-cased. */
  login: string;
  /** JSON (features/scout/star-cache.ts); null until it was first read. */
  listing: string | null;
  read_at: string | null;
};

export type Tables = {
  account: AccountTable;
  credit_key: CreditKeyTable;
  ledger_entry: CreditEntryTable;
  paid_answer: PaidAnswerTable;
  repeatable_request: RepeatableRequestTable;
  x402_payment: X402PaymentTable;
  x402_withheld: X402WithheldTable;
  x402_wallet: X402WalletTable;
  x402_transaction: X402TransactionTable;
  solana_redemption: SolanaRedemptionTable;
  checkout: CheckoutTable;
  cohort_seats: CohortSeatsTable;
  cohort_member: CohortMemberTable;
  cohort_key: CohortKeyTable;
  cohort_round: CohortRoundTable;
  cohort_pick: CohortPickTable;
  cohort_grade: CohortGradeTable;
  star_listing: StarListingTable;
};
