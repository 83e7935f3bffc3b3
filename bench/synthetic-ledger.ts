/**
 * A synthetic ledger of any size, the same every time, in the proportions of the shipped one: two
 * years of activity, a company of two repositories for a hundred rows, a third of the rows in the
 * busiest tenth of the repositories, few people with most of a company's work, a release for five
 * rows, and dependency changes that come seven at a time. It is made once and kept in `BENCH_DIR`,
 * or in the system's temporary folder.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../src/lib/atomic-files.ts';
import type { Tracked } from '../src/pipeline/ledger/copies.ts';
import { withEngine } from '../src/pipeline/ledger/duckdb.ts';
import { type Ledger, openLedger } from '../src/pipeline/ledger/ledger.ts';
import { noRows, TABLES, type Table } from '../src/pipeline/ledger/ledger-tables.ts';
import { writeLedger } from '../src/pipeline/ledger/write-ledger.ts';

const SEED = 2026;
const FIRST_DAY = "DATE '2024-06-01'";
const DAYS = 730;
/** A Sunday: the last period ends with the ledger. */
export const LAST_COVERED_DAY = '2026-05-31';

/** How many repositories a ledger of that many rows has; half as many companies. */
export function repositoriesOf(rows: number): number {
  return Math.ceil(rows / 100) * 2;
}

/** The ledger's companies. */
export function trackedCompanies(rows: number): Tracked {
  const names = new Map<string, { name: string }>();
  for (let company = 0; company < repositoriesOf(rows) / 2; company++) {
    const digits = String(company).padStart(7, '0');
    names.set(`c${digits}`, { name: `Company ${digits}` });
  }
  return { companies: names, roles: [] };
}

/** Opens the ledger of that many rows of activity, which is made first if need be. */
export async function syntheticLedger(rows: number): Promise<Ledger> {
  const tables = tableQueries(rows);
  // The name has a digest of the queries: other queries make another ledger.
  const identity = sha256(JSON.stringify(tables)).slice(0, 8);
  const parent = process.env['BENCH_DIR'] ?? tmpdir();
  const folder = join(parent, `bellwether-synthetic-${rows}-${identity}`);
  const known = await openLedger(folder);
  if (known) return known;
  console.log(`Making a ledger of ${rows} rows in ${folder}; this takes minutes, once …`);
  return withEngine(
    async (connection) => {
      for (const table of TABLES)
        await connection.run(`CREATE VIEW new_${table} AS ${tables[table]}`);
      return writeLedger(connection, folder);
    },
    { memoryLimit: '6GB' },
  );
}

/** Everything drawn for a row is a function of its number and the seed. */
function tableQueries(rows: number): Record<Table, string> {
  const repositories = repositoriesOf(rows);
  const draw = (what: number, below: number, of = 'k') =>
    `CAST(hash(${SEED} + (${of}) * 32 + ${what}) % ${below} AS INTEGER)`;
  const slug = `printf('c%07d', repository // 2)`;
  const path = `printf('c%07d/r%d', repository // 2, repository % 2)`;
  const ofRepositories = (count: number, columns: string) => {
    // Repositories have more rows the higher their number, as the cube of it.
    const repository = `CAST(floor(${repositories} * pow((k + 0.5) / ${count}, 0.25)) AS INTEGER)`;
    return `SELECT ${slug} AS company, ${path} AS repository, ${columns}
      FROM (SELECT k, ${repository} AS repository FROM range(${count}) AS numbers(k)) AS numbered`;
  };
  /** One of a company's 32 people; the busiest writes four rows of ten. */
  const person = `printf('%010x',
    (repository // 2) * 32 + CAST(floor(32 * pow(${draw(1, 1_000_003)} / 1000003.0, 4)) AS INTEGER))`;
  const isByAgent = `${draw(2, 100)} < 1`;
  return {
    activity: ofRepositories(
      rows,
      `${FIRST_DAY} + ${draw(3, DAYS)} AS day,
       CASE WHEN ${isByAgent} THEN NULL ELSE ${person} END AS person,
       CASE WHEN ${isByAgent} THEN 'agent'
         WHEN ${draw(2, 100)} < 6 THEN 'assisted' ELSE 'person' END AS kind,
       1 + ${draw(4, 3)} * ${draw(5, 3)} AS commits, ${draw(6, 5)} // 4 AS coauthored,
       ${draw(7, 18)} AS src, ${draw(8, 6)} AS test, ${draw(9, 5)} AS docs,
       ${draw(10, 14)} // 13 * 3 AS ci, ${draw(11, 14)} // 13 * 4 AS infra,
       ${draw(12, 2)} AS manifest, ${draw(13, 4)} // 3 AS lock, ${draw(14, 3)} AS other,
       ${draw(20, 50)} // 49 AS bulk, ${draw(21, 20)} // 19 AS late7d, 0 AS late30d`,
    ),
    excluded: ofRepositories(
      Math.floor(rows / 5),
      `${FIRST_DAY} + CAST(k % ${DAYS} AS INTEGER) AS day,
       CASE WHEN ${draw(22, 5)} < 3 THEN 'merge' ELSE 'automation' END AS reason,
       1 + ${draw(23, 4)} AS commits`,
    ),
    releases: ofRepositories(
      Math.floor(rows / 5),
      `${FIRST_DAY} + ${draw(15, DAYS)} AS day, 'v' || k || '.0' AS tag,
       CASE WHEN ${draw(24, 5)} < 1 THEN 'prerelease' ELSE 'release' END AS kind`,
    ),
    dependencies: ofRepositories(
      Math.floor((rows * 9) / 20),
      `${FIRST_DAY} + ${draw(16, DAYS, 'k // 7')} AS day,
       'npm:package-' || ${draw(17, 2_000)} AS dependency,
       CASE WHEN ${draw(18, 10)} < 7 THEN 'added' ELSE 'removed' END AS change,
       printf('%012x', k) AS "commit"`,
    ),
    repositories: `
      SELECT ${slug} AS company, ${path} AS repository,
        repository % 2 AS position, '' AS head, ${FIRST_DAY} AS coveredFrom,
        DATE '${LAST_COVERED_DAY}' AS coveredThrough,
        ${FIRST_DAY} - 400 + ${draw(19, 400 + DAYS, 'repository')} AS firstCommitOn,
        0 AS commits, 0 AS counted, 0 AS merges, 0 AS duplicates, 0 AS automated, 0 AS misdated,
        CAST(NULL AS DATE) AS releasesFrom, 'lines' AS dependencyBasis
      FROM (SELECT CAST(r AS INTEGER) AS repository FROM range(${repositories}) AS numbers(r)) AS numbered`,
    created: noRows('created'),
  };
}
