/**
 * Moves the books from one store to another, of either engine: all rows as they are at one moment,
 * in one transaction of the target, which is only committed if both sides are equal.
 */
import { sql } from 'kysely';
import { BellwetherError } from '../lib/errors.ts';
import { migrate } from './migrate.ts';
import { isPostgresql, type Store, type StoreTransaction } from './store.ts';
import type { Tables } from './tables.ts';

type TableName = keyof Tables;

/** Primary keys, in an order in which no row names one that is not there yet. */
const KEYS: Readonly<Record<TableName, readonly string[]>> = {
  account: ['id'],
  credit_key: ['public_id'],
  ledger_entry: ['account_id', 'number'],
  paid_answer: ['id'],
  repeatable_request: ['account_id', 'idempotency_key'],
  x402_payment: ['id'],
  x402_withheld: ['id'],
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
// The keys of the object above are the names of all tables, as its type says.
const TABLES = Object.keys(KEYS) as TableName[];
/** Columns that hold numbers. */
const NUMBERS: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  ledger_entry: ['number', 'amount', 'balance'],
  cohort_seats: ['number', 'seats'],
  cohort_grade: ['days', 'number'],
};
const BATCH_ROWS = 500;

/** Rows of each table. */
export type CopiedRows = Readonly<Record<TableName, number>>;

type Row = Readonly<Record<string, string | number | null>>;

/**
 * @param from a store that is up to date
 * @param to a store that is empty; its tables are made
 * @param prove throws unless a side is sound
 * @throws BellwetherError `copy-refused`, and leaves the target empty
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
          throw refused(`The target is not empty: it has rows in ${table}. Nothing was copied.`);
      const counts = new Map<TableName, number>();
      for (const table of TABLES) counts.set(table, await copyTable(source, target, table));
      for (const table of TABLES) await compare(source, target, table);
      await prove(source);
      await prove(target);
      return Object.fromEntries(counts) as Record<TableName, number>;
    }),
  );
}

/** A service that already runs on the target would add to it meanwhile. */
async function lockTables(target: StoreTransaction): Promise<void> {
  if (!isPostgresql(target)) return;
  const tables = TABLES.map((table) => sql.table(table));
  await sql`lock table ${sql.join(tables)} in share row exclusive mode`.execute(target);
}

/** @returns how many rows it has */
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
    // Both sides have the same columns: each is brought up to date by the same migrations.
    await target
      .insertInto(table)
      .values(rows as never)
      .execute();
    count += rows.length;
    last = rows.at(-1);
  }
}

/** The next rows in the order of the primary key. */
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

/** Rows, sums of numbers and lengths of texts, column by column. */
async function compare(
  source: StoreTransaction,
  target: StoreTransaction,
  table: TableName,
): Promise<void> {
  const [one] = await rowsAfter(source, table, undefined, 1);
  const columns = Object.keys(one ?? {});
  const [here, there] = [
    await totals(source, table, columns),
    await totals(target, table, columns),
  ];
  if (here !== there)
    throw refused(`${table} came out otherwise: ${there} instead of ${here}. Nothing was copied.`);
}

async function totals(
  transaction: StoreTransaction,
  table: TableName,
  columns: readonly string[],
): Promise<string> {
  const sums = columns.map((column) => {
    const value = NUMBERS[table]?.includes(column)
      ? sql.ref(column)
      : sql`length(${sql.ref(column)})`;
    return sql`cast(sum(${value}) as text) as ${sql.ref(column)}`;
  });
  const selected = sql.join([sql`cast(count(*) as text) as "rows"`, ...sums]);
  const { rows } = await sql`select ${selected} from ${sql.table(table)}`.execute(transaction);
  return JSON.stringify(rows[0]);
}

function refused(message: string): BellwetherError {
  return new BellwetherError('copy-refused', message);
}
