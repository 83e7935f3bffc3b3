/**
 * Allows credits and entry numbers beyond 2³¹, the limit of PostgreSQL's `integer`; SQLite's integers
 * always had eight bytes. The new limit is 2⁵³, JavaScript's largest exact integer.
 */
import { type Kysely, sql } from 'kysely';
import { isPostgresql } from '../store.ts';

const COLUMNS = ['number', 'amount', 'balance'] as const;

export async function up(database: Kysely<unknown>): Promise<void> {
  if (isPostgresql(database)) await widen(database);
}

/** A single statement, so that the table is rewritten only once. */
async function widen(database: Kysely<unknown>): Promise<void> {
  const changes = COLUMNS.map((column) => sql`alter column ${sql.ref(column)} type bigint`);
  await sql`alter table ledger_entry ${sql.join(changes)}`.execute(database);
}
