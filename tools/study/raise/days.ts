/**
 * Commits and contributors of companies by day, from recorded histories: a small Parquet file for each
 * group of companies. The rules of the ledger decide which commits count.
 */

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { csvRecord } from '../../../src/lib/csv.ts';
import { type Day, isoDay } from '../../../src/lib/period.ts';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { ledgerRows } from '../../../src/pipeline/collect/commit-rows.ts';
import { recordedHistories } from '../../../src/pipeline/collect/read-recording.ts';
import { chunksOf, sqlString } from '../../../src/pipeline/ledger/connection.ts';
import { withEngine } from '../../../src/pipeline/ledger/duckdb.ts';
import type { ActivityRow, RepositoryRow } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { parquetFile } from '../../../src/pipeline/ledger/table-file.ts';
import type { AccountRules } from '../../../src/pipeline/signals/accounts.ts';
import type { DayNumbers } from './weeks.ts';

export type CompanyDays = Map<string, Map<Day, DayNumbers>>;

/** With a file for each group. */
export const DAYS_FOLDER = join(PROJECT_ROOT, 'data', 'study');

const CONTRIBUTOR_DAYS = 30;

/**
 * @param list a table of companies: slug, name, sector and repositories, tab-separated
 * @param folders recordings; each company is read from the first that holds a repository of it
 */
export async function daysFromRecordings(
  list: string,
  folders: readonly string[],
  rules: AccountRules,
): Promise<CompanyDays> {
  const recordings = await Promise.all(folders.map(recordedHistories));
  const companies: CompanyDays = new Map();
  for (const line of (await readFile(list, 'utf8')).split('\n')) {
    const [slug = '', , , repositories = ''] = line.split('\t');
    const names = repositories.split(',');
    const recording = recordings.find((histories) => names.some((name) => histories.has(name)));
    const histories = names.flatMap((name) => recording?.get(name) ?? []);
    if (histories.length === 0) continue;
    const rows = await ledgerRows(slug, histories, rules);
    companies.set(slug, countDays(rows.activity, rows.repositories));
  }
  return companies;
}

/** From the company's first commit, the days on which all its copies are known. */
export function countDays(
  activity: readonly ActivityRow[],
  repositories: readonly RepositoryRow[],
): Map<Day, DayNumbers> {
  const began = Math.min(...repositories.map(({ firstCommitOn }) => firstCommitOn ?? Infinity));
  const first = Math.max(began, ...repositories.map(({ coveredFrom }) => coveredFrom ?? began));
  const last = Math.min(...repositories.map(({ coveredThrough }) => coveredThrough));
  const byDay = Map.groupBy(activity, ({ day }) => day);
  const days = new Map<Day, DayNumbers>();
  const lastSeen = new Map<string, Day>();
  for (let day = first; day <= last; day++) {
    let commits = 0;
    for (const row of byDay.get(day) ?? []) {
      commits += row.commits;
      if (row.person !== null) lastSeen.set(row.person, day);
    }
    for (const [person, seen] of lastSeen)
      if (seen <= day - CONTRIBUTOR_DAYS) lastSeen.delete(person);
    // The people of the first days were partly there before.
    const isWhole = first === began || day >= first + CONTRIBUTOR_DAYS - 1;
    days.set(day, { commits, contributors: isWhole ? lastSeen.size : Number.NaN });
  }
  return days;
}

const COLUMNS = [
  { name: 'company', type: 'VARCHAR' },
  { name: 'day', type: 'DATE' },
  { name: 'commits', type: 'INTEGER' },
  { name: 'contributors', type: 'INTEGER' },
];

/** Days before contributors are known are left out. */
export function daysAsParquet(companies: CompanyDays): Promise<Buffer> {
  const lines = [csvRecord(COLUMNS.map(({ name }) => name))];
  for (const [slug, days] of companies)
    for (const [day, { commits, contributors }] of days)
      if (!Number.isNaN(contributors))
        lines.push(csvRecord([slug, isoDay(day), commits, contributors]));
  return parquetFile(COLUMNS, lines.join(''));
}

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
