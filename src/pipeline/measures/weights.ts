import { dayNumber } from '../ledger/row-queries.ts';
import { type Measure, whole } from './statement.ts';

/** A repository weighs as much as its counted commits in this many days. */
export const WEIGHT_DAYS = 180;

/** The set's number is that of the copy. A copy that ended keeps its weight, so no day is left out. */
export const weights: Measure = {
  name: 'weights',
  meaning: `Counted commits of each copy by day; those of ${WEIGHT_DAYS} days weigh repositories against each other`,
  unit: 'commits',
  section: '0 Coverage',
  reads: [],
  sql: () => `
    SELECT number AS setNumber, ${dayNumber('activity.day')} AS day, ${whole('sum(commits)')} AS weight
    FROM copies JOIN activity
      ON activity.company = copies.company AND activity.repository = copies.repository
    GROUP BY number, activity.day`,
};
