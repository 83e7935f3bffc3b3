/**
 * All migrations in order, as the statements that both engines run, and those of one alone. The name of a
 * released migration must not change. Times and large amounts are text (store-tables.ts).
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgresql } from './store.ts';

type Statements = Partial<Record<'both' | 'postgresql' | 'sqlite', readonly string[]>>;

/** Accounts, keys, the ledger of credits, and what rails need to record a payment exactly once. */
const PAYMENTS: Statements = {
  both: [
    'create table account (id text primary key, created_at text not null)',
    `create table credit_key (
      public_id text primary key,
      account_id text not null references account (id),
      secret_hash text not null,
      label text,
      issued_at text not null,
      revoked_at text
    )`,
    `create table ledger_entry (
      account_id text not null references account (id),
      number integer not null check (number >= 1),
      kind text not null check (kind in ('grant', 'consume', 'refund', 'top-up')),
      amount integer not null check (amount <> 0 and (kind = 'consume') = (amount < 0)),
      balance integer not null check (balance >= 0),
      reference text not null unique,
      recorded_at text not null,
      constraint ledger_entry_pk primary key (account_id, number)
    )`,
    `create table paid_answer (
      id text primary key,
      rail text not null check (rail in ('credits', 'x402')),
      account_id text references account (id),
      company text not null,
      period text not null,
      body_hash text not null,
      recorded_at text not null
    )`,
    `create table repeatable_request (
      account_id text not null references account (id),
      idempotency_key text not null,
      request_hash text not null,
      answer_id text references paid_answer (id),
      body text not null,
      recorded_at text not null,
      constraint repeatable_request_pk primary key (account_id, idempotency_key)
    )`,
    'create index repeatable_request_age on repeatable_request (recorded_at)',
    `create table x402_payment (
      id text primary key,
      payer text not null,
      request_hash text not null,
      amount text not null,
      valid_before text not null,
      state text not null check (state in ('reserved', 'settling', 'settled')),
      held_until text not null,
      payload text not null,
      since_block text not null,
      company text,
      period text,
      body text,
      transaction_hash text,
      answer_id text unique references paid_answer (id),
      recorded_at text not null,
      settled_at text,
      constraint x402_payment_settled check (state <> 'settled' or
        (transaction_hash is not null and answer_id is not null and settled_at is not null))
    )`,
    'create index x402_payment_state on x402_payment (state)',
    `create table solana_redemption (
      signature text primary key,
      account_id text not null references account (id),
      amount text not null,
      slot text not null,
      redeemed_at text not null
    )`,
    `create table checkout (
      session_id text primary key,
      account_id text not null references account (id),
      granted_at text not null,
      delivered_at text,
      held_until text
    )`,
  ],
  // The ledger is append-only for every client of the database.
  postgresql: [
    `create function ledger_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'the ledger is append-only'; end $$`,
    `create trigger ledger_entry_append_only before update or delete on ledger_entry
      for each row execute function ledger_is_append_only()`,
  ],
  sqlite: ['update', 'delete'].map(
    (change) => `create trigger ledger_entry_no_${change} before ${change} on ledger_entry
      begin select raise(abort, 'the ledger is append-only'); end`,
  ),
};

/**
 * Allows credits and entry numbers beyond 2³¹, the limit of PostgreSQL's `integer`; SQLite's integers
 * always had eight bytes. The new limit is 2⁵³, JavaScript's largest exact integer. A single statement, so
 * that the table is rewritten only once.
 */
const LARGE_BALANCES: Statements = {
  postgresql: [
    'alter table ledger_entry alter number type bigint, alter amount type bigint, alter balance type bigint',
  ],
};

const KEYS = {
  account: 'id',
  credit_key: 'public_id',
  paid_answer: 'id',
  x402_payment: 'id',
  solana_redemption: 'signature',
  checkout: 'session_id',
} as const;

/**
 * Forbids null primary keys, which SQLite otherwise allows in text columns, and indexes public ids
 * case-insensitively.
 */
const STRICT_KEYS: Statements = {
  both: ['create index credit_key_any_case on credit_key (lower(public_id))'],
  sqlite: Object.entries(KEYS).flatMap(([table, key]) =>
    ['insert', 'update'].map(
      (change) => `create trigger ${table}_key_${change} before ${change} on ${table}
      when new.${key} is null
      begin select raise(abort, '${table}.${key} must not be null'); end`,
    ),
  ),
};

/** Records x402 payments whose outcome is open, and whether their answers were delivered. */
const OPEN_X402_PAYMENTS: Statements = {
  both: [
    ...['sent_at', 'open_for', 'delivered_at'].map(
      (column) => `alter table x402_payment add column ${column} text`,
    ),
    'create unique index x402_payment_open_for on x402_payment (open_for)',
    `create table x402_withheld (
      id text primary key,
      payment_id text not null references x402_payment (id) on delete cascade,
      signature text not null,
      recorded_at text not null
    )`,
    'create index x402_withheld_payment on x402_withheld (payment_id)',
    // Until now, answers were delivered on settlement; any payment in progress may have been submitted.
    "update x402_payment set delivered_at = settled_at where state = 'settled'",
    "update x402_payment set sent_at = recorded_at where state = 'settling'",
  ],
};

/** The cohort: seats, members and their keys, rounds, picks, and every transition of a grade. */
const COHORT: Statements = {
  both: [
    `create table cohort_seats (
      number integer not null primary key,
      seats integer not null check (seats >= 0),
      recorded_at text not null
    )`,
    `create table cohort_member (
      id text not null primary key,
      handle text not null unique,
      invited_at text not null,
      admitted_at text,
      removed_at text,
      removal_reason text
    )`,
    `create table cohort_key (
      public_id text not null primary key,
      member_id text not null references cohort_member (id),
      secret_hash text not null,
      issued_at text not null,
      revoked_at text
    )`,
    `create table cohort_round (
      id text not null primary key,
      opened_at text not null,
      locks_at text not null
    )`,
    `create table cohort_pick (
      id text not null primary key,
      member_id text not null references cohort_member (id),
      round_id text not null references cohort_round (id),
      company text not null,
      nonce text not null,
      commitment text not null unique,
      made_at text not null,
      constraint cohort_pick_once unique (member_id, round_id, company)
    )`,
    // An outcome must be reopened, with a reason, before it can change.
    `create table cohort_grade (
      pick_id text not null references cohort_pick (id),
      days integer not null check (days in (60, 90)),
      number integer not null check (number >= 1),
      before text not null check (before in ('pending', 'hit', 'miss')),
      state text not null check (state in ('pending', 'hit', 'miss')),
      reason text,
      event_kind text,
      event_on text,
      event_source text,
      recorded_at text not null,
      constraint cohort_grade_pk primary key (pick_id, days, number),
      constraint cohort_grade_step check ((before = 'pending') <> (state = 'pending')),
      constraint cohort_grade_reason check (state <> 'pending' or reason is not null)
    )`,
  ],
};

/** A cache of users' public stars, shared by all processes, to save requests. */
const STAR_LISTINGS: Statements = {
  both: ['create table star_listing (login text primary key, listing text, read_at text)'],
};

/** Numbers the transactions of wallets that settle x402 payments, for all processes on the store. */
const WALLET_NONCES: Statements = {
  both: [
    'create table x402_wallet (id text not null primary key)',
    `create table x402_transaction (
      wallet_id text not null references x402_wallet (id),
      nonce bigint not null check (nonce >= 0),
      serialized text not null,
      recorded_at text not null,
      constraint x402_transaction_pk primary key (wallet_id, nonce)
    )`,
  ],
};

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-payments': migration(PAYMENTS),
  '0002-large-balances': migration(LARGE_BALANCES),
  '0003-strict-keys': migration(STRICT_KEYS),
  '0004-open-x402-payments': migration(OPEN_X402_PAYMENTS),
  '0005-cohort': migration(COHORT),
  '0006-star-listings': migration(STAR_LISTINGS),
  '0007-wallet-nonces': migration(WALLET_NONCES),
};

function migration({ both = [], postgresql = [], sqlite = [] }: Statements): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      for (const statement of [...both, ...(isPostgresql(database) ? postgresql : sqlite)])
        await sql.raw(statement).execute(database);
    },
  };
}
