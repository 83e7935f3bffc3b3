/**
 * Replaces companies' rows in a ledger: their new rows come as text files, one a table, the rows of
 * all other companies from the present ledger.
 */
import { join } from 'node:path';
import { csvRecord } from '../../lib/csv.ts';
import { isoDay } from '../../lib/period.ts';
import { sqlString } from './connection.ts';
import { withEngine } from './duckdb.ts';
import { attachLedger, type Ledger } from './ledger.ts';
import { bucketOf } from './ledger-parts.ts';
import { columnsOf, type LedgerRows, noRows, TABLES, type Table } from './ledger-tables.ts';
import { type WriteOptions, writeLedger } from './write-ledger.ts';

/**
 * Writes the merged ledger.
 *
 * @param folder where it is written
 * @param base the present ledger, if any
 * @param replaced companies whose rows are new
 * @param rowsFolder holds a folder for each of them, with `<table>.csv` as `tableLines` gives it
 */
export async function mergeLedger(
  folder: string,
  base: Ledger | undefined,
  replaced: readonly string[],
  rowsFolder: string,
  options: Omit<WriteOptions, 'unchanged'> = {},
): Promise<Ledger> {
  return withEngine(async (connection) => {
    if (base) await attachLedger(connection, base);
    for (const table of TABLES) {
      const files = replaced.map((company) => join(rowsFolder, company, `${table}.csv`));
      const parts = [
        ...(base ? [rowsOfOthers(table, replaced)] : []),
        ...(files.length > 0 ? [rowsOfFiles(table, files)] : []),
      ];
      const rows = parts.join(' UNION ALL ') || noRows(table);
      await connection.run(`CREATE VIEW new_${table} AS ${rows}`);
    }
    const touched = new Set(replaced.map(bucketOf));
    const isBase = base?.folder === folder;
    const unchanged = (bucket: string) => isBase && !touched.has(bucket);
    return writeLedger(connection, folder, { ...options, unchanged });
  });
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

function rowsOfFiles(table: Table, files: readonly string[]): string {
  const types = columnsOf(table).map(({ name, type }) => `${sqlString(name)}: ${sqlString(type)}`);
  return `SELECT * FROM read_csv([${files.map(sqlString).join(', ')}], header = true, delim = ',',
    quote = '"', escape = '"', auto_detect = false, columns = {${types.join(', ')}})`;
}
