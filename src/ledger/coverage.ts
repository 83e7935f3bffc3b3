/**
 * How far each company's copies reach: a company is covered through the last full day held of its
 * most active repository, the one with most counted commits in the company's last 180 covered days.
 * Those days end where the company's longest copy ends, the same for all its repositories, so that
 * they are compared over one stretch of time.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Coverage } from './series.ts';

const ACTIVE_DAYS = 180;

/** Companies of a ledger, sorted by slug, with their coverage. */
export async function readCoverage(
  connection: DuckDBConnection,
): Promise<{ companies: string[]; coverage: Coverage[] }> {
  const result = await connection.runAndReadAll(
    `SELECT repositories.company, CAST(coveredThrough - DATE '1970-01-01' AS INTEGER) AS through,
       CAST(CASE WHEN coveredFrom IS NULL OR firstCommitOn >= coveredFrom THEN NULL
            ELSE coveredFrom - DATE '1970-01-01' END AS INTEGER) AS "from",
       CAST(firstCommitOn - DATE '1970-01-01' AS INTEGER) AS began,
       CAST(coalesce(sum(activity.commits), 0) AS INTEGER) AS recent
     FROM repositories
     JOIN (SELECT company, max(coveredThrough) AS newest FROM repositories GROUP BY company) AS reach
       ON reach.company = repositories.company
     LEFT JOIN activity
       ON activity.company = repositories.company AND activity.repository = repositories.repository
         AND day > newest - ${ACTIVE_DAYS} AND day <= newest
     GROUP BY repositories.company, position, coveredThrough, coveredFrom, firstCommitOn
     ORDER BY repositories.company, position`,
  );
  const companies: string[] = [];
  const coverage: Coverage[] = [];
  let mostRecent = -1;
  for (const row of result.getRowObjectsJS()) {
    const company = String(row['company']);
    if (companies.at(-1) !== company) {
      companies.push(company);
      coverage.push({
        from: Number.NEGATIVE_INFINITY,
        through: Number.NEGATIVE_INFINITY,
        began: Number.POSITIVE_INFINITY,
      });
      mostRecent = -1;
    }
    const reach = coverage.at(-1);
    if (!reach) continue;
    const recent = Number(row['recent']);
    if (recent > mostRecent) {
      mostRecent = recent;
      reach.through = Number(row['through']);
    }
    if (row['from'] !== null) reach.from = Math.max(reach.from, Number(row['from']));
    if (row['began'] !== null) reach.began = Math.min(reach.began, Number(row['began']));
  }
  return { companies, coverage };
}
