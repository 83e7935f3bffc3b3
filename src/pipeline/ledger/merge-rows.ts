/**
 * Replaces companies' rows in a ledger: their new rows come as text files, one a table, the rows of
 * all other companies from the present ledger.
 */
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { csvRecord } from '../../lib/csv.ts';
import { isoDay } from '../../lib/period.ts';
import { sqlString } from './connection.ts';
import { withEngine } from './duckdb.ts';
import { attachLedger, type Ledger } from './ledger.ts';
import { columnsOf, type LedgerRows, noRows, TABLES, type Table } from './ledger-tables.ts';
import { type WriteOptions, writeLedger } from './write-ledger.ts';

/**
 * Writes the merged ledger.
 *
 * @param folder where it is written
 * @param base the present ledger, if any
 * @param replaced companies whose rows are new
 * @param rowsFolder holds a folder for each of them, with `<table>.csv` as `tableLines` gives it, and
 *   the repositories that should be among the rows (`trackedLines`)
 */
export async function mergeLedger(
  folder: string,
  base: Ledger | undefined,
  replaced: readonly string[],
  rowsFolder: string,
  { previous, ...options }: MergeOptions = {},
): Promise<Ledger> {
  return withEngine(async (connection) => {
    if (base) await attachLedger(connection, base);
    if (previous) await attachPrevious(connection, previous);
    const inEach = (file: string) => replaced.map((company) => join(rowsFolder, company, file));
    const unread = previous && replaced.length > 0 ? unreadIn(inEach) : undefined;
    for (const table of TABLES) {
      const files = inEach(`${table}.csv`);
      const parts = [
        ...(files.length > 0 ? [rowsOfFiles(columnsOf(table), files)] : []),
        ...(unread !== undefined && table !== 'created' ? [rowsKept(table, unread)] : []),
      ];
      // Read once, however many parts the ledger is written in.
      const rows = parts.join(' UNION ALL ') || noRows(table);
      await connection.run(`CREATE TEMP TABLE replaced_${table} AS ${rows}`);
      const others = base ? ` UNION ALL ${rowsOfOthers(table, replaced)}` : '';
      await connection.run(`CREATE VIEW new_${table} AS SELECT * FROM replaced_${table}${others}`);
    }
    const isBase = base?.folder === folder;
    return writeLedger(connection, folder, { ...options, replaced: isBase ? replaced : undefined });
  });
}

export type MergeOptions = Omit<WriteOptions, 'replaced'> & {
  /** Holds the rows that tracked repositories keep if they were not read. */
  previous?: Ledger | undefined;
};

type Column = { name: string; type: string };

export const TRACKED_FILE = 'tracked.csv';
export const TRACKED_COLUMNS: readonly Column[] = ['company', 'repository'].map((name) => ({
  name,
  type: 'VARCHAR',
}));

export function trackedLines(company: string, repositories: readonly string[]): string[] {
  const rows = repositories.map((repository) => [company, repository]);
  return [TRACKED_COLUMNS.map(({ name }) => name), ...rows].map((row) => csvRecord(row));
}

async function attachPrevious(connection: DuckDBConnection, ledger: Ledger): Promise<void> {
  await connection.run(`CREATE SCHEMA previous; SET schema = 'previous'`);
  await attachLedger(connection, ledger);
  await connection.run(`SET schema = 'main'`);
}

/** Selects the tracked repositories that were not read. */
function unreadIn(inEach: (file: string) => string[]): string {
  const read = rowsOfFiles(columnsOf('repositories'), inEach('repositories.csv'));
  return `SELECT company, repository FROM (${rowsOfFiles(TRACKED_COLUMNS, inEach(TRACKED_FILE))})
    EXCEPT SELECT company, repository FROM (${read})`;
}

function rowsKept(table: Table, unread: string): string {
  return `SELECT kept.* FROM previous.${table} AS kept
    SEMI JOIN (${unread}) AS unread USING (company, repository)`;
}

/** A table's rows as text: a line of column names, then a line a row. */
export function tableLines<T extends Table>(table: T, rows: LedgerRows[T]): Iterable<string> {
  return { [Symbol.iterator]: () => linesOf(table, rows) };
}

function* linesOf<T extends Table>(table: T, rows: LedgerRows[T]): Generator<string> {
  const columns = columnsOf(table);
  yield csvRecord(columns.map(({ name }) => name));
  for (const row of rows as readonly Record<string, string | number | null>[])
    yield csvRecord(
      columns.map(({ name, type }) => {
        const value = row[name] ?? null;
        return type === 'DATE' && typeof value === 'number' ? isoDay(value) : value;
      }),
    );
}

function rowsOfOthers(table: Table, replaced: readonly string[]): string {
  const list = replaced.map(sqlString).join(', ') || "''";
  return `SELECT * FROM ${table} WHERE company NOT IN (${list})`;
}

function rowsOfFiles(columns: readonly Column[], files: readonly string[]): string {
  const types = columns.map(({ name, type }) => `${sqlString(name)}: ${sqlString(type)}`);
  return `SELECT * FROM read_csv([${files.map(sqlString).join(', ')}], header = true, delim = ',',
    quote = '"', escape = '"', auto_detect = false, columns = {${types.join(', ')}})`;
}
