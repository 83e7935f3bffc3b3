/**
 * The commits that weigh repositories against each other: only companies that lack some of theirs in a
 * period need them, and most of these lack nothing but the newest weeks.
 */
import { type Day, lastDayOf } from '../../lib/period.ts';
import { type CommitColumns, CommitDaysBuilder } from '../ledger/commit-days.ts';
import { chunksOf, integersOf, type LedgerConnection } from '../ledger/connection.ts';
import { type CompanyCopies, copiesOf } from '../ledger/copies.ts';
import { COPY_NUMBERS_JOIN, type DaySpan, dayNumber, isWithin } from '../ledger/row-queries.ts';
import { isWhole, WEIGHT_DAYS, weightWindow } from '../signals/coverage.ts';
import type { PeriodRange } from './ledger-plan.ts';

/** The connection has numbered the companies' copies. @param weeks in which companies may be weighed */
export async function readWeights(
  connection: LedgerConnection,
  companies: readonly CompanyCopies[],
  weeks: PeriodRange,
): Promise<CommitColumns> {
  const through = lastDayOf(weeks.last);
  const weighed = companies.flatMap((company, number) => {
    const since = weighedSince(company, weeks);
    return since === undefined ? [] : [{ number, since }];
  });
  const since = weighed.reduce((least, one) => Math.min(least, one.since), through);
  const days = new CommitDaysBuilder(copiesOf(companies), { since, through });
  const recently = through - 2 * WEIGHT_DAYS;
  const early = weighed.filter((one) => one.since < recently);
  for (const [among, span] of [
    [early, { since, through: recently - 1 }],
    [weighed, { since: Math.max(since, recently), through }],
  ] as const) {
    if (among.length === 0) continue;
    const numbers = among.map(({ number }) => number);
    for await (const chunk of chunksOf(connection, commitsQuery(numbers, span))) {
      const [copies, dates, commits] = integersOf(chunk, 3);
      const { rowCount } = chunk;
      for (let row = 0; row < rowCount; row++)
        days.add(copies?.[row] ?? 0, dates?.[row] ?? 0, commits?.[row] ?? 0, 0);
    }
  }
  return days.finish();
}

/** The first day whose commits weigh in any of the weeks; undefined if nothing is to be weighed. */
function weighedSince({ copies }: CompanyCopies, { first, last }: PeriodRange): Day | undefined {
  for (let week = first; week <= last; week++) {
    const lastDay = lastDayOf(week);
    if (!isWhole(copies, lastDay))
      return Math.min(...copies.map((copy) => weightWindow(copy, lastDay).from));
  }
  return undefined;
}

/** Number of the copy, day, commits; in any order. @param companies their numbers */
function commitsQuery(companies: readonly number[], span: DaySpan): string {
  return `
    SELECT number, ${dayNumber('day')} AS dayNumber, CAST(sum(commits) AS INTEGER) AS commits
    FROM activity AS source ${COPY_NUMBERS_JOIN}
    WHERE commits > 0 AND companyNumber IN (${companies.join(', ')}) AND ${isWithin(span)}
    GROUP BY number, dayNumber`;
}
