/**
 * Data with which a reader checks an edition's counts, in addition to the evidence: every repository's
 * days, and the commits left out on each. Only counts; no person is named.
 */
import { z } from 'zod';
import { isoDay, lastDayOf, weekIndex } from '../../lib/period.ts';
import type { Copy } from '../ledger/copies.ts';
import type { Exclusion } from '../ledger/ledger-tables.ts';
import { daysPresentKey } from '../measures/day-checks.ts';
import { DAYS_A_MONTH, WINDOWS } from '../measures/windows.ts';
import { type Artifact, artifact, NDJSON_TYPE, ndjson } from './artifacts.ts';
import type { ComputedPeriod, ComputedStartup } from './compute-period.ts';
import type { Measurements } from './measurements.ts';
import type { LedgerPeriods } from './periods.ts';

export const CHECKS_FILE = 'checks.jsonl';

/** Days of the two windows in which commits are counted, and of those in which people are. */
const COMMIT_DAYS = WINDOWS.prior14d.first + 1;
const PEOPLE_DAYS = WINDOWS.prior30d.first + 1;

const Count = z.int().nonnegative();
const CommitDays = z.array(Count).length(COMMIT_DAYS);
const Both = (meaning: string) =>
  z
    .object({ current: Count, prior: Count })
    .describe(`${meaning}, in the 30 days to D and in the 30 before`);

/** Commits left out of one repository, by reason; no window has the day of a misdated one. */
const LeftOut = z
  .object({ merge: CommitDays, automation: CommitDays, duplicate: CommitDays })
  .partial()
  .describe('Commits that do not count, by reason and day; a reason without any is absent');

export const RepositoryDays = z
  .object({
    repository: z.string(),
    began: z.iso.date().nullable().describe('Day of its very first commit; null if it is empty'),
    commits: CommitDays.describe('Counted commits of the 28 days to D, oldest first'),
    leftOut: LeftOut,
    people: z
      .array(Count)
      .length(PEOPLE_DAYS)
      .describe('People with a commit or co-authorship on each of the 60 days to D, oldest first'),
    contributors: Both('Distinct people in this repository'),
  })
  .meta({ id: 'RepositoryDays', description: 'One repository day by day' });
export type RepositoryDays = z.infer<typeof RepositoryDays>;

const ByDays = z
  .array(Count)
  .describe('How many people were there on one day, on two, on three, …');

export const PeopleByDays = z
  .object({ current: ByDays, prior: ByDays })
  .meta({ id: 'PeopleByDays', description: 'In the 30 days to D, and in the 30 before' });

/** A line of `checks.jsonl`. */
export type CheckRecord = ReturnType<typeof checkRecord>;

function checkRecord(
  { place, company, coverage }: ComputedStartup,
  { period }: ComputedPeriod,
  periods: LedgerPeriods,
) {
  const week = weekIndex(period.lastDay);
  const { copies = [], first = 0 } = periods.plan.companies[place] ?? {};
  return {
    slug: company,
    period: period.slug,
    repositories: copies.flatMap((copy, index) =>
      coverage.held[index] ? [repositoryDays(periods.measured, copy, first + index, week)] : [],
    ),
    /** The sums are the contributors. */
    peopleByDays: peopleByDays(periods.measured, periods.setOf(place, week), week),
  };
}

/** The edition's file of all startups that it covers. */
export function checksArtifact(computed: ComputedPeriod, periods: LedgerPeriods): Artifact {
  const records = computed.startups.map((startup) => checkRecord(startup, computed, periods));
  return artifact(CHECKS_FILE, NDJSON_TYPE, ndjson(records));
}

/** @param number the copy's */
function repositoryDays(
  { commitDays, excludedDays, copyContributors }: Measurements,
  { repository, began }: Copy,
  number: number,
  week: number,
): RepositoryDays {
  const day = lastDayOf(week);
  const since = (days: readonly number[]) => days.findIndex((commits) => commits > 0);
  const daysOf = (reason: Exclusion) =>
    excludedDays.newestFirst(number, day, COMMIT_DAYS, reason).reverse();
  const leftOut = LeftOut.keyof()
    .options.map((reason) => [reason, daysOf(reason)] as const)
    .filter(([, days]) => since(days) >= 0)
    .sort(([one, days], [other, later]) => since(days) - since(later) || (one < other ? -1 : 1));
  return {
    repository,
    began: Number.isFinite(began) ? isoDay(began) : null,
    commits: commitDays.newestFirst(number, day, COMMIT_DAYS, 'commits').reverse(),
    leftOut: Object.fromEntries(leftOut),
    people: commitDays.newestFirst(number, day, PEOPLE_DAYS, 'people').reverse(),
    contributors: {
      current: copyContributors.at(number, week, 'people'),
      prior: copyContributors.at(number, week, 'priorPeople'),
    },
  };
}

function peopleByDays({ daysPresent }: Measurements, set: number, week: number) {
  const count = (isCurrent: boolean) => {
    const key = daysPresentKey(week, isCurrent);
    const people = daysPresent.newestFirst(set, key, DAYS_A_MONTH, 'people').reverse();
    return people.slice(0, people.findLastIndex((number) => number > 0) + 1);
  };
  return { current: count(true), prior: count(false) };
}
