/**
 * Replaces companies' rows in a ledger: their new rows come as text files, one a table, the rows of
 * all other companies from the present ledger. Rows of one company always have people's hashes under one
 * key, and count each commit once.
 */
import { join } from 'node:path';
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
 * @param rowsFolder holds a folder for each of them, with `<table>.csv` as `tableText` gives it, and
 *   the repositories that should be among the rows (`trackedText`): the others keep those of `base`
 */
export async function mergeLedger(
  folder: string,
  base: Ledger | undefined,
  replaced: readonly string[],
  rowsFolder: string,
  options: Omit<WriteOptions, 'replaced'> = {},
): Promise<Ledger> {
  return withEngine(async (connection) => {
    if (base) await attachLedger(connection, base);
    const inEach = (file: string) => replaced.map((company) => join(rowsFolder, company, file));
    const isKeeping = base !== undefined && replaced.length > 0;
    if (isKeeping) await connection.run(`CREATE TEMP TABLE kept AS ${keptRepositories(inEach)}`);
    for (const table of TABLES) {
      const files = inEach(`${table}.csv`);
      const fresh = files.length > 0 ? rowsOfFiles(columnsOf(table), files) : noRows(table);
      const rows = isKeeping && table !== 'created' ? besideKept(table, fresh) : fresh;
      // Read once, however many parts the ledger is written in.
      await connection.run(`CREATE TEMP TABLE replaced_${table} AS ${rows}`);
      const others = base ? ` UNION ALL ${rowsOfOthers(table, replaced)}` : '';
      await connection.run(`CREATE VIEW new_${table} AS SELECT * FROM replaced_${table}${others}`);
    }
    const isBase = base?.folder === folder;
    return writeLedger(connection, folder, { ...options, replaced: isBase ? replaced : undefined });
  });
}

type Column = { name: string; type: string };

const TRACKED_FILE = 'tracked.csv';
export const TRACKED_COLUMNS: readonly Column[] = ['company', 'repository'].map((name) => ({
  name,
  type: 'VARCHAR',
}));

export function trackedText(company: string, repositories: readonly string[]): string {
  const rows = repositories.map((repository) => [company, repository]);
  return [TRACKED_COLUMNS.map(({ name }) => name), ...rows].map((row) => csvRecord(row)).join('');
}

/**
 * Selects the repositories that keep the rows of the present ledger: all that were not read, and all
 * that share commits with one of these, which has counted them already: rows do not tell commits apart.
 * A new repository that began on the same day may be a fork.
 */
function keptRepositories(inEach: (file: string) => string[]): string {
  const fresh = rowsOfFiles(columnsOf('repositories'), inEach('repositories.csv'));
  const tracked = rowsOfFiles(TRACKED_COLUMNS, inEach(TRACKED_FILE));
  return `WITH fresh AS (${fresh}), unread AS (
      SELECT * FROM repositories SEMI JOIN (${tracked}) USING (company, repository)
      ANTI JOIN fresh USING (company, repository))
    SELECT company, repository FROM unread
    UNION SELECT fresh.company, fresh.repository FROM fresh
      JOIN unread ON unread.company = fresh.company
      LEFT JOIN repositories AS before
        ON before.company = fresh.company AND before.repository = fresh.repository
      WHERE coalesce(before.duplicates > 0 AND before.position > unread.position,
        fresh.firstCommitOn = unread.firstCommitOn)`;
}

/** Selects what was read, and the rows that are kept. */
function besideKept(table: Table, fresh: string): string {
  return `SELECT * FROM (${fresh}) ANTI JOIN kept USING (company, repository)
    UNION ALL SELECT * FROM ${table} SEMI JOIN kept USING (company, repository)`;
}

/** A table's rows as text: a line of column names, then a line a row. */
export function tableText<T extends Table>(table: T, rows: LedgerRows[T]): string {
  const columns = columnsOf(table);
  const lines = (rows as readonly Record<string, string | number | null>[]).map((row) =>
    columns.map(({ name, type }) => {
      const value = row[name] ?? null;
      return type === 'DATE' && typeof value === 'number' ? isoDay(value) : value;
    }),
  );
  return [columns.map(({ name }) => name), ...lines].map((line) => csvRecord(line)).join('');
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
