/**
 * Forbids null primary keys, which SQLite otherwise allows in text columns, and indexes public ids
 * case-insensitively.
 */
import { type Kysely, sql } from 'kysely';
import { isPostgresql } from '../store.ts';

const KEYS = {
  account: 'id',
  credit_key: 'public_id',
  paid_answer: 'id',
  x402_payment: 'id',
  solana_redemption: 'signature',
  checkout: 'session_id',
} as const;

const triggers = Object.entries(KEYS).flatMap(([table, key]) =>
  ['insert', 'update'].map((change) => ({ table, key, change, name: `${table}_key_${change}` })),
);

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('credit_key_any_case')
    .on('credit_key')
    .expression(sql`lower(public_id)`)
    .execute();
  if (isPostgresql(database)) return;
  for (const { table, key, change, name } of triggers)
    await sql`create trigger ${sql.ref(name)} before ${sql.raw(change)} on ${sql.table(table)}
      when new.${sql.ref(key)} is null
      begin select raise(abort, ${sql.lit(`${table}.${key} must not be null`)}); end`.execute(
      database,
    );
}
