/** Commits and contributors of companies by day: a small Parquet file for each group of companies. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Day } from '../../../src/lib/period.ts';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { chunksOf, sqlString } from '../../../src/pipeline/ledger/connection.ts';
import { withEngine } from '../../../src/pipeline/ledger/duckdb.ts';
import type { DayNumbers } from './weeks.ts';

type CompanyDays = Map<string, Map<Day, DayNumbers>>;

/** With a file for each group. */
export const DAYS_FOLDER = join(PROJECT_ROOT, 'data', 'study');

/** The groups of a folder, by the names of their files. */
export async function readGroups(folder: string): Promise<Map<string, CompanyDays>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.parquet')).sort();
  const groups = new Map<string, CompanyDays>();
  for (const name of names)
    groups.set(basename(name, '.parquet'), await readDays(join(folder, name)));
  return groups;
}

function readDays(parquet: string): Promise<CompanyDays> {
  const companies: CompanyDays = new Map();
  return withEngine(async (connection) => {
    const rows = `SELECT company, day - DATE '1970-01-01', commits, contributors
      FROM read_parquet(${sqlString(parquet)})`;
    for await (const chunk of chunksOf(connection, rows))
      for (const [slug, day, commits, contributors] of chunk.getRows())
        companies
          .getOrInsertComputed(String(slug), () => new Map())
          .set(Number(day), { commits: Number(commits), contributors: Number(contributors) });
    return companies;
  });
}
