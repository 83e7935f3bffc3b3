/** Accounts, keys, the ledger of credits, and what rails need to record a payment exactly once. */
import { type Kysely, sql } from 'kysely';
import { isPostgresql } from '../store.ts';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('account')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('credit_key')
    .addColumn('public_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('label', 'text')
    .addColumn('issued_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .execute();
  await schema
    .createTable('ledger_entry')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('number', 'integer', (column) => column.notNull().check(sql`number >= 1`))
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('grant', 'consume', 'refund', 'top-up')`),
    )
    .addColumn('amount', 'integer', (column) =>
      column.notNull().check(sql`amount <> 0 and (kind = 'consume') = (amount < 0)`),
    )
    .addColumn('balance', 'integer', (column) => column.notNull().check(sql`balance >= 0`))
    .addColumn('reference', 'text', (column) => column.notNull().unique())
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_entry_pk', ['account_id', 'number'])
    .execute();
  await schema
    .createTable('paid_answer')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('rail', 'text', (column) => column.notNull().check(sql`rail in ('credits', 'x402')`))
    .addColumn('account_id', 'text', (column) => column.references('account.id'))
    .addColumn('company', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('repeatable_request')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('answer_id', 'text', (column) => column.references('paid_answer.id'))
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('repeatable_request_pk', ['account_id', 'idempotency_key'])
    .execute();
  await schema
    .createIndex('repeatable_request_age')
    .on('repeatable_request')
    .column('recorded_at')
    .execute();
  await schema
    .createTable('x402_payment')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('payer', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('valid_before', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('reserved', 'settling', 'settled')`),
    )
    .addColumn('held_until', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('since_block', 'text', (column) => column.notNull())
    .addColumn('company', 'text')
    .addColumn('period', 'text')
    .addColumn('body', 'text')
    .addColumn('transaction_hash', 'text')
    .addColumn('answer_id', 'text', (column) => column.unique().references('paid_answer.id'))
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .addColumn('settled_at', 'text')
    .addCheckConstraint(
      'x402_payment_settled',
      sql`state <> 'settled' or (transaction_hash is not null and answer_id is not null and settled_at is not null)`,
    )
    .execute();
  await schema.createIndex('x402_payment_state').on('x402_payment').column('state').execute();
  await schema
    .createTable('solana_redemption')
    .addColumn('signature', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('slot', 'text', (column) => column.notNull())
    .addColumn('redeemed_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('checkout')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('granted_at', 'text', (column) => column.notNull())
    .addColumn('delivered_at', 'text')
    .addColumn('held_until', 'text')
    .execute();
  await forbidChanges(database);
}

/** Makes the ledger append-only for every client of the database. */
async function forbidChanges(database: Kysely<unknown>): Promise<void> {
  if (isPostgresql(database)) {
    await sql`create function ledger_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'the ledger is append-only'; end $$`.execute(database);
    await sql`create trigger ledger_entry_append_only before update or delete on ledger_entry
      for each row execute function ledger_is_append_only()`.execute(database);
    return;
  }
  for (const change of ['update', 'delete'])
    await sql`create trigger ${sql.raw(`ledger_entry_no_${change}`)} before ${sql.raw(change)} on ledger_entry
      begin select raise(abort, 'the ledger is append-only'); end`.execute(database);
}
