/** The parts that a large ledger's tables are cut into; a collection only writes the ones it changed. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlString } from './connection.ts';
import { columnsOf, type Table } from './ledger-tables.ts';

/** Years without a part of their own share one: a misdated commit's day can be any. */
const SHARED_PART = 'other';
const HAS_OWN_PART = "day BETWEEN DATE '2000-01-01' AND DATE '2099-12-31'";

/** The one part of a table that is not cut. */
export const WHOLE = '';
/** These have few rows a company, or change as a whole. */
const WITHOUT_YEARS: readonly Table[] = ['repositories', 'created'];

/** The part that a row is in, as SQL: `2026`, `other`, or empty. */
function partOfRow(table: Table): string {
  if (WITHOUT_YEARS.includes(table)) return sqlString(WHOLE);
  return `CASE WHEN ${HAS_OWN_PART} THEN strftime(day, '%Y')
    ELSE '${SHARED_PART}' END`;
}

/** The rows of `new_<table>` in a part, as a query. Bounds of days let the engine skip other files. */
export function rowsOfPart(table: Table, part: string): string {
  const days =
    part === SHARED_PART
      ? `NOT (${HAS_OWN_PART})`
      : `day BETWEEN DATE '${part}-01-01' AND DATE '${part}-12-31'`;
  return `SELECT * FROM new_${table}${part === WHOLE ? '' : ` WHERE ${days}`}`;
}

/** The start of a part's file name. */
export function partName(table: Table, part: string): string {
  return part === WHOLE ? table : `${table}-${part}`;
}

/** The part that a file is: `<table>-<part>-<hash>.parquet`. Empty for a table that is one file. */
export function partInName(table: Table, file: string): string {
  const [, part = WHOLE] =
    new RegExp(`^${table}-(?:(\\d{4}|${SHARED_PART})-)?[0-9a-f]{12}\\.parquet$`).exec(file) ?? [];
  return part;
}

/** The parts of `new_<table>` and how many rows each has. @param isCut whether the ledger is large */
export async function countParts(
  connection: DuckDBConnection,
  table: Table,
  isCut: boolean,
): Promise<Map<string, number>> {
  const counted = await connection.runAndReadAll(
    `SELECT ${isCut ? partOfRow(table) : sqlString(WHOLE)} AS part, count(*) FROM new_${table} GROUP BY part ORDER BY part`,
  );
  return new Map(counted.getRows().map(([part, rows]) => [String(part), Number(rows)]));
}

/**
 * The parts in which companies have other rows in `new_<table>` than in `<table>`.
 *
 * @param companies slugs of companies whose rows may differ
 */
export async function findChangedParts(
  connection: DuckDBConnection,
  table: Table,
  companies: readonly string[],
): Promise<ReadonlySet<string>> {
  const columns = columnsOf(table).map(({ name }) => `"${name}"`);
  const rowsIn = (name: string) =>
    `SELECT ${columns.join(', ')} FROM ${name}
     WHERE company IN (${companies.map(sqlString).join(', ') || 'NULL'})`;
  const [before, after] = [rowsIn(table), rowsIn(`new_${table}`)];
  const changed = await connection.runAndReadAll(
    `SELECT DISTINCT ${partOfRow(table)} FROM (
       (${before} EXCEPT ALL ${after}) UNION ALL (${after} EXCEPT ALL ${before}))`,
  );
  return new Set(changed.getRows().map(([part]) => String(part)));
}
