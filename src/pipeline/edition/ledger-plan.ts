/** Which periods a ledger has, and whom each of them covers. */
import { BellwetherError } from '../../lib/errors.ts';
import { type Day, isoDay, lastDayOf, weekIndex } from '../../lib/period.ts';
import type { Registry } from '../../registry/schema.ts';
import { type CommitColumns, CommitDays } from '../ledger/commit-days.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import { type CompanyCopies, type Copy, readCopies, type Tracked } from '../ledger/copies.ts';
import { numberCopies } from '../ledger/row-queries.ts';
import {
  type CompanyCoverage,
  coverageOf,
  DAYS_NEEDED,
  isHeld,
  weightWindow,
} from '../signals/coverage.ts';
import { currentPeriod, earliestDay } from '../signals/current-period.ts';

/** Consecutive periods by week index, both inclusive. */
export type PeriodRange = { first: number; last: number };

/** The companies of a registry with their repositories, as periods are read for them. */
export function trackedCompanies({ companies }: Pick<Registry, 'companies'>): Tracked {
  return new Map(companies.map(({ slug, name, repositories }) => [slug, { name, repositories }]));
}

/** What is known of a ledger before its rows are read; threads can hand it to each other. */
export type LedgerPlan = {
  companies: readonly CompanyCopies[];
  commits: CommitColumns;
  /** The first period. */
  first: number;
  current: number;
  /** The week up to which partial periods follow the current one. */
  lastPartial: number;
};

/** @throws BellwetherError `ledger-empty`, `ledger-too-short` */
export async function readPlan(
  connection: LedgerConnection,
  tracked: Tracked,
): Promise<LedgerPlan> {
  const companies = await readCopies(connection, tracked);
  await numberCopies(connection, companies);
  const last = companies.at(-1);
  const copies = last ? last.first + last.copies.length : 0;
  const commits = await CommitDays.read(connection, copies);
  return { companies, commits: commits.columns, ...coveredWeeks(companies, commits) };
}

/** Whether and how a company is covered in a period. */
export function coverageIn(
  company: CompanyCopies,
  commits: CommitDays,
  week: number,
): CompanyCoverage {
  const { copies, first, neverCollected } = company;
  const lastDay = lastDayOf(week);
  const weigh = (copy: Copy, index: number) => {
    const window = weightWindow(copy, lastDay);
    return commits.commitsIn(first + index, window.from, window.through);
  };
  // Most companies are held whole, whatever their repositories weigh.
  const weights = isWhole(copies, lastDay) ? [] : copies.map(weigh);
  return coverageOf(copies, weights, neverCollected, lastDay);
}

/** Whether a company is covered at all: asked for every week of the ledger, and mostly plain to see. */
function isCoveredIn(company: CompanyCopies, commits: CommitDays, week: number): boolean {
  const { copies, neverCollected } = company;
  if (copies.length === 0 || neverCollected.length > 0) return false;
  const lastDay = lastDayOf(week);
  if (isWhole(copies, lastDay)) return copies.some(({ began }) => began <= lastDay);
  return coverageIn(company, commits, week).missing === undefined;
}

/** Whether all copies that have begun are held. */
function isWhole(copies: readonly Copy[], lastDay: Day): boolean {
  return copies.every((copy) => copy.began > lastDay || isHeld(copy, lastDay));
}

/** The first week, the current one, and the last one that covers anybody. */
function coveredWeeks(
  companies: readonly CompanyCopies[],
  commits: CommitDays,
): { first: number; current: number; lastPartial: number } {
  const earliest = earliestDay(companies.map(({ copies }) => copies));
  if (earliest === undefined)
    throw new BellwetherError('ledger-empty', 'The ledger holds none of the tracked companies.');
  const through = companies.flatMap(({ copies }) => copies.map((copy) => copy.through));
  const lastDay = through.reduce((latest, day) => Math.max(latest, day));
  // The first week that ends on or after the earliest day; the latest that ends by the last day.
  const first = weekIndex(earliest);
  const last = weekIndex(lastDay + 1) - 1;
  const covered = newestFirst(Math.max(0, last - first + 1), (index) => {
    const slugs = companies.flatMap((company, place) =>
      isCoveredIn(company, commits, first + index) ? [place] : [],
    );
    return new Set(slugs);
  });
  const current = currentPeriod(covered);
  if (current < 0)
    throw new BellwetherError(
      'ledger-too-short',
      `The ledger holds no full period: its copies end by ${isoDay(lastDay)}, and growth needs ${DAYS_NEEDED} days, so that the first period could end on ${isoDay(lastDayOf(first))}.`,
    );
  const lastPartial = covered.findLastIndex(({ size }) => size > 0);
  return { first, current: first + current, lastPartial: first + lastPartial };
}

function newestFirst<T>(length: number, value: (ago: number) => T): T[] {
  return Array.from({ length }, (_, ago) => value(ago));
}
