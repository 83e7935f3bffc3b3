/** All measures of a range of periods: of some companies at a time, in one pass over their rows. */
import { BellwetherError, NotFoundError } from '../../lib/errors.ts';
import { lastDayOf, type Period, weekIndex } from '../../lib/period.ts';
import { type LedgerConnection, sqlString } from '../ledger/connection.ts';
import type { Tracked } from '../ledger/copies.ts';
import { DUCKDB } from '../ledger/dialect-duckdb.ts';
import { type Ledger, tableQuery } from '../ledger/ledger.ts';
import { EXCLUSIONS, TABLES } from '../ledger/ledger-tables.ts';
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
import { inOrder, type Measure } from '../measures/statement.ts';
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
import { coverageIn, type LedgerPlan, type PeriodRange, readPlan } from './ledger-plan.ts';

/** Days before a period's end on which its numbers can depend. */
const DAYS_BACK = Math.max(
  7 * JOINING_WEEKS * JOINING_WINDOWS + NEW_AFTER_DAYS,
  7 * NEWCOMER_WEEKS + 2 * NEW_AFTER_DAYS,
);

/** Read for some periods after the others: their rows are many. */
export const OF_SOME_PERIODS = [releases, packages, replacedPackages];

/** @param key an expression @param weeks the number of weeks up to a period's that count; all by default */
const integers = <Column extends string>(
  measure: Measure,
  columns: readonly Column[],
  { key = 'week', weeks = Number.POSITIVE_INFINITY } = {},
) => ({ measure, columns, key, weeks });

/** Weeks that the days to D lie in by which a reader follows counts. */
const DAILY = { key: 'day', weeks: Math.ceil((WINDOWS.prior30d.first + 1) / 7) };
const COMPOSITION = ['commits', 'largest', 'bulk', 'people', 'steadyPeople', 'newPeople'] as const;

/** Integers of all periods, by set and week. */
const OF_ALL_PERIODS = {
  weeklyCommits: integers(weeklyCommits, ['commits', 'agentCommits'], { weeks: WEEKS_BACK }),
  pace: integers(pace, ['pace'], { weeks: PACE_WEEKS }),
  newcomerDays: integers(newcomerDays, ['workDays', 'newcomerDays'], { weeks: NEWCOMER_WEEKS }),
  composition: integers(composition, COMPOSITION, { key: `${WINDOW_NAMES.length} * week + place` }),
  newcomers: integers(newcomers, ['joined', 'stayed']),
  infrastructureDays: integers(infrastructureDays, ['personDays']),
  infrastructure: integers(infrastructure, ['people', 'ciFiles', 'infraFiles']),
  releaseDays: integers(releaseDays, ['releaseDays']),
  commitDays: integers(commitDays, ['commits', 'people'], DAILY),
  excludedDays: integers(excludedDays, EXCLUSIONS, DAILY),
  daysPresent: integers(daysPresent, ['people'], { key: DAYS_PRESENT_KEY }),
  copyContributors: integers(copyContributors, ['people', 'priorPeople']),
  replacedRoles: integers(replacedRoles, ['replaced']),
};

export const MEASURES: readonly Measure[] = [
  ...Object.values(OF_ALL_PERIODS).map(({ measure }) => measure),
  ...OF_SOME_PERIODS,
];

type OfAllPeriods = typeof OF_ALL_PERIODS;
type Rows = { [Name in keyof OfAllPeriods]: IntegerRows<OfAllPeriods[Name]['columns'][number]> };
export type Measurements = Awaited<ReturnType<typeof measurePeriods>>;
/** The set that is covered in each week (−1 where none is), and that of all copies. */
type CompanySets = { covered: readonly number[]; whole: number };

/** Sets' periods, and companies, measured at a time: their rows stay in the engine's memory. */
const FRAMES_AT_ONCE = 25_000;
const COMPANIES_AT_ONCE = 5_000;

export async function measurePeriods(
  connection: LedgerConnection,
  plan: LedgerPlan,
  weeks: PeriodRange,
) {
  const length = weeks.last - weeks.first + 1;
  const companiesAtOnce = Math.ceil(Math.min(FRAMES_AT_ONCE / length, COMPANIES_AT_ONCE));
  const tables = MEASURES.flatMap(({ reads }) => reads);
  /** By the place of the company. */
  const sets: CompanySets[] = [];
  const all = Object.entries(OF_ALL_PERIODS).map(([name, own]) => ({
    ...own,
    name,
    into: new IntegerRows<string>(own.columns),
  }));
  for (let place = 0, firstSet = 0; place < plan.companies.length; place += companiesAtOnce) {
    const companies = plan.companies.slice(place, place + companiesAtOnce);
    const scoped = scopeOf({ ...plan, companies }, weeks, firstSet);
    sets.push(...scoped.sets);
    firstSet = scoped.scope.nextSet;
    const measured = await Measured.open(connection, scoped.scope, tables);
    for (const { measure, columns, key, weeks: back, into } of all) {
      const week = weeks.first - back + 1;
      const since = key === 'day' ? lastDayOf(week - 1) + 1 : week;
      await measured.integers<string>(measure, columns, { key, since, into });
    }
    for (const measure of OF_SOME_PERIODS) await measured.store(measure, place === 0);
  }
  const rows = Object.fromEntries(all.map(({ name, into }) => [name, into]));
  // Every one of them is there, with its own columns.
  return { ...(rows as Rows), weeks, sets };
}

/** Asks for all weeks of companies. @returns as well the numbers of their sets */
export function scopeOf(
  { companies, roles, weights }: Pick<LedgerPlan, 'companies' | 'roles' | 'weights'>,
  { first, last }: PeriodRange,
  firstSet = 0,
): { scope: Scope; sets: CompanySets[] } {
  const scope = new Scope(roles, firstSet);
  const sets = companies.map((company): CompanySets => {
    const numbers = new Map<string, number>();
    const setFor = (held: readonly boolean[], from: number) =>
      numbers.getOrInsertComputed(held.map(Number).join(), () =>
        scope.addSet(
          held.flatMap((isHeld, copy) => (isHeld ? [{ number: company.first + copy, copy }] : [])),
          from,
        ),
      );
    scope.addCompany(company);
    const covered: number[] = [];
    for (let week = first; week <= last; week++) {
      const { missing, held, from } = coverageIn(company, weights, week);
      const set = missing ? -1 : setFor(held, from);
      covered.push(set);
      if (!missing) scope.ask(set, lastDayOf(week), { daysBack: DAYS_BACK });
    }
    const everything = company.copies.map(() => true);
    return { covered, whole: setFor(everything, Number.NEGATIVE_INFINITY) };
  });
  return { scope, sets };
}

/**
 * The statement of one measure of one company and period, complete: it can be run in any DuckDB.
 *
 * @throws NotFoundError `unknown-measure`, `unknown-company`, BellwetherError `not-covered`
 */
export async function measureStatement(
  connection: LedgerConnection,
  ledger: Ledger,
  tracked: Tracked,
  { name, slug, period }: { name: string; slug: string; period: Period },
): Promise<string> {
  const measure = MEASURES.find((one) => one.name === name);
  if (!measure)
    throw new NotFoundError(
      'unknown-measure',
      `There is no measure ${name}; there are ${MEASURES.map((one) => one.name).join(', ')}.`,
    );
  const plan = await readPlan(connection, tracked);
  const copies = plan.companies.find((one) => one.slug === slug);
  if (!copies) throw new NotFoundError('unknown-company', `${slug} is not tracked.`);
  const week = weekIndex(period.lastDay);
  if (week < plan.first || week > plan.lastPartial)
    throw new NotFoundError('unknown-period', `The ledger does not cover ${period.slug}.`);
  const { missing } = coverageIn(copies, plan.weights, week);
  if (missing)
    throw new BellwetherError(
      'not-covered',
      `${period.slug} does not cover ${slug}: ${missing.reason}.`,
    );
  const { scope } = scopeOf({ ...plan, companies: [copies] }, { first: week, last: week });
  return statement(measure, scope, ledger);
}

function statement(measure: Measure, scope: Scope, ledger: Ledger): string {
  const own = measure.sql(DUCKDB, scope.span);
  const reads = inOrder(measure.reads).map(
    ({ name, sql }) => `"${name}" AS (${sql(DUCKDB, scope.span)})`,
  );
  const text = [...reads, own].join();
  const tables = TABLES.filter((table) => text.includes(` JOIN ${table}\n`)).map(
    (table) => `${table} AS (${tableQuery(ledger, table)})`,
  );
  const literal = (value: number | string) =>
    typeof value === 'number' ? value : sqlString(value);
  const given = scope.tables().map(({ name, columns, rows }) => {
    const values = rows.map((row) => `(${row.map(literal).join(', ')})`);
    const names = Object.keys(columns).join(', ');
    return `${name}(${names}) AS (VALUES ${values.join(', ')})`;
  });
  return `WITH ${[...tables, ...given, ...reads].join(',\n')}\n${own};`;
}
