/** What every person did in a period's four windows. */
import { lastDayOf } from '../../lib/period.ts';
import { frameWeeks } from './frame-weeks.ts';
import { personDays, sumOfBulk } from './person-days.ts';
import { type Statement, whole } from './statement.ts';
import { NEW_AFTER_DAYS, WINDOW_NAMES, WINDOWS } from './windows.ts';

/** SQL: the last day of a week. */
const LAST_DAY = `(7 * week + ${lastDayOf(0)})`;

/**
 * By set, period and person, for the window in each place of `WINDOW_NAMES`: `commits`, `bulk`, `days` with
 * a commit or co-authorship, and `isNew`, whether the person was not seen in the 180 days before it. All are
 * of no meaning where `days` is 0.
 */
export const windowPeople: Statement = {
  name: 'window_people',
  reads: [personDays, frameWeeks],
  sql: () => {
    const columns = WINDOW_NAMES.map((name, place) => {
      const { first, last } = WINDOWS[name];
      const inWindow = `FILTER (WHERE day >= lastDay - ${first} AND day <= lastDay - ${last})`;
      return { place, first, inWindow };
    });
    return `
    SELECT setNumber, week, person, ${columns
      .map(
        ({ place, first }) => `
      commits${place}, bulk${place}, days${place},
      seenBefore${place} < ${LAST_DAY} - ${first + NEW_AFTER_DAYS} AS isNew${place}`,
      )
      .join(',')}
    FROM (
      SELECT ends.setNumber AS setNumber, ends.week AS week, person, ${columns
        .map(
          ({ place, inWindow }) => `
        ${whole(`coalesce(sum(commits) ${inWindow}, 0)`)} AS commits${place}, ${sumOfBulk('bulk', inWindow)} AS bulk${place},
        ${whole(`count(*) ${inWindow}`)} AS days${place},
        min(previousDay) ${inWindow} AS seenBefore${place}`,
        )
        .join(',')}
      FROM person_days
      JOIN frame_weeks AS ends
        ON ends.setNumber = person_days.setNumber AND ends.dayWeek = person_days.week
      GROUP BY ends.setNumber, ends.week, person
    ) AS people`;
  },
};
