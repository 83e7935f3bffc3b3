/** The rows that a stretch of periods is computed from: read once, and seen by all threads. */
import { lastDayOf } from '../../lib/period.ts';
import { type CommitColumns, CommitDaysBuilder } from '../ledger/commit-days.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import { copiesOf } from '../ledger/copies.ts';
import { type DependencyColumns, readDependencies } from '../ledger/dependency-changes.ts';
import { type ExcludedColumns, readExcluded } from '../ledger/excluded-days.ts';
import { type PeopleColumns, readPeople } from '../ledger/people.ts';
import { type ReleaseColumns, readReleases } from '../ledger/releases.ts';
import { FOUR_WEEKS, WINDOWS, WINDOWS_BACK } from '../ledger/windows.ts';
import { CLASSIFIED_WEEKS } from '../signals/classify.ts';
import { PEOPLE_DAYS_BACK } from '../signals/newcomers.ts';
import { WORK_DAYS_BACK } from '../signals/weekly-work.ts';
import type { LedgerPlan, PeriodRange } from './ledger-plan.ts';

export type LedgerRows = ActivityRows & EventRows;
export type ActivityRows = { people: PeopleColumns; commits: CommitColumns };
export type EventRows = {
  releases: ReleaseColumns;
  dependencies: DependencyColumns;
  excluded: ExcludedColumns;
};

/** Days of the two windows in which commits are counted, and of those in which people are. */
export const COMMIT_DAYS = WINDOWS.prior14d.first + 1;
export const PEOPLE_DAYS = WINDOWS.prior30d.first + 1;

/** Days before a period's end on which numbers of its people can depend. */
export const DAYS_BACK = Math.max(PEOPLE_DAYS_BACK, WORK_DAYS_BACK);

/** The first week whose evidence a period's classification can depend on. */
export function firstNeeded({ first }: Pick<LedgerPlan, 'first'>, week: number): number {
  return Math.max(first, week - CLASSIFIED_WEEKS + 1);
}

/** What the periods of some weeks are computed from, on a connection that has numbered its copies. */
export async function readLedgerRows(
  connection: LedgerConnection,
  plan: LedgerPlan,
  weeks: PeriodRange,
): Promise<LedgerRows> {
  const activity = await readActivityRows(connection, plan, weeks);
  return { ...activity, ...(await readEventRows(connection, plan, weeks)) };
}

export async function readActivityRows(
  connection: LedgerConnection,
  plan: LedgerPlan,
  weeks: PeriodRange,
): Promise<ActivityRows> {
  const { companies } = plan;
  const span = {
    since: lastDayOf(firstNeeded(plan, weeks.first)) - DAYS_BACK,
    through: lastDayOf(weeks.last),
  };
  const commits = new CommitDaysBuilder(copiesOf(companies), span);
  const people = await readPeople(connection, companies.length, span, commits);
  return { people, commits: commits.finish() };
}

export async function readEventRows(
  connection: LedgerConnection,
  plan: LedgerPlan,
  weeks: PeriodRange,
): Promise<EventRows> {
  const { length } = plan.companies;
  const windowsFrom = lastDayOf(firstNeeded(plan, weeks.first)) - WINDOWS_BACK * FOUR_WEEKS + 1;
  const through = lastDayOf(weeks.last);
  const shownFrom = lastDayOf(weeks.first) - COMMIT_DAYS + 1;
  // Records name what is in the newest window of theirs alone.
  const namedSince = lastDayOf(weeks.first) - FOUR_WEEKS + 1;
  return {
    releases: await readReleases(connection, length, { since: windowsFrom, through }, namedSince),
    dependencies: await readDependencies(
      connection,
      length,
      { since: windowsFrom, through },
      namedSince,
    ),
    excluded: await readExcluded(connection, copiesOf(plan.companies), {
      since: shownFrom,
      through,
    }),
  };
}
