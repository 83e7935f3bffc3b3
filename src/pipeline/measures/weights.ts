import { dayNumber, isWithin } from '../ledger/row-queries.ts';
import { type Measure, whole } from './statement.ts';

/** A repository weighs as much as its counted commits in this many days. */
export const WEIGHT_DAYS = 180;

/** Weighs single copies: each is a set of its own, asked for on the last day that weighs. */
export const weights: Measure = {
  name: 'weights',
  meaning: `Counted commits in the ${WEIGHT_DAYS} days to a day, by which repositories weigh against each other`,
  unit: 'commits',
  section: '0 Coverage',
  reads: [],
  sql: (_, span) => `
    SELECT setNumber, day, ${whole('weight')} AS weight
    FROM (
      SELECT setNumber, day, isAsked, sum(commits) OVER (
        PARTITION BY setNumber ORDER BY day RANGE BETWEEN ${WEIGHT_DAYS - 1} PRECEDING AND CURRENT ROW
      ) AS weight
      FROM (
        SELECT held.setNumber AS setNumber, ${dayNumber('activity.day')} AS day,
          sum(commits) AS commits, 0 AS isAsked
        FROM copies JOIN activity
          ON activity.company = copies.company AND activity.repository = copies.repository
        JOIN held ON held.number = copies.number
        WHERE ${isWithin(span)}
        GROUP BY held.setNumber, activity.day
        UNION ALL
        SELECT setNumber, lastDay AS day, 0 AS commits, 1 AS isAsked FROM frames
      ) AS days
    ) AS sums
    WHERE isAsked = 1`,
};
