/** All measures of a range of periods, in one pass over the ledger. */
import { lastDayOf } from '../../lib/period.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import { EXCLUSIONS } from '../ledger/ledger-tables.ts';
import {
  JOINING_WEEKS,
  JOINING_WINDOWS,
  NEW_AFTER_DAYS,
  NEWCOMER_WEEKS,
  WINDOW_NAMES,
} from '../ledger/windows.ts';
import { composition } from '../measures/composition.ts';
import { commitDays, copyContributors, daysPresent, excludedDays } from '../measures/day-checks.ts';
import { infrastructure, infrastructureDays } from '../measures/infrastructure.ts';
import type { IntegerRows } from '../measures/integer-rows.ts';
import { Measured } from '../measures/measured.ts';
import { newcomerDays } from '../measures/newcomer-days.ts';
import { newcomers } from '../measures/newcomers.ts';
import { pace } from '../measures/pace.ts';
import { exchangedPackages, packages } from '../measures/packages.ts';
import { releaseDays, releases } from '../measures/releases.ts';
import { replacedPackages, replacedRoles } from '../measures/role-changes.ts';
import { Scope } from '../measures/scope.ts';
import type { Measure } from '../measures/statement.ts';
import { weeklyCommits } from '../measures/weekly-commits.ts';
import { coverageIn, type LedgerPlan, type PeriodRange } from './ledger-plan.ts';

/** Days before a period's end on which its numbers can depend. */
const DAYS_BACK = Math.max(
  7 * JOINING_WEEKS * JOINING_WINDOWS + NEW_AFTER_DAYS,
  7 * NEWCOMER_WEEKS + 2 * NEW_AFTER_DAYS,
);

/** Read for some periods after the others: their rows are many. */
const OF_SOME_PERIODS = [releases, packages, replacedPackages, daysPresent];

/** Whole numbers of all periods, by set and week. */
const OF_ALL_PERIODS = {
  weeklyCommits: { measure: weeklyCommits, columns: ['commits', 'agentCommits'] },
  pace: { measure: pace, columns: ['pace'] },
  newcomerDays: { measure: newcomerDays, columns: ['workDays', 'newcomerDays'] },
  composition: {
    measure: composition,
    columns: ['commits', 'largest', 'bulk', 'people', 'steadyPeople', 'newPeople'],
    key: `${WINDOW_NAMES.length} * week + place`,
  },
  newcomers: { measure: newcomers, columns: ['joined', 'stayed'] },
  infrastructureDays: { measure: infrastructureDays, columns: ['personDays'] },
  infrastructure: { measure: infrastructure, columns: ['people', 'ciFiles', 'infraFiles'] },
  releaseDays: { measure: releaseDays, columns: ['releaseDays'] },
  commitDays: { measure: commitDays, columns: ['commits', 'people'], key: 'day' },
  excludedDays: {
    measure: excludedDays,
    columns: EXCLUSIONS.map((name) => `"${name}"`),
    key: 'day',
  },
  copyContributors: { measure: copyContributors, columns: ['people', 'priorPeople'] },
  exchangedPackages: { measure: exchangedPackages, columns: ['exchanged'] },
  replacedRoles: { measure: replacedRoles, columns: ['replaced'] },
} as const;

export const MEASURES: readonly Measure[] = [
  ...Object.values(OF_ALL_PERIODS).map(({ measure }) => measure),
  ...OF_SOME_PERIODS,
];

export type Measurements = Record<keyof typeof OF_ALL_PERIODS, IntegerRows> & {
  weeks: PeriodRange;
  measured: Measured;
  /** The set of a company that is covered in a week; −1 where it is not. @param company its place */
  setOf: (company: number, week: number) => number;
};

/** @param weeks that were published, and those whose evidence they rest on */
export async function measurePeriods(
  connection: LedgerConnection,
  plan: LedgerPlan,
  weeks: PeriodRange,
): Promise<Measurements> {
  const { scope, setOf } = scopeOf(plan, weeks);
  const tables = MEASURES.flatMap(({ reads }) => reads);
  const measured = await Measured.open(connection, scope, tables);
  const rows: [string, IntegerRows][] = [];
  for (const [name, { measure, columns, ...key }] of Object.entries(OF_ALL_PERIODS))
    rows.push([name, await measured.integers(measure, columns, 'key' in key ? key.key : 'week')]);
  // Every one of them is there.
  const all = Object.fromEntries(rows) as Record<keyof typeof OF_ALL_PERIODS, IntegerRows>;
  return { ...all, weeks, measured, setOf };
}

/** @param weeks whose measures are asked for */
export function scopeOf({ companies, roles, weights }: LedgerPlan, { first, last }: PeriodRange) {
  const scope = new Scope(roles);
  const length = last - first + 1;
  const setNumbers = new Int32Array(companies.length * length).fill(-1);
  for (const [place, company] of companies.entries()) {
    const { slug, copies, first: number } = company;
    const sets = new Map<string, number>();
    for (const [copy, { repository }] of copies.entries())
      scope.addCopy({ number: number + copy, company: slug, repository });
    for (let week = first; week <= last; week++) {
      const { missing, held, from } = coverageIn(company, weights, week);
      if (missing) continue;
      const set = sets.getOrInsertComputed(held.map(Number).join(), () =>
        scope.addSet(
          held.flatMap((isHeld, copy) => (isHeld ? [{ number: number + copy, copy }] : [])),
          from,
        ),
      );
      scope.ask(set, lastDayOf(week), DAYS_BACK);
      setNumbers[place * length + week - first] = set;
    }
  }
  const setOf = (company: number, week: number) =>
    setNumbers[company * length + week - first] ?? -1;
  return { scope, setOf };
}
