import { personDays } from './person-days.ts';
import { type Measure, whole } from './statement.ts';
import { NEW_AFTER_DAYS } from './windows.ts';

/** Days after the first commit from which a newcomer's work counts: a visitor's never does. */
const SETTLED_AFTER_DAYS = 7;

const BY_PERSON = 'PARTITION BY setNumber, person ORDER BY day';

/** In the first 180 days of a copy there are no newcomers: it is not known who was there before. */
export const newcomerDays: Measure = {
  name: 'newcomer-days',
  meaning:
    'Pairs of a person and a day with a commit of theirs, by ISO week, and those of people who had come a week to 180 days before among them',
  unit: 'days',
  section: '6 Rank',
  reads: [personDays],
  sql: ({ previous }) => `
    SELECT setNumber, week, ${whole('count(*)')} AS workDays,
      ${whole(`count(*) FILTER (WHERE joinedOn >= knownFrom + ${NEW_AFTER_DAYS}
        AND day - joinedOn >= ${SETTLED_AFTER_DAYS} AND day - joinedOn < ${NEW_AFTER_DAYS})`)} AS newcomerDays
    FROM (
      SELECT sets.setNumber AS setNumber, week, day, knownFrom,
        max(CASE WHEN day - previousDay > ${NEW_AFTER_DAYS} THEN day END)
          OVER (PARTITION BY sets.setNumber, person ORDER BY day ROWS UNBOUNDED PRECEDING) AS joinedOn
      FROM (
        SELECT setNumber, person, week, day, coalesce(${previous('day', BY_PERSON)}, 0) AS previousDay
        FROM person_days WHERE commits > 0 AND person <> 0
      ) AS work
      JOIN sets ON sets.setNumber = work.setNumber
    ) AS joined
    GROUP BY setNumber, week`,
};
