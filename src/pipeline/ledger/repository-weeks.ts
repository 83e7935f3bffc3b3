/** Counted commits a repository and week, and the repositories that a ledger holds. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { periodAt } from '../../lib/period.ts';
import { type PeriodRange, sqlDay } from './series-sql.ts';

const WEEKS_SHOWN = 4;

export type RepositoryWeeks = {
  repository: string;
  /** Counted commits by week index; weeks without commits are absent. */
  commits: Map<number, number>;
};

/** The repositories of each company in their listed order, with the weeks that a range shows. */
export async function readRepositoryWeeks(
  connection: DuckDBConnection,
  range: PeriodRange,
): Promise<Map<string, RepositoryWeeks[]>> {
  const companies = new Map<string, RepositoryWeeks[]>();
  const listed = await connection.runAndReadAll(
    'SELECT company, repository FROM repositories ORDER BY company, position',
  );
  for (const [company, repository] of listed.getRowsJS()) {
    const repositories = companies.get(String(company)) ?? [];
    repositories.push({ repository: String(repository), commits: new Map() });
    companies.set(String(company), repositories);
  }
  const firstWeek = range.first - WEEKS_SHOWN + 1;
  const monday = sqlDay(periodAt(firstWeek).firstDay);
  const counts = await connection.runAndReadAll(
    `SELECT company, repository, CAST(floor((day - ${monday}) / 7) AS INTEGER) AS week,
       CAST(sum(commits) AS INTEGER) AS commits
     FROM activity
     WHERE day BETWEEN ${monday} AND ${sqlDay(periodAt(range.last).lastDay)} AND commits > 0
     GROUP BY company, repository, week`,
  );
  for (const [company, repository, week, commits] of counts.getRowsJS()) {
    const weeks = companies
      .get(String(company))
      ?.find((candidate) => candidate.repository === repository);
    weeks?.commits.set(firstWeek + Number(week), Number(commits));
  }
  return companies;
}
