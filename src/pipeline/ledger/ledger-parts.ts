/**
 * The parts that a large ledger's tables are cut into: by month, and by bucket of companies. A
 * collection changes the parts of the months and companies that it brought news of.
 */
import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { columnsOf, type Table } from './ledger-tables.ts';

/** The first hexadecimal digit of the MD5 of a company's slug: 16 buckets of about equal size. */
const BUCKET = 'left(md5(company), 1)';

export function bucketOf(company: string): string {
  return createHash('md5').update(company).digest('hex').slice(0, 1);
}

/** Days that nobody can have meant have a part in common: a misdated commit's can be any. */
const MONTH = `CASE WHEN day BETWEEN DATE '2000-01-01' AND DATE '2099-12-31'
  THEN strftime(day, '%Y-%m') ELSE 'other' END`;

/** These have few rows a company, or change as a whole. */
const WITHOUT_MONTHS: readonly Table[] = ['repositories', 'created'];

/** @template month `2026-07`; empty in tables that are not cut by month */
export type PartKey = { month: string; bucket: string };

/** What a part's file name begins with. */
export function partName(table: Table, { month, bucket }: PartKey): string {
  return [table, ...(month === '' ? [] : [month]), bucket].join('-');
}

/** `table`, month, bucket and hash are the name of a file; none has other hyphens but the month. */
export function bucketInName(table: Table, file: string): string {
  const [, bucket = ''] =
    new RegExp(`^${table}-(?:.+-)?([0-9a-f])-[0-9a-f]{12}\\.parquet$`).exec(file) ?? [];
  return bucket;
}

/** The month of the rows in a part; another name for files whose rows can be of any. */
export function monthInName(table: Table, file: string): string {
  const [, month] =
    new RegExp(`^${table}-(\\d{4}-\\d{2})-[0-9a-f]-[0-9a-f]{12}\\.parquet$`).exec(file) ?? [];
  return month ?? 'any';
}

/** Puts the rows of `new_<table>` in the order of their parts, so that each is read in one piece. */
export async function sortIntoParts(
  connection: DuckDBConnection,
  table: Table,
  isWanted: (bucket: string) => boolean,
): Promise<void> {
  const month = WITHOUT_MONTHS.includes(table) ? "''" : MONTH;
  const wanted = [...'0123456789abcdef'].filter(isWanted).map((bucket) => `'${bucket}'`);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE sorted_rows AS
     SELECT *, dense_rank() OVER (ORDER BY part_month, part_bucket) AS part_number FROM (
       SELECT *, ${month} AS part_month, ${BUCKET} AS part_bucket FROM new_${table}
       WHERE ${BUCKET} IN (${wanted.join(', ') || 'NULL'})
     ) AS rows ORDER BY part_number`,
  );
}

/** The parts of the rows that were sorted last, with a query for each. */
export async function partsIn(
  connection: DuckDBConnection,
  table: Table,
): Promise<{ key: PartKey; rows: number; query: string }[]> {
  const found = await connection.runAndReadAll(
    `SELECT part_number, part_month, part_bucket, count(*) FROM sorted_rows
     GROUP BY part_number, part_month, part_bucket ORDER BY part_number`,
  );
  const columns = columnsOf(table).map(({ name }) => `"${name}"`);
  return found.getRows().map(([number, month, bucket, rows]) => ({
    key: { month: String(month), bucket: String(bucket) },
    rows: Number(rows),
    query: `SELECT ${columns.join(', ')} FROM sorted_rows WHERE part_number = ${Number(number)}`,
  }));
}
