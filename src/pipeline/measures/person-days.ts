/** The work of every person on each day: in one copy, and in all copies of a set together. */
import { dayNumber, isWithin } from '../ledger/row-queries.ts';
import { type Statement, weekOf, whole } from './statement.ts';

/** SQL, an aggregate: how many commits landed in bulk; NULL where the ledger does not say of all. */
export function sumOfBulk(column = 'bulk', filter = ''): string {
  return `CASE WHEN count(${column}) ${filter} = count(*) ${filter} THEN sum(${column}) ${filter} END`;
}

/**
 * By copy, person, day and kind of author: few people have two kinds on a day, so adding those up is left
 * to the statements that read them. People are numbers; 0 are all agents' own accounts together, and
 * people who were erased.
 */
export const copyDays: Statement = {
  name: 'copy_days',
  reads: [],
  sql: ({ numberOfText }, span) => `
    SELECT number, person, day, ${weekOf('day')} AS week, commits, agentCommits, coauthored, bulk, ci, infra
    FROM (
      SELECT number, ${dayNumber('day')} AS day, commits, coauthored, bulk, ci, infra,
        CASE WHEN person IS NULL THEN 0 ELSE ${numberOfText('person')} END AS person,
        CASE WHEN kind = 'person' THEN 0 ELSE commits END AS agentCommits
      FROM copies JOIN activity
        ON activity.company = copies.company AND activity.repository = copies.repository
      WHERE ${isWithin(span)}
    ) AS dated`,
};

/** By set, person and day. `previousDay` is the day on which the person was seen before, 0 if never. */
export const personDays: Statement = {
  name: 'person_days',
  reads: [copyDays],
  sql: ({ previous }) => `
    SELECT setNumber, person, day, week, commits, agentCommits, coauthored, bulk,
      coalesce(${previous('day', `PARTITION BY setNumber, person ORDER BY day`)}, 0) AS previousDay
    FROM (
      SELECT sets.setNumber AS setNumber, person, day, week, ${whole('sum(commits)')} AS commits,
        ${whole('sum(agentCommits)')} AS agentCommits, ${whole('sum(coauthored)')} AS coauthored,
        ${whole(sumOfBulk())} AS bulk
      FROM copy_days
      JOIN held ON held.number = copy_days.number
      JOIN sets ON sets.setNumber = held.setNumber
      WHERE day >= since AND day <= through
      GROUP BY sets.setNumber, person, day, week
    ) AS days`,
};
