/** The counts of a period's four windows, and what they are made of. */

import { sumOfBulk } from './person-days.ts';
import { type Measure, whole } from './statement.ts';
import { windowPeople } from './window-people.ts';
import { WINDOW_NAMES } from './windows.ts';

/** In `place` the windows are numbered as `WINDOW_NAMES` lists them; `bulk` is −1 where it is not known. */
export const composition: Measure = {
  name: 'composition',
  meaning: 'Counted commits and people of each window, and what they are made of',
  unit: 'commits, people',
  section: '4b What the counts are made of',
  reads: [windowPeople],
  sql: () =>
    WINDOW_NAMES.map(
      (_, place) => `
    SELECT setNumber, week, ${place} AS place, ${whole(`sum(commits${place})`)} AS commits,
      ${whole(`max(CASE WHEN person = 0 THEN 0 ELSE commits${place} END)`)} AS largest,
      ${whole(`coalesce(${sumOfBulk(`bulk${place}`)}, -1)`)} AS bulk,
      ${whole('count(*) FILTER (WHERE person <> 0)')} AS people,
      ${whole(`count(*) FILTER (WHERE person <> 0 AND days${place} >= 2)`)} AS steadyPeople,
      ${whole(`count(*) FILTER (WHERE person <> 0 AND isNew${place})`)} AS newPeople
    FROM window_people WHERE days${place} > 0
    GROUP BY setNumber, week`,
    ).join(' UNION ALL '),
};
