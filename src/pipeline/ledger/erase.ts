/**
 * Takes people out of a ledger. Their commits stay counted, as facts about a repository, but belong to
 * no person: their rows lose the hash, and rows of one repository, day and kind become one.
 * Co-authorships, which say nothing but who helped, go. Collecting the same histories again without
 * these people gives the same rows.
 */
import { sqlString } from './connection.ts';
import { personUnlessErased } from './erased-people.ts';
import { type Ledger, withLedger } from './ledger.ts';
import { columnsOf, TABLES } from './ledger-tables.ts';
import { writeLedger } from './write-ledger.ts';

/** A company's rows of some people in a ledger. */
export type HeldRows = { company: string; people: number; rows: number; commits: number };

/** Rows of these people, in the order of companies' slugs. */
export async function rowsOfPeople(
  { folder, manifest }: Ledger,
  hashes: readonly string[],
): Promise<HeldRows[]> {
  if (hashes.length === 0) return [];
  // As they are on disk: the list of erased people hides rows of a ledger that was restored.
  return withLedger({ folder, manifest, erased: [] }, async (connection) => {
    const found = await connection.runAndReadAll(
      `SELECT company, CAST(count(DISTINCT person) AS INTEGER) AS people,
         CAST(count(*) AS INTEGER) AS rows, CAST(sum(commits) AS INTEGER) AS commits
       FROM activity WHERE person IN (${hashes.map(sqlString).join(', ')})
       GROUP BY company ORDER BY company`,
    );
    // The columns of the query.
    return found.getRowObjectsJS() as HeldRows[];
  });
}

/** Writes the ledger again in its folder without these people; its tables but `activity` stay. */
export async function erasePeople(
  { folder, manifest }: Ledger,
  hashes: readonly string[],
): Promise<Ledger> {
  return withLedger({ folder, manifest, erased: [] }, async (connection) => {
    for (const table of TABLES)
      await connection.run(
        `CREATE VIEW new_${table} AS ${table === 'activity' ? foldedActivity(hashes) : `SELECT * FROM ${table}`}`,
      );
    return writeLedger(connection, folder, { over: manifest.over });
  });
}

function foldedActivity(hashes: readonly string[]): string {
  const columns = columnsOf('activity').map(({ name, type }) =>
    type === 'INTEGER' ? `CAST(sum(${name}) AS INTEGER) AS ${name}` : name,
  );
  return `SELECT ${columns.join(', ')}
    FROM (
      SELECT * REPLACE (CASE WHEN person IS NULL THEN 0 ELSE coauthored END AS coauthored)
      FROM (SELECT * REPLACE (${personUnlessErased(hashes)} AS person) FROM activity) AS masked
    ) AS folded
    WHERE person IS NOT NULL OR commits > 0
    GROUP BY company, repository, day, person, kind`;
}
