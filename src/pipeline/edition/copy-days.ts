/** The days that a reader follows a company's counts of one period by. */
import { lastDayOf } from '../../lib/period.ts';
import { EXCLUSIONS, type Exclusion } from '../ledger/ledger-tables.ts';
import { WINDOWS } from '../ledger/windows.ts';
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

/** @param number the copy's */
export function copyDaysOf(
  { commitDays, excludedDays, copyContributors }: Measurements,
  number: number,
  week: number,
): CopyDays {
  const day = lastDayOf(week);
  const excluded = EXCLUSIONS.map((reason, place): [Exclusion, number[]] => [
    reason,
    excludedDays.newestFirst(number, day, COMMIT_DAYS, place).reverse(),
  ]);
  const since = (days: number[]) => days.findIndex((commits) => commits > 0);
  return {
    commits: commitDays.newestFirst(number, day, COMMIT_DAYS, 0).reverse(),
    leftOut: Object.fromEntries(
      excluded
        .filter(([, days]) => since(days) >= 0)
        .sort(
          ([one, days], [other, otherDays]) =>
            since(days) - since(otherDays) || (one < other ? -1 : 1),
        ),
    ),
    people: commitDays.newestFirst(number, day, PEOPLE_DAYS, 1).reverse(),
    contributors: {
      current: copyContributors.at(number, week, 0),
      prior: copyContributors.at(number, week, 1),
    },
  };
}
