/** The periods of a ledger, and the companies that each covers. */
import { BellwetherError } from '../../lib/errors.ts';
import { type Day, isoDay, lastDayOf, weekIndex } from '../../lib/period.ts';
import type { Registry } from '../../registry/schema.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import {
  type CompanyCopies,
  type Copy,
  type PackageRole,
  readCopies,
  type Tracked,
} from '../ledger/copies.ts';
import {
  type CompanyCoverage,
  coverageOf,
  DAYS_NEEDED,
  isWhole,
  weighedThrough,
} from '../signals/coverage.ts';
import { currentPeriod, earliestDay } from '../signals/current-period.ts';
import { readWeights, type Weights } from './weights.ts';

/** Consecutive periods by week index, both inclusive. */
export type PeriodRange = { first: number; last: number };

/** The companies of a registry with their repositories, as periods are read for them. */
export function trackedCompanies({
  companies,
  packageRoles,
}: Pick<Registry, 'companies' | 'packageRoles'>): Tracked {
  return {
    companies: new Map(
      companies.map(({ slug, name, repositories }) => [slug, { name, repositories }]),
    ),
    roles: packageRoles,
  };
}

/** The companies and weeks of a ledger, found before its periods are measured. */
export type LedgerPlan = {
  companies: readonly CompanyCopies[];
  roles: readonly PackageRole[];
  /** Commits of companies that lack copies. */
  weights: Weights;
  /** The first period. */
  first: number;
  current: number;
  /** The week up to which partial periods follow the current one. */
  lastPartial: number;
  /**
   * By week, from the first period on: the last one up to it that covers each company, in weeks since
   * the first period; −1 where none does.
   */
  lastCovered: readonly Int32Array[];
};

/** @throws BellwetherError `ledger-empty`, `ledger-too-short` */
export async function readPlan(
  connection: LedgerConnection,
  { companies: tracked, roles }: Tracked,
): Promise<LedgerPlan> {
  const companies = await readCopies(connection, tracked);
  const held = heldDays(companies);
  const weights = await readWeights(connection, companies, weeksIn(held));
  return { companies, roles, weights, ...coveredWeeks(companies, weights, held) };
}

/** Whether and how a company is covered in a period. */
export function coverageIn(
  company: CompanyCopies,
  weights: Weights,
  week: number,
): CompanyCoverage {
  const { copies, first, neverCollected } = company;
  const lastDay = lastDayOf(week);
  const weigh = (copy: Copy, index: number) =>
    weights.at(first + index, weighedThrough(copy, lastDay));
  // Most companies are held whole, so the weights of their repositories do not matter.
  const weighed = isWhole(copies, lastDay) ? [] : copies.map(weigh);
  return coverageOf(copies, weighed, neverCollected, lastDay);
}

/** Whether a company is covered in a week. Called for every week of the ledger; mostly a cheap check decides. */
function isCoveredIn(company: CompanyCopies, weights: Weights, week: number): boolean {
  const { copies, neverCollected } = company;
  if (copies.length === 0 || neverCollected.length > 0) return false;
  const lastDay = lastDayOf(week);
  if (isWhole(copies, lastDay)) return copies.some(({ began }) => began <= lastDay);
  return coverageIn(company, weights, week).missing === undefined;
}

/** The first day from which some company's numbers are complete, and the last day of all copies. */
function heldDays(companies: readonly CompanyCopies[]): { first: Day; last: Day } {
  const first = earliestDay(companies.map(({ copies }) => copies));
  if (first === undefined)
    throw new BellwetherError('ledger-empty', 'The ledger holds none of the tracked companies.');
  const through = companies.flatMap(({ copies }) => copies.map((copy) => copy.through));
  return { first, last: through.reduce((latest, day) => Math.max(latest, day)) };
}

/** The weeks that end on the first day or later, and by the last day. */
function weeksIn({ first, last }: { first: Day; last: Day }): PeriodRange {
  return { first: weekIndex(first), last: weekIndex(last + 1) - 1 };
}

/** The first week, the current one, the last one that covers a company, and which cover each. */
function coveredWeeks(
  companies: readonly CompanyCopies[],
  weights: Weights,
  held: { first: Day; last: Day },
): Pick<LedgerPlan, 'first' | 'current' | 'lastPartial' | 'lastCovered'> {
  const { first, last } = weeksIn(held);
  const lastCovered: Int32Array[] = [];
  let latest = new Int32Array(companies.length).fill(-1);
  let lastPartial = first - 1;
  for (let week = first; week <= last; week++) {
    latest = latest.slice();
    for (const [place, company] of companies.entries())
      if (isCoveredIn(company, weights, week)) {
        latest[place] = week - first;
        lastPartial = week;
      }
    lastCovered.push(latest);
  }
  const current = currentPeriod(lastCovered);
  if (current < 0)
    throw new BellwetherError(
      'ledger-too-short',
      `The ledger holds no full period: its copies end by ${isoDay(held.last)}, and growth needs ${DAYS_NEEDED} days, so that the first period could end on ${isoDay(lastDayOf(first))}.`,
    );
  return { first, current: first + current, lastPartial, lastCovered };
}
