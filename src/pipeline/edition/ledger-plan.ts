/** The periods of a ledger, and the companies that each covers. */
import { BellwetherError } from '../../lib/errors.ts';
import { isoDay, lastDayOf, weekIndex } from '../../lib/period.ts';
import type { Registry } from '../../registry/schema.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import { type CompanyCopies, readCopies, type Tracked } from '../ledger/copies.ts';
import type { IntegerRows } from '../measures/integer-rows.ts';
import { Measured } from '../measures/measured.ts';
import { Scope } from '../measures/scope.ts';
import { WEIGHT_DAYS, weights } from '../measures/weights.ts';
import {
  type CompanyCoverage,
  coverageOf,
  DAYS_NEEDED,
  isWhole,
  weighedThrough,
} from '../signals/coverage.ts';
import { currentPeriod, earliestDay } from '../signals/current-period.ts';

/** Consecutive periods by week index, both inclusive. */
export type PeriodRange = { first: number; last: number };

/** The companies of a registry with their repositories, as periods are read for them. */
export function trackedCompanies({
  companies,
  packageRoles,
}: Pick<Registry, 'companies' | 'packageRoles'>): Tracked {
  return {
    companies: new Map(companies.map((company) => [company.slug, company])),
    roles: packageRoles,
  };
}

export type LedgerPlan = Awaited<ReturnType<typeof readPlan>>;

/**
 * The companies and weeks of a ledger, found before its periods are measured.
 *
 * @throws BellwetherError `ledger-empty`, `ledger-too-short`
 */
export async function readPlan(
  connection: LedgerConnection,
  { companies: tracked, roles }: Tracked,
) {
  const companies = await readCopies(connection, tracked);
  const copies = companies.map((company) => company.copies);
  // The first day from which some company's numbers are complete.
  const firstDay = earliestDay(copies);
  if (firstDay === undefined)
    throw new BellwetherError('ledger-empty', 'The ledger holds none of the tracked companies.');
  const lastDay = copies
    .flat()
    .reduce((latest, { through }) => Math.max(latest, through), -Infinity);
  const first = weekIndex(firstDay);
  const last = weekIndex(lastDay + 1) - 1;
  const commits = await readWeights(connection, companies, { first, last });
  const lastCovered: Int32Array[] = [];
  let latest = new Int32Array(companies.length).fill(-1);
  let lastPartial = first - 1;
  for (let week = first; week <= last; week++) {
    latest = latest.slice();
    for (const [place, company] of companies.entries())
      if (!coverageIn(company, commits, week).missing) {
        latest[place] = week - first;
        lastPartial = week;
      }
    lastCovered.push(latest);
  }
  const current = currentPeriod(lastCovered);
  if (current < 0)
    throw new BellwetherError(
      'ledger-too-short',
      `The ledger holds no full period: its copies end by ${isoDay(lastDay)}, and growth needs ${DAYS_NEEDED} days, so that the first period could end on ${isoDay(lastDayOf(first))}.`,
    );
  return {
    companies,
    roles,
    /** Commits by copy and day, of companies that lack copies in some week. */
    weights: commits,
    /** The first period. */
    first,
    current: first + current,
    /** The week up to which partial periods follow the current one. */
    lastPartial,
    /**
     * By week, from the first period on: the last one up to it that covers each company, in weeks since
     * the first period; −1 where none does.
     */
    lastCovered,
  };
}

/** The commits that weigh repositories against each other, where a company lacks some of its own. */
async function readWeights(
  connection: LedgerConnection,
  companies: readonly CompanyCopies[],
  { first, last }: PeriodRange,
) {
  const scope = new Scope();
  for (const company of companies)
    for (let week = first; week <= last; week++)
      if (!isWhole(company.copies, lastDayOf(week))) {
        scope.addCompany(company);
        break;
      }
  const measured = await Measured.open(connection, scope, weights.reads);
  return measured.integers(weights, ['weight'], { key: 'day' });
}

/** Whether and how a company is covered in a period. */
export function coverageIn(
  { copies, first, neverCollected }: CompanyCopies,
  weightsOfCopies: IntegerRows<'weight'>,
  week: number,
): CompanyCoverage {
  const lastDay = lastDayOf(week);
  // Most companies are held whole, so the weights of their repositories do not matter.
  const weighed = isWhole(copies, lastDay)
    ? []
    : copies.map((copy, place) =>
        weightsOfCopies.sum(first + place, weighedThrough(copy, lastDay), WEIGHT_DAYS, 'weight'),
      );
  return coverageOf(copies, weighed, neverCollected, lastDay);
}
