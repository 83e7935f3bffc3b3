/** What queries of a ledger's rows have in common. */
import { type Day, isoDay } from '../../lib/period.ts';
import { chunksOf, dialectOf, type LedgerConnection } from './connection.ts';
import type { CompanyCopies } from './copies.ts';

/** Days from the first through the last, both inclusive; without a last one, all that follow. */
export type DaySpan = { since: number; through?: Day | undefined };

/** Whether a row's day is in the span, as SQL. */
export function isWithin({ since, through }: DaySpan): string {
  const bounds = [
    ...(Number.isFinite(since) ? [`day >= ${sqlDay(since)}`] : []),
    ...(through === undefined ? [] : [`day <= ${sqlDay(through)}`]),
  ];
  return bounds.join(' AND ') || '1 = 1';
}

/** How many rows of a table there are at most; those of companies that are not tracked included. */
export async function rowsWithin(
  connection: LedgerConnection,
  table: string,
  span: DaySpan,
): Promise<number> {
  for await (const chunk of chunksOf(
    connection,
    `SELECT CAST(count(*) AS INTEGER) FROM ${table} WHERE ${isWithin(span)}`,
  ))
    return Number(chunk.getRows()[0]?.[0] ?? 0);
  return 0;
}

/** A day as an SQL literal. */
function sqlDay(day: Day): string {
  return `DATE '${isoDay(day)}'`;
}

/** A column of days as whole numbers. */
export function dayNumber(column: string): string {
  return `CAST(date_diff('day', DATE '1970-01-01', ${column}) AS INTEGER)`;
}

/** Names the tracked companies and their copies by numbers, for queries that join them. */
export async function numberCopies(
  connection: LedgerConnection,
  companies: readonly CompanyCopies[],
): Promise<void> {
  const numbered = companies.flatMap(({ slug: company, first, copies }, companyNumber) =>
    copies.map(({ repository }, copy) => ({
      ...{ company, repository, companyNumber, copy },
      number: first + copy,
    })),
  );
  await dialectOf(connection).numberCopies(connection, numbered);
}

/** What every query of rows begins its conditions with; its table is called `source`. */
export const COPY_NUMBERS_JOIN = `JOIN copy_numbers AS numbers
  ON numbers.company = source.company AND numbers.repository = source.repository`;
