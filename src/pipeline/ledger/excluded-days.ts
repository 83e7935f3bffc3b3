/** Commits that were left out, by copy, day and reason: what separates a count from what git prints. */
import type { Day } from '../../lib/period.ts';
import { chunksOf, integersOf, type LedgerConnection, textsOf } from './connection.ts';
import type { Exclusion } from './ledger-tables.ts';
import { COPY_NUMBERS_JOIN, type DaySpan, dayNumber, isWithin, rowsWithin } from './row-queries.ts';
import { copyIntegers, firstAbove, Starts, sharedIntegers } from './shared-columns.ts';

/** As threads hand them to each other, copy after copy in the order of days and reasons. */
export type ExcludedColumns = {
  /** Where each copy's rows begin; one more than there are copies. */
  starts: Int32Array;
  days: Int32Array;
  commits: Int32Array;
  /** Place in `reasons`. */
  reason: Int32Array;
  reasons: Exclusion[];
};

/** Number of the copy, day, commits, reason. */
export function excludedQuery(span: DaySpan): string {
  return `
    SELECT number, ${dayNumber('day')}, CAST(sum(commits) AS INTEGER), reason
    FROM excluded AS source ${COPY_NUMBERS_JOIN}
    WHERE ${isWithin(span)}
    GROUP BY number, day, reason ORDER BY number, day, reason`;
}

/** @param copies how many there are, as `numberCopies` numbered them */
export async function readExcluded(
  connection: LedgerConnection,
  copies: number,
  span: DaySpan,
): Promise<ExcludedColumns> {
  const limit = await rowsWithin(connection, 'excluded', span);
  const [days, commits, reason] = [
    sharedIntegers(limit),
    sharedIntegers(limit),
    sharedIntegers(limit),
  ];
  const reasons: string[] = [];
  const starts = new Starts(copies);
  let rows = 0;
  for await (const chunk of chunksOf(connection, excludedQuery(span))) {
    const [numbers] = integersOf(chunk, 1);
    const names = textsOf(chunk, 3);
    const { rowCount } = chunk;
    for (let row = 0; row < rowCount; row++) {
      starts.see(numbers?.[row] ?? 0, rows + row);
      const name = names.getItem(row) ?? '';
      const known = reasons.indexOf(name);
      reason[rows + row] = known < 0 ? reasons.push(name) - 1 : known;
    }
    copyIntegers(chunk, 1, [days, commits], rows);
    rows += chunk.rowCount;
  }
  // The table has no other reasons.
  return { starts: starts.finish(rows), days, commits, reason, reasons: reasons as Exclusion[] };
}

/** By reason, the days to the last one, oldest first; reasons that were not given are not there. */
export function excludedDaily(
  { starts, days, commits, reason, reasons }: ExcludedColumns,
  copy: number,
  lastDay: Day,
  length: number,
): Partial<Record<Exclusion, number[]>> {
  const byReason: Partial<Record<Exclusion, number[]>> = {};
  const firstDay = lastDay - length + 1;
  const [start, end] = [starts[copy] ?? 0, starts[copy + 1] ?? 0];
  for (let row = firstAbove(days, start, end, firstDay - 1); row < end; row++) {
    const place = (days[row] ?? 0) - firstDay;
    if (place >= length) break;
    const name = reasons[reason[row] ?? 0];
    if (!name) continue;
    const daily = byReason[name] ?? new Array<number>(length).fill(0);
    byReason[name] = daily;
    daily[place] = (daily[place] ?? 0) + (commits[row] ?? 0);
  }
  return byReason;
}
