/** All measures of a range of periods: of some companies at a time, in one pass over their rows. */
import { lastDayOf } from '../../lib/period.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import { EXCLUSIONS } from '../ledger/ledger-tables.ts';
import { composition } from '../measures/composition.ts';
import {
  commitDays,
  copyContributors,
  DAYS_PRESENT_KEY,
  daysPresent,
  excludedDays,
} from '../measures/day-checks.ts';
import { infrastructure, infrastructureDays } from '../measures/infrastructure.ts';
import { IntegerRows } from '../measures/integer-rows.ts';
import { Measured } from '../measures/measured.ts';
import { newcomerDays } from '../measures/newcomer-days.ts';
import { newcomers } from '../measures/newcomers.ts';
import { pace } from '../measures/pace.ts';
import { packages } from '../measures/packages.ts';
import { releaseDays, releases } from '../measures/releases.ts';
import { replacedPackages, replacedRoles } from '../measures/role-changes.ts';
import { Scope } from '../measures/scope.ts';
import type { Measure } from '../measures/statement.ts';
import { weeklyCommits } from '../measures/weekly-commits.ts';
import {
  JOINING_WEEKS,
  JOINING_WINDOWS,
  NEW_AFTER_DAYS,
  NEWCOMER_WEEKS,
  PACE_WEEKS,
  WEEKS_BACK,
  WINDOW_NAMES,
  WINDOWS,
} from '../measures/windows.ts';
import { coverageIn, type LedgerPlan, type PeriodRange } from './ledger-plan.ts';

/** Days before a period's end on which its numbers can depend. */
const DAYS_BACK = Math.max(
  7 * JOINING_WEEKS * JOINING_WINDOWS + NEW_AFTER_DAYS,
  7 * NEWCOMER_WEEKS + 2 * NEW_AFTER_DAYS,
);

/** Read for some periods after the others: their rows are many. */
const OF_SOME_PERIODS = [releases, packages, replacedPackages];

type WholeNumbers = {
  measure: Measure;
  columns: readonly string[];
  /** An expression; without it, the week. */
  key?: string;
  weeks?: number;
};

/** Weeks that the days to D lie in by which a reader follows counts. */
const DAYS_WEEKS = Math.ceil((WINDOWS.prior30d.first + 1) / 7);

/** Integers of all periods, by set and week. `weeks` is the number of weeks up to a period's that count. */
const OF_ALL_PERIODS = {
  weeklyCommits: {
    ...{ measure: weeklyCommits, columns: ['commits', 'agentCommits'], weeks: WEEKS_BACK },
  },
  pace: { measure: pace, columns: ['pace'], weeks: PACE_WEEKS },
  newcomerDays: {
    ...{ measure: newcomerDays, columns: ['workDays', 'newcomerDays'], weeks: NEWCOMER_WEEKS },
  },
  composition: {
    measure: composition,
    columns: ['commits', 'largest', 'bulk', 'people', 'steadyPeople', 'newPeople'],
    key: `${WINDOW_NAMES.length} * week + place`,
  },
  newcomers: { measure: newcomers, columns: ['joined', 'stayed'] },
  infrastructureDays: { measure: infrastructureDays, columns: ['personDays'] },
  infrastructure: { measure: infrastructure, columns: ['people', 'ciFiles', 'infraFiles'] },
  releaseDays: { measure: releaseDays, columns: ['releaseDays'] },
  commitDays: {
    measure: commitDays,
    columns: ['commits', 'people'],
    key: 'day',
    weeks: DAYS_WEEKS,
  },
  excludedDays: { measure: excludedDays, columns: EXCLUSIONS, key: 'day', weeks: DAYS_WEEKS },
  daysPresent: { measure: daysPresent, columns: ['people'], key: DAYS_PRESENT_KEY },
  copyContributors: { measure: copyContributors, columns: ['people', 'priorPeople'] },
  replacedRoles: { measure: replacedRoles, columns: ['replaced'] },
} as const;

export const MEASURES: readonly Measure[] = [
  ...Object.values(OF_ALL_PERIODS).map(({ measure }) => measure),
  ...OF_SOME_PERIODS,
];

type OfAllPeriods = typeof OF_ALL_PERIODS;
export type Measurements = {
  [Name in keyof OfAllPeriods]: IntegerRows<OfAllPeriods[Name]['columns'][number]>;
} & {
  weeks: PeriodRange;
  sets: CompanySets;
};

/** Sets by the place of their company. */
type CompanySets = {
  /** The set that is covered in a week; −1 where none is. */
  coveredIn: (company: number, week: number) => number;
  /** The set of all copies. */
  whole: (company: number) => number;
};

/** Sets' periods, and companies, measured at a time: their rows stay in the engine's memory. */
const FRAMES_AT_ONCE = 25_000;
const COMPANIES_AT_ONCE = 5_000;

export async function measurePeriods(
  connection: LedgerConnection,
  plan: LedgerPlan,
  weeks: PeriodRange,
): Promise<Measurements> {
  const length = weeks.last - weeks.first + 1;
  const companiesAtOnce = Math.ceil(Math.min(FRAMES_AT_ONCE / length, COMPANIES_AT_ONCE));
  const tables = MEASURES.flatMap(({ reads }) => reads);
  const all = Object.entries<WholeNumbers>(OF_ALL_PERIODS).map(([name, one]) => {
    return [name, { ...one, into: new IntegerRows<string>(one.columns) }] as const;
  });
  const covered = new Int32Array(plan.companies.length * length);
  const wholes: number[] = [];
  let firstSet = 0;
  for (let place = 0; place < plan.companies.length; place += companiesAtOnce) {
    const companies = plan.companies.slice(place, place + companiesAtOnce);
    const scoped = scopeOf({ ...plan, companies }, weeks, firstSet);
    covered.set(scoped.covered, place * length);
    wholes.push(...scoped.wholes);
    firstSet = scoped.scope.nextSet;
    const measured = await Measured.open(connection, scoped.scope, tables);
    for (const [, { measure, columns, into, key = 'week', weeks: back }] of all) {
      const week = weeks.first - (back ?? 0) + 1;
      const oldest = key === 'day' ? lastDayOf(week - 1) + 1 : week;
      const since = back === undefined ? undefined : oldest;
      await measured.integers(measure, columns, { key, since, into });
    }
    for (const measure of OF_SOME_PERIODS) await measured.store(measure, place === 0);
  }
  const coveredIn = (company: number, week: number) =>
    covered[company * length + week - weeks.first] ?? -1;
  const sets = { coveredIn, whole: (company: number) => wholes[company] ?? -1 };
  // Every one of them is there, with its own columns.
  const rows = Object.fromEntries(all.map(([name, { into }]) => [name, into])) as Omit<
    Measurements,
    'weeks' | 'sets'
  >;
  return { ...rows, weeks, sets };
}

/** Asks for all weeks of companies. @returns as well the numbers of their sets, by company (and week) */
export function scopeOf(
  { companies, roles, weights }: Pick<LedgerPlan, 'companies' | 'roles' | 'weights'>,
  { first, last }: PeriodRange,
  firstSet = 0,
): { scope: Scope; covered: Int32Array; wholes: number[] } {
  const scope = new Scope(roles, firstSet);
  const length = last - first + 1;
  const covered = new Int32Array(companies.length * length).fill(-1);
  const wholes: number[] = [];
  for (const [place, company] of companies.entries()) {
    const { copies, first: number } = company;
    const sets = new Map<string, number>();
    const setFor = (held: readonly boolean[], from: number) =>
      sets.getOrInsertComputed(held.map(Number).join(), () =>
        scope.addSet(
          held.flatMap((isHeld, copy) => (isHeld ? [{ number: number + copy, copy }] : [])),
          from,
        ),
      );
    scope.addCompany(company);
    for (let week = first; week <= last; week++) {
      const { missing, held, from } = coverageIn(company, weights, week);
      if (missing) continue;
      const set = setFor(held, from);
      scope.ask(set, lastDayOf(week), { daysBack: DAYS_BACK });
      covered[place * length + week - first] = set;
    }
    const whole = copies.map(() => true);
    wholes.push(setFor(whole, Number.NEGATIVE_INFINITY));
  }
  return { scope, covered, wholes };
}
