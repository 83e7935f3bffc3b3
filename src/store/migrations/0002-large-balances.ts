/**
 * Credits and numbers of entries beyond 2³¹, where PostgreSQL's `integer` ends; SQLite's always had
 * eight bytes. They end where a number no longer holds every whole one, at 2⁵³.
 */
import { type Kysely, sql } from 'kysely';
import { isPostgresql } from '../store.ts';

const COLUMNS = ['number', 'amount', 'balance'] as const;

export async function up(database: Kysely<unknown>): Promise<void> {
  if (isPostgresql(database)) await alter(database, 'bigint');
}

/** Fails, and changes nothing, where a balance is larger than the old columns hold. */
export async function down(database: Kysely<unknown>): Promise<void> {
  if (isPostgresql(database)) await alter(database, 'integer');
}

/** In one statement, which rewrites the table once. */
async function alter(database: Kysely<unknown>, type: 'bigint' | 'integer'): Promise<void> {
  const changes = COLUMNS.map(
    (column) => sql`alter column ${sql.ref(column)} type ${sql.raw(type)}`,
  );
  await sql`alter table ledger_entry ${sql.join(changes)}`.execute(database);
}
