/**
 * The tables of the transactional store, the same on both engines. Moments are ISO 8601 texts in
 * UTC, amounts of tokens whole numbers of their smallest unit as text, since they exceed what a
 * number holds.
 */

/** Whom credits belong to; keys come and go, the account stays. */
type AccountTable = {
  id: string;
  created_at: string;
};

export type CreditKeyTable = {
  /** The part of a key that may be shown. */
  public_id: string;
  account_id: string;
  /** SHA-256 of the key's secret, in hexadecimal; the secret itself is nowhere. */
  secret_hash: string;
  /** The operator's own note. */
  label: string | null;
  issued_at: string;
  revoked_at: string | null;
};

export type EntryKind = 'grant' | 'consume' | 'refund' | 'top-up';

/**
 * Every movement of credits; rows are only ever added. Each account's entries are numbered without
 * gaps, so that two of them can never follow the same one.
 */
export type CreditEntryTable = {
  account_id: string;
  number: number;
  kind: EntryKind;
  /** Credits, negative for a consumption. */
  amount: number;
  /** Of the account after this entry; never below zero. */
  balance: number;
  /** What moved the credits; unique. */
  reference: string;
  recorded_at: string;
};

type PaidAnswerTable = {
  id: string;
  rail: 'credits' | 'x402';
  /** Null where no account paid. */
  account_id: string | null;
  /** Slug of the startup. */
  company: string;
  /** Of the edition that the answer was read from, which never changes. */
  period: string;
  /** SHA-256 of the answer as JSON, without the line feed that ends it when it is sent. */
  body_hash: string;
  recorded_at: string;
};

/** What a client may repeat without paying again, for a day. */
type RepeatableRequestTable = {
  account_id: string;
  idempotency_key: string;
  request_hash: string;
  /** Null for an answer that cost nothing. */
  answer_id: string | null;
  body: string;
  recorded_at: string;
};

export type X402PaymentTable = {
  /** `network/asset/payer/nonce`: an authorization is spent once for all. */
  id: string;
  payer: string;
  /** What was asked for: a payment is good for that alone. */
  request_hash: string;
  amount: string;
  /** Unix seconds after which the authorization cannot be settled any more. */
  valid_before: string;
  /**
   * `reserved` while it is verified, `settling` from when the transfer may be sent, `settled` once
   * it was seen. One that was shown to a node or a facilitator and not settled stays `reserved` with
   * its body until it has expired: should somebody else have settled it, that is seen then.
   */
  state: 'reserved' | 'settling' | 'settled';
  /** Until when another process leaves the row to the one that works on it. */
  held_until: string;
  /** The authorization as it came in, to settle it after a crash. */
  payload: string;
  /** Block before which the transfer cannot have happened. */
  since_block: string;
  company: string | null;
  period: string | null;
  /** The answer that is paid for; kept for as long as it can be fetched again. */
  body: string | null;
  transaction_hash: string | null;
  answer_id: string | null;
  recorded_at: string;
  settled_at: string | null;
  /**
   * When it was first handed to what may send it: our wallet, a facilitator, or somebody else who
   * was seen to use it. From then on it may be paid until it has expired, whatever is said of it.
   */
  sent_at: string | null;
  /**
   * Payer and request, while the outcome is open or the answer was not handed out: the same payer
   * pays for the same request only once meanwhile.
   */
  open_for: string | null;
  /** When its answer was first handed out. */
  delivered_at: string | null;
};

/** Further authorizations of a payer for a request whose first payment is open; never sent. */
type X402WithheldTable = {
  id: string;
  payment_id: string;
  signature: string;
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
  /** The payment provider's session. */
  session_id: string;
  account_id: string;
  granted_at: string;
  /** When the key was mailed. */
  delivered_at: string | null;
  /** Until when another process leaves the delivery to the one that works on it. */
  held_until: string | null;
};

/** How many seats the cohort has, each time that the operator changed it. */
type CohortSeatsTable = { number: number; seats: number; recorded_at: string };

export type CohortMemberTable = {
  /** Random and lasting: commitments name it, so that a handle can change. */
  id: string;
  /** Chosen by the member; public. */
  handle: string;
  invited_at: string;
  /** Null while invited. */
  admitted_at: string | null;
  removed_at: string | null;
  removal_reason: string | null;
};

type CohortKeyTable = {
  /** The part of a key that may be shown. */
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
  /** Picks are taken before this moment; windows run from the day after it. */
  locks_at: string;
};

export type CohortPickTable = {
  id: string;
  member_id: string;
  round_id: string;
  /** Slug of the startup. */
  company: string;
  nonce: string;
  /** SHA-256 that was published when the pick was made. */
  commitment: string;
  made_at: string;
};

type GradeState = 'pending' | 'hit' | 'miss';

/** Every transition of every window of a pick; rows are only ever added. */
export type CohortGradeTable = {
  pick_id: string;
  days: number;
  /** From 1, without gaps. */
  number: number;
  before: GradeState;
  state: GradeState;
  /** Why an outcome was reopened. */
  reason: string | null;
  /** Of a hit. */
  event_kind: string | null;
  event_on: string | null;
  event_source: string | null;
  recorded_at: string;
};

/** What was read of a user's public stars: none of repositories that nobody tracks. */
type StarListingTable = {
  /** In lower case. */
  login: string;
  /** As JSON (features/scout/star-cache.ts); null until it was read once. */
  listing: string | null;
  read_at: string | null;
  /** Until when another process leaves the reading to the one that is at it. */
  held_until: string | null;
};

export type Tables = {
  account: AccountTable;
  credit_key: CreditKeyTable;
  ledger_entry: CreditEntryTable;
  paid_answer: PaidAnswerTable;
  repeatable_request: RepeatableRequestTable;
  x402_payment: X402PaymentTable;
  x402_withheld: X402WithheldTable;
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
