/**
 * How far each company's copies reach: a company is covered through the last full day held of its
 * most active repository, the one with most counted commits in the company's last 180 covered days.
 * Those days end where the company's longest copy ends, the same for all its repositories, so that
 * they are compared over one stretch of time.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Day } from '../../lib/period.ts';
import { chunksOf } from './duckdb.ts';
import { COVERAGE_QUERY } from './series-sql.ts';

export type Coverage = {
  /** First day that every copy holds; −Infinity when all go back to their first commit. */
  from: number;
  /** Last full day held of the company's most active repository. */
  through: Day;
  /** Day of the company's very first commit; Infinity when there is none. */
  began: number;
};

/** Companies of a ledger, sorted by slug, with their coverage. */
export async function readCoverage(
  connection: DuckDBConnection,
): Promise<{ companies: string[]; coverage: Coverage[] }> {
  const companies: string[] = [];
  const coverage: Coverage[] = [];
  for await (const chunk of chunksOf(connection, COVERAGE_QUERY))
    for (const [company, through, known, began] of chunk.getRows()) {
      companies.push(String(company));
      coverage.push({
        from: known === null ? Number.NEGATIVE_INFINITY : Number(known),
        through: Number(through),
        began: began === null ? Number.POSITIVE_INFINITY : Number(began),
      });
    }
  return { companies, coverage };
}
