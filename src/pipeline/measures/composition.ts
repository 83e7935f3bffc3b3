/** The counts of a period's four windows, and what they are made of. */

import { BULK, personDays } from './person-days.ts';
import { type Measure, type Statement, whole } from './statement.ts';
import { NEW_AFTER_DAYS, WINDOW_NAMES, WINDOWS } from './windows.ts';

/** SQL: which weeks before a period's own the days of each window lie in. */
const WINDOW_WEEKS = WINDOW_NAMES.flatMap((name, place) => {
  const { first, last } = WINDOWS[name];
  const [newest, oldest] = [Math.floor(last / 7), Math.floor(first / 7)];
  return Array.from(
    { length: oldest - newest + 1 },
    (_, index) =>
      `SELECT ${place} AS place, ${newest + index} AS ago, ${first} AS first, ${last} AS last`,
  );
}).join(' UNION ALL ');

/** The windows of each period, once for every week that one of their days lies in. */
const windowWeeks: Statement = {
  name: 'window_weeks',
  reads: [],
  sql: () => `
    SELECT setNumber, week, place, week - ago AS dayWeek, lastDay - first AS firstDay,
      lastDay - last AS endDay
    FROM frames CROSS JOIN (${WINDOW_WEEKS}) AS windows`,
};

/** In `place` the windows are numbered as `WINDOW_NAMES` lists them; `bulk` is −1 where it is not known. */
export const composition: Measure = {
  name: 'composition',
  meaning: 'Counted commits and people of each window, and what they are made of',
  unit: 'commits, people',
  section: '4b What the counts are made of',
  reads: [personDays, windowWeeks],
  sql: () => `
    SELECT setNumber, week, place, ${whole('sum(commits)')} AS commits,
      ${whole('max(CASE WHEN person = 0 THEN 0 ELSE commits END)')} AS largest,
      ${whole('CASE WHEN count(bulk) = count(*) THEN sum(bulk) ELSE -1 END')} AS bulk,
      ${whole('count(*) FILTER (WHERE person <> 0)')} AS people,
      ${whole('count(*) FILTER (WHERE person <> 0 AND days >= 2)')} AS steadyPeople,
      ${whole(`count(*) FILTER (WHERE person <> 0 AND seenBefore < firstDay - ${NEW_AFTER_DAYS})`)} AS newPeople
    FROM (
      SELECT window_weeks.setNumber AS setNumber, window_weeks.week AS week, place, person,
        sum(commits) AS commits, count(*) AS days, min(previousDay) AS seenBefore,
        min(firstDay) AS firstDay, ${BULK} AS bulk
      FROM person_days JOIN window_weeks
        ON window_weeks.setNumber = person_days.setNumber AND dayWeek = person_days.week
      WHERE day >= firstDay AND day <= endDay
      GROUP BY window_weeks.setNumber, window_weeks.week, place, person
    ) AS people
    GROUP BY setNumber, week, place`,
};
