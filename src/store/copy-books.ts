/**
 * Copies the books from one store to another, of either engine: a consistent snapshot of all rows, in
 * one transaction of the target, committed only if both sides are equal.
 */
import { sql } from 'kysely';
import { BellwetherError } from '../lib/errors.ts';
import { migrate } from './migrate.ts';
import { isPostgresql, type Store, type StoreTransaction } from './store.ts';
import type { Tables } from './store-tables.ts';

type TableName = keyof Tables;

/** Primary keys; tables in an order in which foreign keys refer only to earlier tables. */
const KEYS: Readonly<Record<TableName, readonly string[]>> = {
  account: ['id'],
  credit_key: ['public_id'],
  ledger_entry: ['account_id', 'number'],
  paid_answer: ['id'],
  repeatable_request: ['account_id', 'idempotency_key'],
  x402_payment: ['id'],
  x402_withheld: ['id'],
  x402_wallet: ['id'],
  x402_transaction: ['wallet_id', 'nonce'],
  solana_redemption: ['signature'],
  checkout: ['session_id'],
  cohort_seats: ['number'],
  cohort_member: ['id'],
  cohort_key: ['public_id'],
  cohort_round: ['id'],
  cohort_pick: ['id'],
  cohort_grade: ['pick_id', 'days', 'number'],
  star_listing: ['login'],
};
// The type of `KEYS` requires every table's name.
const TABLES = Object.keys(KEYS) as TableName[];
const BATCH_ROWS = 500;

export type CopiedRows = Readonly<Record<TableName, number>>;

type Row = Readonly<Record<string, string | number | null>>;

/**
 * @param from an up-to-date store
 * @param to an empty store; its tables are created
 * @param prove throws if a side is invalid
 * @throws BellwetherError `copy-refused`, leaving the target empty
 */
export async function copyStore(
  from: Store,
  to: Store,
  prove: (transaction: StoreTransaction) => Promise<void>,
): Promise<CopiedRows> {
  await migrate(to);
  return from.snapshot((source) =>
    to.transaction(async (target) => {
      await lockTables(target);
      for (const table of TABLES)
        if ((await rowsAfter(target, table, undefined, 1)).length > 0)
          throw refusal(`The target is not empty: it has rows in ${table}. Nothing was copied.`);
      const counts = new Map<TableName, number>();
      for (const table of TABLES) counts.set(table, await copyTable(source, target, table));
      for (const table of TABLES) await compareTables(source, target, table);
      await prove(source);
      await prove(target);
      return Object.fromEntries(counts) as Record<TableName, number>;
    }),
  );
}

/** Prevents a service that already runs on the target from writing during the copy. */
async function lockTables(target: StoreTransaction): Promise<void> {
  if (!isPostgresql(target)) return;
  const tables = TABLES.map((table) => sql.table(table));
  await sql`lock table ${sql.join(tables)} in share row exclusive mode`.execute(target);
}

/** @returns the number of rows */
async function copyTable(
  source: StoreTransaction,
  target: StoreTransaction,
  table: TableName,
): Promise<number> {
  let count = 0;
  let last: Row | undefined;
  for (;;) {
    const rows = await rowsAfter(source, table, last, BATCH_ROWS);
    if (rows.length === 0) return count;
    // The columns are the same: both sides have run the same migrations.
    await target
      .insertInto(table)
      .values(rows as never)
      .execute();
    count += rows.length;
    last = rows.at(-1);
  }
}

/** The next rows in primary key order. */
async function rowsAfter(
  transaction: StoreTransaction,
  table: TableName,
  last: Row | undefined,
  limit: number,
): Promise<Row[]> {
  const key = sql.join(KEYS[table].map((column) => sql.ref(column)));
  const after = last && sql`where (${key}) > (${sql.join(KEYS[table].map((name) => last[name]))})`;
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} ${after ?? sql``} order by ${key} limit ${limit}`.execute(
    transaction,
  );
  return rows;
}

/** Compares the number of rows, the sums of numbers and the lengths of texts of every column. */
async function compareTables(
  source: StoreTransaction,
  target: StoreTransaction,
  table: TableName,
): Promise<void> {
  const [one = {}] = await rowsAfter(source, table, undefined, 1);
  const here = await totals(source, table, one);
  const there = await totals(target, table, one);
  if (here !== there)
    throw refusal(`${table} came out otherwise: ${there} instead of ${here}. Nothing was copied.`);
}

/** @param row of the table: no column that holds numbers may be null */
async function totals(transaction: StoreTransaction, table: TableName, row: Row): Promise<string> {
  const sums = Object.entries(row).map(([column, held]) => {
    const value = typeof held === 'number' ? sql.ref(column) : sql`length(${sql.ref(column)})`;
    return sql`cast(sum(${value}) as text) as ${sql.ref(column)}`;
  });
  const selected = sql.join([sql`cast(count(*) as text) as "rows"`, ...sums]);
  const { rows } = await sql`select ${selected} from ${sql.table(table)}`.execute(transaction);
  return JSON.stringify(rows[0]);
}

function refusal(message: string): BellwetherError {
  return new BellwetherError('copy-refused', message);
}
