/**
 * What is asked of the ledger for a run of consecutive periods: one query a table, however many
 * periods. The SQL is the portable subset that analytical engines share. Every query but the first
 * returns whole numbers alone: a company's number, a week, period or window, and counts.
 */
import { type Day, isoDay, periodAt } from '../../lib/period.ts';
import { DAYS_A_MONTH, MONTHS_BACK, WEEKS_BACK } from './windows.ts';

/** Consecutive periods by week index, both inclusive. */
export type PeriodRange = { first: number; last: number };

const DAYS_BACK = MONTHS_BACK * DAYS_A_MONTH;
/** A repository's activity is compared over this many days to find a company's most active one. */
const ACTIVE_DAYS = 180;
const EPOCH = "DATE '1970-01-01'";

/**
 * Each company's reach, in the order of slugs: slug, last day held of its most active repository,
 * first day that all its copies hold (null: all go back to their first commit), first commit of all.
 */
export const COVERAGE_QUERY = `
  WITH reach AS (
    SELECT company, max(coveredThrough) AS newest FROM repositories GROUP BY company
  ), recent AS (
    SELECT activity.company AS company, repository, sum(commits) AS commits
    FROM activity JOIN reach ON reach.company = activity.company
    WHERE day > newest - ${ACTIVE_DAYS} AND day <= newest
    GROUP BY activity.company, repository
  ), ranked AS (
    SELECT repositories.*, row_number() OVER (
      PARTITION BY repositories.company ORDER BY coalesce(recent.commits, 0) DESC, position
    ) AS place
    FROM repositories LEFT JOIN recent
      ON recent.company = repositories.company AND recent.repository = repositories.repository
  )
  SELECT company,
    CAST(max(CASE WHEN place = 1 THEN coveredThrough END) - ${EPOCH} AS INTEGER) AS through,
    CAST(max(CASE WHEN firstCommitOn >= coveredFrom THEN NULL ELSE coveredFrom END) - ${EPOCH}
      AS INTEGER) AS known,
    CAST(min(firstCommitOn) - ${EPOCH} AS INTEGER) AS began
  FROM ranked GROUP BY company ORDER BY company`;

/** Statements that number the companies and name the periods for the queries below. */
export function setUpStatements({ first, last }: PeriodRange): string[] {
  const periods = Array.from({ length: last - first + 1 }, (_, period) => {
    const { lastDay } = periodAt(first + period);
    return `(${period}, ${sqlDay(lastDay)})`;
  });
  return [
    `CREATE OR REPLACE TEMP TABLE company_numbers AS
     SELECT company, CAST(row_number() OVER (ORDER BY company) - 1 AS INTEGER) AS number
     FROM (SELECT DISTINCT company FROM repositories) AS companies`,
    `CREATE OR REPLACE TEMP TABLE periods AS
     SELECT * FROM (VALUES ${periods.join(', ')}) AS listed(period, lastDay)`,
  ];
}

export type SeriesQueries = {
  /** company, week (0 is the oldest needed), commits, commits by or with agents */
  weeks: string;
  /** company, week, release tags */
  releases: string;
  /** company, period, contributors, prior contributors */
  people: string;
  /** company, period, 30-day window (0 is the newest), CI and infrastructure files */
  infraFiles: string;
  /** company, period, 30-day window, dependencies exchanged */
  dependencyTurnover: string;
  /** company, period, repositories that began */
  newRepos: string;
};

export function seriesQueries(range: PeriodRange): SeriesQueries {
  const monday = sqlDay(periodAt(range.first - WEEKS_BACK + 1).firstDay);
  const sunday = sqlDay(periodAt(range.last).lastDay);
  const week = `CAST(floor((day - ${monday}) / 7) AS INTEGER)`;
  const inWeeks = `day BETWEEN ${monday} AND ${sunday}`;
  const firstSunday = periodAt(range.first).lastDay;
  /** A plain bound, so that what lies before is skipped without any join. */
  const inLast = (days: number) => `day > ${sqlDay(firstSunday - days)} AND day <= ${sunday}`;
  const month = `CAST(floor((lastDay - day) / ${DAYS_A_MONTH}) AS INTEGER)`;
  const inMonths = `JOIN periods ON day > lastDay - ${DAYS_BACK} AND day <= lastDay`;
  return {
    weeks: numbered(
      'week, commits, agentCommits',
      `SELECT company, ${week} AS week, CAST(sum(commits) AS INTEGER) AS commits,
         CAST(sum(CASE WHEN kind = 'person' THEN 0 ELSE commits END) AS INTEGER) AS agentCommits
       FROM activity WHERE ${inWeeks} GROUP BY company, week`,
    ),
    releases: numbered(
      'week, tags',
      `SELECT company, ${week} AS week, CAST(count(*) AS INTEGER) AS tags
       FROM releases WHERE ${inWeeks} GROUP BY company, week`,
    ),
    people: numbered(
      'period, present, presentBefore',
      `SELECT company, period, CAST(sum(isNow) AS INTEGER) AS present,
         CAST(sum(isBefore) AS INTEGER) AS presentBefore
       FROM (
         SELECT company, period, person,
           max(CASE WHEN day > lastDay - ${DAYS_A_MONTH} THEN 1 ELSE 0 END) AS isNow,
           max(CASE WHEN day > lastDay - ${DAYS_A_MONTH} THEN 0 ELSE 1 END) AS isBefore
         FROM activity JOIN periods ON day > lastDay - ${2 * DAYS_A_MONTH} AND day <= lastDay
         WHERE person IS NOT NULL AND ${inLast(2 * DAYS_A_MONTH)}
         GROUP BY company, period, person
       ) AS people GROUP BY company, period`,
    ),
    infraFiles: numbered(
      'period, month, files',
      `SELECT company, period, ${month} AS month, CAST(sum(files) AS INTEGER) AS files
       FROM (SELECT company, day, sum(ci + infra) AS files FROM activity
             WHERE ci + infra > 0 AND ${inLast(DAYS_BACK)} GROUP BY company, day) AS daily
       ${inMonths} GROUP BY company, period, month`,
    ),
    dependencyTurnover: numbered(
      'period, month, CAST(CASE WHEN added < removed THEN added ELSE removed END AS INTEGER)',
      `SELECT company, period, ${month} AS month,
         count(DISTINCT CASE WHEN change = 'added' THEN dependency END) AS added,
         count(DISTINCT CASE WHEN change = 'removed' THEN dependency END) AS removed
       FROM dependencies ${inMonths} WHERE ${inLast(DAYS_BACK)} GROUP BY company, period, month`,
    ),
    newRepos: numbered(
      'period, began',
      `SELECT company, period, CAST(count(*) AS INTEGER) AS began FROM repositories
       JOIN periods ON firstCommitOn > lastDay - ${DAYS_A_MONTH} AND firstCommitOn <= lastDay
       GROUP BY company, period`,
    ),
  };
}

/** Companies' slugs become their numbers only once the rows are few. */
function numbered(columns: string, counts: string): string {
  return `SELECT number, ${columns} FROM (${counts}) AS counts
    JOIN company_numbers ON company_numbers.company = counts.company`;
}

/** A day as an SQL literal. */
export function sqlDay(day: Day): string {
  return `DATE '${isoDay(day)}'`;
}
