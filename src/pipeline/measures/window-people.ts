/** Each person's commits and days in a period's four windows. */
import { frameWeeks } from './frame-weeks.ts';
import { personDays, sumOfBulk } from './person-days.ts';
import { type Statement, whole } from './statement.ts';
import { NEW_AFTER_DAYS, WINDOW_NAMES, WINDOWS } from './windows.ts';

/** SQL: what a person did in the window in a place of `WINDOW_NAMES`. All days of a group are of one period. */
const WINDOW_COLUMNS = WINDOW_NAMES.map((name, place) => {
  const { first, last } = WINDOWS[name];
  const inWindow = `FILTER (WHERE day >= lastDay - ${first} AND day <= lastDay - ${last})`;
  return `
      ${whole(`coalesce(sum(commits) ${inWindow}, 0)`)} AS commits${place},
      ${sumOfBulk('bulk', inWindow)} AS bulk${place}, ${whole(`count(*) ${inWindow}`)} AS days${place},
      min(previousDay) ${inWindow} < min(lastDay) - ${first + NEW_AFTER_DAYS} AS isNew${place}`;
}).join(',');

/**
 * By set, period and person, for the window in each place: `commits`, `bulk`, `days` with a commit or
 * co-authorship, and `isNew`, whether the person was not seen in the 180 days before it. They mean nothing
 * where `days` is 0.
 */
export const windowPeople: Statement = {
  name: 'window_people',
  reads: [personDays, frameWeeks],
  sql: () => `
    SELECT ends.setNumber AS setNumber, ends.week AS week, person, ${WINDOW_COLUMNS}
    FROM person_days
    JOIN frame_weeks AS ends
      ON ends.setNumber = person_days.setNumber AND ends.dayWeek = person_days.week
    GROUP BY ends.setNumber, ends.week, person`,
};
