/** The days that a reader follows a company's counts of one period by. */
import { z } from 'zod';
import { lastDayOf } from '../../lib/period.ts';
import { EXCLUSIONS, type Exclusion } from '../ledger/ledger-tables.ts';
import { daysPresentKey } from '../measures/day-checks.ts';
import { DAYS_A_MONTH, WINDOWS } from '../measures/windows.ts';
import type { Measurements } from './measurements.ts';

/** Days of the two windows in which commits are counted, and of those in which people are. */
export const COMMIT_DAYS = WINDOWS.prior14d.first + 1;
export const PEOPLE_DAYS = WINDOWS.prior30d.first + 1;

/** Days are oldest first. */
export type CopyDays = {
  commits: number[];
  /** Reasons without any commit are not there. */
  leftOut: Partial<Record<Exclusion, number[]>>;
  people: number[];
  /** Distinct people in the 30 days to D, and in the 30 before. */
  contributors: { current: number; prior: number };
};

const ByDays = z
  .array(z.int().nonnegative())
  .describe('How many people were there on one day, on two, on three, …');

export const PeopleByDays = z
  .object({ current: ByDays, prior: ByDays })
  .meta({ id: 'PeopleByDays', description: 'In the 30 days to D, and in the 30 before' });
export type PeopleByDays = z.infer<typeof PeopleByDays>;

export function countPeopleByDays(
  { daysPresent }: Measurements,
  set: number,
  week: number,
): PeopleByDays {
  const count = (isCurrent: boolean) => {
    const key = daysPresentKey(week, isCurrent);
    const people = daysPresent.newestFirst(set, key, DAYS_A_MONTH, 'people').reverse();
    return people.slice(0, people.findLastIndex((number) => number > 0) + 1);
  };
  return { current: count(true), prior: count(false) };
}

/** @param number the copy's */
export function copyDaysOf(
  { commitDays, excludedDays, copyContributors }: Measurements,
  number: number,
  week: number,
): CopyDays {
  const day = lastDayOf(week);
  const excluded = EXCLUSIONS.map((reason): [Exclusion, number[]] => [
    reason,
    excludedDays.newestFirst(number, day, COMMIT_DAYS, reason).reverse(),
  ]);
  const since = (days: number[]) => days.findIndex((commits) => commits > 0);
  return {
    commits: commitDays.newestFirst(number, day, COMMIT_DAYS, 'commits').reverse(),
    leftOut: Object.fromEntries(
      excluded
        .filter(([, days]) => since(days) >= 0)
        .sort(
          ([one, days], [other, otherDays]) =>
            since(days) - since(otherDays) || (one < other ? -1 : 1),
        ),
    ),
    people: commitDays.newestFirst(number, day, PEOPLE_DAYS, 'people').reverse(),
    contributors: {
      current: copyContributors.at(number, week, 'people'),
      prior: copyContributors.at(number, week, 'priorPeople'),
    },
  };
}
