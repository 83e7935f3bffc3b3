/**
 * Everything that the numbers of a run of consecutive periods need, in one pass over the ledger:
 * one query a table, however many periods. The SQL is the portable subset that other engines
 * share; only the way results are read is DuckDB's.
 *
 * Results are kept as flat arrays of numbers, companies × weeks or companies × periods × windows,
 * so that a ledger of hundreds of thousands of companies fits in memory.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Day, periodAt } from '../period.ts';
import { DAYS_A_MONTH, MONTHS_BACK, WEEKS_BACK, type Windows } from './windows.ts';

/** Consecutive periods by week index, both inclusive. */
export type PeriodRange = { first: number; last: number };

/** How far a company's copies reach. */
export type Coverage = {
  /** First day that every copy holds; −Infinity when all go back to their first commit. */
  from: number;
  /** Last full day held of the company's most active repository. */
  through: Day;
  /** Day of the company's very first commit; Infinity when there is none. */
  began: number;
};

const DAYS_BACK = MONTHS_BACK * DAYS_A_MONTH;

export class Series {
  /** Slugs of the companies in the ledger, sorted. */
  readonly companies: readonly string[];
  readonly coverage: readonly Coverage[];
  readonly range: PeriodRange;
  readonly #weekly: Record<'commits' | 'agentCommits' | 'releases', Int32Array>;
  readonly #people: Record<'contributors' | 'prior', Int32Array>;
  readonly #monthly: Record<'infraFiles' | 'dependencyTurnover', Int32Array>;
  readonly #newRepos: Int32Array;
  readonly #weeks: number;
  readonly #periods: number;

  constructor(companies: readonly string[], coverage: readonly Coverage[], range: PeriodRange) {
    this.companies = companies;
    this.coverage = coverage;
    this.range = range;
    this.#periods = range.last - range.first + 1;
    this.#weeks = this.#periods + WEEKS_BACK - 1;
    const matrix = (columns: number) => new Int32Array(companies.length * columns);
    this.#weekly = {
      commits: matrix(this.#weeks),
      agentCommits: matrix(this.#weeks),
      releases: matrix(this.#weeks),
    };
    this.#people = { contributors: matrix(this.#periods), prior: matrix(this.#periods) };
    this.#monthly = {
      infraFiles: matrix(this.#periods * MONTHS_BACK),
      dependencyTurnover: matrix(this.#periods * MONTHS_BACK),
    };
    this.#newRepos = matrix(this.#periods);
  }

  /** What one company's numbers of one period are computed from. */
  windows(company: number, week: number): Windows {
    const period = week - this.range.first;
    const from = this.coverage[company]?.from ?? Number.NEGATIVE_INFINITY;
    const knownDays = periodAt(week).lastDay - from + 1;
    const knownWeeks = Math.min(WEEKS_BACK, Math.floor(knownDays / 7));
    const knownMonths = Math.min(MONTHS_BACK, Math.floor(knownDays / DAYS_A_MONTH));
    const weekly = (values: Int32Array, length: number): number[] => {
      const newest = company * this.#weeks + period + WEEKS_BACK - 1;
      return Array.from({ length }, (_, ago) => values[newest - ago] ?? 0);
    };
    const monthly = (values: Int32Array): number[] => {
      const newest = (company * this.#periods + period) * MONTHS_BACK;
      return Array.from({ length: knownMonths }, (_, ago) => values[newest + ago] ?? 0);
    };
    const single = (values: Int32Array) => values[company * this.#periods + period] ?? 0;
    return {
      weeklyCommits: weekly(this.#weekly.commits, knownWeeks),
      weeklyAgentCommits: weekly(this.#weekly.agentCommits, 2),
      weeklyReleases: weekly(this.#weekly.releases, Math.min(knownWeeks, WEEKS_BACK - 2)),
      contributors: single(this.#people.contributors),
      priorContributors: single(this.#people.prior),
      newRepos: single(this.#newRepos),
      infraFiles: monthly(this.#monthly.infraFiles),
      dependencyTurnover: monthly(this.#monthly.dependencyTurnover),
    };
  }

  /** Fills the arrays from a ledger's tables. */
  async read(connection: DuckDBConnection): Promise<void> {
    await this.#nameCompanies(connection);
    await this.#readWeeks(connection);
    await this.#readPeople(connection);
    await this.#readMonths(connection);
    await this.#readNewRepos(connection);
  }

  /** Numbers the companies, so that results hold small integers instead of slugs. */
  async #nameCompanies(connection: DuckDBConnection): Promise<void> {
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE company_numbers AS
       SELECT company, CAST(row_number() OVER (ORDER BY company) - 1 AS INTEGER) AS number
       FROM (SELECT DISTINCT company FROM repositories)`,
    );
    const dates = Array.from({ length: this.#periods }, (_, period) => {
      const { lastDay } = periodAt(this.range.first + period);
      return `(${period}, ${sqlDay(lastDay)})`;
    });
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE periods AS
       SELECT * FROM (VALUES ${dates.join(', ')}) AS listed(period, lastDay)`,
    );
  }

  async #readWeeks(connection: DuckDBConnection): Promise<void> {
    const firstWeek = this.range.first - WEEKS_BACK + 1;
    const monday = sqlDay(periodAt(firstWeek).firstDay);
    const sunday = sqlDay(periodAt(this.range.last).lastDay);
    const week = `CAST(floor((day - ${monday}) / 7) AS INTEGER)`;
    const within = `day BETWEEN ${monday} AND ${sunday}`;
    const { commits, agentCommits, releases } = this.#weekly;
    await eachRow(
      connection,
      `SELECT number, week, commits, agentCommits FROM (
         SELECT company, ${week} AS week, CAST(sum(commits) AS INTEGER) AS commits,
           CAST(sum(CASE WHEN kind = 'person' THEN 0 ELSE commits END) AS INTEGER) AS agentCommits
         FROM activity WHERE ${within} GROUP BY company, week
       ) AS weekly JOIN company_numbers ON company_numbers.company = weekly.company`,
      ([company = 0, week = 0, count = 0, byAgents = 0]) => {
        commits[company * this.#weeks + week] = count;
        agentCommits[company * this.#weeks + week] = byAgents;
      },
    );
    await eachRow(
      connection,
      `SELECT number, ${week} AS week, CAST(count(*) AS INTEGER)
       FROM releases JOIN company_numbers ON company_numbers.company = releases.company
       WHERE ${within} GROUP BY number, week`,
      ([company = 0, week = 0, count = 0]) => {
        releases[company * this.#weeks + week] = count;
      },
    );
  }

  async #readPeople(connection: DuckDBConnection): Promise<void> {
    const { contributors, prior } = this.#people;
    await eachRow(
      connection,
      `SELECT number, period, CAST(sum(now) AS INTEGER), CAST(sum(before) AS INTEGER) FROM (
         SELECT company, period, person,
           max(CASE WHEN day > lastDay - ${DAYS_A_MONTH} THEN 1 ELSE 0 END) AS now,
           max(CASE WHEN day > lastDay - ${DAYS_A_MONTH} THEN 0 ELSE 1 END) AS before
         FROM activity JOIN periods
           ON day > lastDay - ${2 * DAYS_A_MONTH} AND day <= lastDay
         WHERE person IS NOT NULL AND ${this.#withinDays(2 * DAYS_A_MONTH)}
         GROUP BY company, period, person
       ) AS present JOIN company_numbers ON company_numbers.company = present.company
       GROUP BY number, period`,
      ([company = 0, period = 0, now = 0, before = 0]) => {
        contributors[company * this.#periods + period] = now;
        prior[company * this.#periods + period] = before;
      },
    );
  }

  async #readMonths(connection: DuckDBConnection): Promise<void> {
    const bucket = `CAST(floor((lastDay - day) / ${DAYS_A_MONTH}) AS INTEGER)`;
    const join = `JOIN periods ON day > lastDay - ${DAYS_BACK} AND day <= lastDay`;
    const within = this.#withinDays(DAYS_BACK);
    const fill =
      (values: Int32Array) =>
      ([company = 0, period = 0, month = 0, count = 0]: number[]) => {
        values[(company * this.#periods + period) * MONTHS_BACK + month] = count;
      };
    await eachRow(
      connection,
      `SELECT number, period, month, files FROM (
         SELECT company, period, ${bucket} AS month, CAST(sum(files) AS INTEGER) AS files
         FROM (SELECT company, day, sum(ci + infra) AS files FROM activity
               WHERE ci + infra > 0 AND ${within} GROUP BY company, day) AS daily
         ${join} GROUP BY company, period, month
       ) AS monthly JOIN company_numbers ON company_numbers.company = monthly.company`,
      fill(this.#monthly.infraFiles),
    );
    await eachRow(
      connection,
      `SELECT number, period, month,
         CAST(CASE WHEN added < removed THEN added ELSE removed END AS INTEGER)
       FROM (
         SELECT company, period, ${bucket} AS month,
           count(DISTINCT CASE WHEN change = 'added' THEN dependency END) AS added,
           count(DISTINCT CASE WHEN change = 'removed' THEN dependency END) AS removed
         FROM dependencies ${join} WHERE ${within} GROUP BY company, period, month
       ) AS monthly JOIN company_numbers ON company_numbers.company = monthly.company`,
      fill(this.#monthly.dependencyTurnover),
    );
  }

  async #readNewRepos(connection: DuckDBConnection): Promise<void> {
    await eachRow(
      connection,
      `SELECT number, period, CAST(count(*) AS INTEGER)
       FROM repositories JOIN company_numbers ON company_numbers.company = repositories.company
         JOIN periods ON firstCommitOn > lastDay - ${DAYS_A_MONTH} AND firstCommitOn <= lastDay
       GROUP BY number, period`,
      ([company = 0, period = 0, count = 0]) => {
        this.#newRepos[company * this.#periods + period] = count;
      },
    );
  }

  /** A plain bound on `day`, so that files are skipped before any join. */
  #withinDays(before: number): string {
    const first = periodAt(this.range.first).lastDay - before;
    return `day > ${sqlDay(first)} AND day <= ${sqlDay(periodAt(this.range.last).lastDay)}`;
  }
}

/** A day as an SQL literal. */
export function sqlDay(day: Day): string {
  return `DATE '${new Date(day * 86_400_000).toISOString().slice(0, 10)}'`;
}

/** Calls back with each row of a query whose columns are all 32-bit integers. */
async function eachRow(
  connection: DuckDBConnection,
  sql: string,
  onRow: (row: number[]) => void,
): Promise<void> {
  const result = await connection.stream(sql);
  const row: number[] = new Array(result.columnCount).fill(0);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    const columns = row.map((_, index) => chunk.getColumnValues(index));
    for (let at = 0; at < chunk.rowCount; at++) {
      for (const [index, values] of columns.entries()) row[index] = Number(values[at]);
      onRow(row);
    }
  }
}
