/** Counts by day, from which a reader can follow the counts of a copy and of a company. */

import { EXCLUSIONS } from '../ledger/ledger-tables.ts';
import { dayNumber, isWithin } from '../ledger/row-queries.ts';
import { frameWeeks } from './frame-weeks.ts';
import { copyDays } from './person-days.ts';
import { type Measure, whole } from './statement.ts';
import { windowPeople } from './window-people.ts';
import { DAYS_A_MONTH, WINDOW_NAMES, WINDOWS } from './windows.ts';

const MONTHS = WINDOWS.prior30d.first + 1;

/** The set's number is that of the copy, held or not. */
export const commitDays: Measure = {
  name: 'commit-days',
  meaning: 'Counted commits of each copy and people seen in it, by day',
  unit: 'commits, people',
  section: '4 Accelerate',
  reads: [copyDays],
  sql: () => `
    SELECT number AS setNumber, day, ${whole('sum(commits)')} AS commits,
      ${whole('count(*) FILTER (WHERE person <> 0)')} AS people
    FROM (
      SELECT number, day, person, sum(commits) AS commits FROM copy_days GROUP BY number, day, person
    ) AS people
    GROUP BY number, day`,
};

/** The same. */
export const excludedDays: Measure = {
  name: 'excluded-days',
  meaning: 'Commits of each copy that were left out, by day and reason',
  unit: 'commits',
  section: '2 Filter',
  reads: [],
  sql: (_, span) => {
    const sum = (reason: string) =>
      `${whole(`sum(CASE WHEN reason = '${reason}' THEN commits ELSE 0 END)`)} AS "${reason}"`;
    return `
    SELECT number AS setNumber, day, ${EXCLUSIONS.map(sum).join(', ')}
    FROM (
      SELECT number, ${dayNumber('day')} AS day, reason, commits
      FROM copies JOIN excluded
        ON excluded.company = copies.company AND excluded.repository = copies.repository
      WHERE ${isWithin(span)}
    ) AS dated
    GROUP BY number, day`;
  },
};

/** A person in two copies counts in both. The set's number is that of a copy that it holds. */
export const copyContributors: Measure = {
  name: 'copy-contributors',
  meaning: 'Distinct people of each copy in the 30 days to D, and in the 30 before',
  unit: 'people',
  section: '4 Accelerate',
  reads: [copyDays, frameWeeks],
  sql: () => `
    SELECT number AS setNumber, week, ${whole('count(*) FILTER (WHERE isCurrent)')} AS people,
      ${whole('count(*) FILTER (WHERE isPrior)')} AS priorPeople
    FROM (
      SELECT seen.number AS number, ends.week AS week, person,
        max(newest) >= min(lastDay) - ${WINDOWS.current30d.first} AS isCurrent,
        min(oldest) < min(lastDay) - ${WINDOWS.current30d.first} AS isPrior
      FROM (
        SELECT number, person, week, min(day) AS oldest, max(day) AS newest
        FROM copy_days WHERE person <> 0 GROUP BY number, person, week
      ) AS seen
      JOIN held ON held.number = seen.number
      JOIN frame_weeks AS ends
        ON ends.setNumber = held.setNumber AND ends.dayWeek = seen.week
      WHERE newest > lastDay - ${MONTHS}
      GROUP BY seen.number, ends.week, person
    ) AS people
    GROUP BY number, week`,
};

/** More than the days of a month that anyone can be there on. */
const KEYS_A_MONTH = DAYS_A_MONTH + 1;

/** SQL: the key by which the rows of `days-present` are found. */
export const DAYS_PRESENT_KEY = `${KEYS_A_MONTH} * (2 * week + isCurrent) + days`;

/** The last one of a month. */
export function daysPresentKey(week: number, isCurrent: boolean): number {
  return KEYS_A_MONTH * (2 * week + Number(isCurrent)) + DAYS_A_MONTH;
}

export const daysPresent: Measure = {
  name: 'days-present',
  meaning:
    'People by the number of days on which they were there, in the 30 days to D and in the 30 before',
  unit: 'people',
  section: '4 Accelerate',
  reads: [windowPeople],
  sql: () =>
    (['current30d', 'prior30d'] as const)
      .map((name) => ({
        place: WINDOW_NAMES.indexOf(name),
        isCurrent: Number(name === 'current30d'),
      }))
      .map(
        ({ place, isCurrent }) => `
    SELECT setNumber, week, ${isCurrent} AS isCurrent, days${place} AS days, ${whole('count(*)')} AS people
    FROM window_people WHERE person <> 0 AND days${place} > 0
    GROUP BY setNumber, week, days${place}`,
      )
      .join(' UNION ALL '),
};
