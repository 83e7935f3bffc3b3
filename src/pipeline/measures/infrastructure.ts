/** Changes of CI and infrastructure files by people; changes that landed in bulk do not count. */

import { frameWeeks } from './frame-weeks.ts';
import { copyDays, sumOfBulk } from './person-days.ts';
import { type Measure, type Statement, whole } from './statement.ts';
import { FOUR_WEEKS } from './windows.ts';

const infrastructureChanges: Statement = {
  name: 'infrastructure_changes',
  reads: [copyDays],
  sql: () => `
    SELECT held.setNumber AS setNumber, person, day, week, ci, infra
    FROM (
      SELECT number, person, day, week, sum(ci) AS ci, sum(infra) AS infra
      FROM copy_days WHERE person <> 0
      GROUP BY number, person, day, week
      HAVING sum(ci + infra) > 0 AND (sum(commits) = 0 OR coalesce(${sumOfBulk()}, -1) < sum(commits))
    ) AS changes
    JOIN held ON held.number = changes.number`,
};

export const infrastructureDays: Measure = {
  name: 'infrastructure-days',
  meaning:
    'Distinct pairs of a person and a day with changes of CI or infrastructure files, by ISO week',
  unit: 'days',
  section: '5 Classify',
  reads: [infrastructureChanges],
  sql: () => `
    SELECT setNumber, week, ${whole('count(*)')} AS personDays
    FROM (SELECT DISTINCT setNumber, person, day, week FROM infrastructure_changes) AS days
    GROUP BY setNumber, week`,
};

export const infrastructure: Measure = {
  name: 'infrastructure',
  meaning: 'Who changed CI and infrastructure files in the 28 days to D, and how many files',
  unit: 'people, files',
  section: '5 Classify',
  reads: [infrastructureChanges, frameWeeks],
  sql: () => `
    SELECT frames.setNumber AS setNumber, frames.week AS week,
      ${whole('count(DISTINCT person)')} AS people,
      ${whole('sum(ci)')} AS ciFiles, ${whole('sum(infra)')} AS infraFiles
    FROM frame_weeks AS frames
    JOIN infrastructure_changes
      ON infrastructure_changes.setNumber = frames.setNumber
      AND infrastructure_changes.week = frames.dayWeek
    WHERE ago < ${FOUR_WEEKS / 7}
    GROUP BY frames.setNumber, frames.week`,
};
