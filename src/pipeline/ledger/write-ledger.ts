/**
 * Writes ledgers. The files are a function of the rows alone: one thread, a total order, a fixed
 * encoding. Replacing `ledger.json` is the only step that changes what readers see.
 */
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sha256OfFile, writeFileAtomically } from '../../lib/atomic-files.ts';
import { sqlString } from './connection.ts';
import { erasedPeople } from './erased-people.ts';
import { type Ledger, openLedger } from './ledger.ts';
import {
  filesOf,
  type LedgerManifest,
  MANIFEST,
  manifestText,
  PARTS_FORMAT,
  partsOf,
  type TableFile,
  WHOLE_FORMAT,
} from './ledger-manifest.ts';
import { bucketInName, type PartKey, partName, partsIn, sortIntoParts } from './ledger-parts.ts';
import { TABLE_DEFINITIONS, TABLES, type Table } from './ledger-tables.ts';

/** Above this, a ledger is in parts: a collection then writes some of them instead of all rows. */
const MAX_WHOLE_ROWS = 2_000_000;

export type WriteOptions = {
  /** What counts of companies that are not in it; nothing without it. */
  over?: LedgerManifest['over'];
  /** In parts, whatever its size. */
  inParts?: boolean;
  /** Buckets of companies whose rows are those of the ledger in the folder; their parts are kept. */
  unchanged?: (bucket: string) => boolean;
  /** Comes before readers of the folder see the ledger; where it fails, they never do. */
  share?: (manifest: LedgerManifest) => Promise<void>;
};

/** Writes a ledger from the tables (or views) `new_activity`, `new_releases`, … of a connection. */
export async function writeLedger(
  connection: DuckDBConnection,
  folder: string,
  { over, inParts = false, unchanged = () => false, share }: WriteOptions = {},
): Promise<Ledger> {
  await mkdir(folder, { recursive: true });
  await connection.run('SET threads = 1');
  const before = (await openLedger(folder).catch(() => undefined))?.manifest;
  const rows = await rowsByTable(connection);
  const isLarge = [...rows.values()].reduce((sum, count) => sum + count, 0) > MAX_WHOLE_ROWS;
  const kept = over === undefined ? {} : { over };
  const manifest: LedgerManifest =
    inParts || isLarge || before?.format === PARTS_FORMAT
      ? {
          format: PARTS_FORMAT,
          ...kept,
          revision: before?.format === PARTS_FORMAT ? before.revision + 1 : 1,
          tables: await writeParts(connection, folder, before, unchanged),
        }
      : { format: WHOLE_FORMAT, ...kept, tables: await writeWhole(connection, folder, rows) };
  await share?.(manifest);
  await writeFileAtomically(join(folder, MANIFEST), manifestText(manifest));
  const named = new Set(filesOf(manifest).map(({ file }) => file));
  for (const { file } of before ? filesOf(before) : [])
    if (!named.has(file)) await rm(join(folder, file), { force: true });
  return { folder, manifest, erased: await erasedPeople(folder) };
}

async function writeWhole(
  connection: DuckDBConnection,
  folder: string,
  rows: ReadonlyMap<Table, number>,
) {
  const write = (table: Table) =>
    writeFile(connection, folder, table, `SELECT * FROM new_${table}`, rows.get(table) ?? 0, table);
  return {
    activity: await write('activity'),
    excluded: await write('excluded'),
    releases: await write('releases'),
    dependencies: await write('dependencies'),
    repositories: await write('repositories'),
    ...((rows.get('created') ?? 0) > 0 && { created: await write('created') }),
  };
}

/** @param before its parts of unchanged buckets are taken over */
async function writeParts(
  connection: DuckDBConnection,
  folder: string,
  before: LedgerManifest | undefined,
  unchanged: (bucket: string) => boolean,
): Promise<Record<Table, TableFile[]>> {
  const isKept = ({ bucket }: PartKey) => before?.format === PARTS_FORMAT && unchanged(bucket);
  const tables: [Table, TableFile[]][] = [];
  for (const table of TABLES) {
    const kept = before?.format === PARTS_FORMAT ? partsOf(before, table) : [];
    const files = kept.filter(({ file }) => unchanged(bucketInName(table, file)));
    await sortIntoParts(connection, table, (bucket) => !isKept({ bucket, month: '' }));
    for (const { rows, key, query } of await partsIn(connection, table))
      files.push(await writeFile(connection, folder, table, query, rows, partName(table, key)));
    tables.push([table, files.sort((a, b) => (a.file < b.file ? -1 : 1))]);
  }
  // Every table is there, which the compiler cannot see of entries.
  return Object.fromEntries(tables) as Record<Table, TableFile[]>;
}

/** @param name what the file's begins with */
async function writeFile(
  connection: DuckDBConnection,
  folder: string,
  table: Table,
  query: string,
  rows: number,
  name: string,
): Promise<TableFile> {
  const temporary = join(folder, `${table}.${process.pid}.tmp`);
  try {
    await connection.run(
      `COPY (${query} ORDER BY ${TABLE_DEFINITIONS[table].order})
       TO ${sqlString(temporary)}
       (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL 19)`,
    );
    const sha256 = await sha256OfFile(temporary);
    const file = `${name}-${sha256.slice(0, 12)}.parquet`;
    const { size } = await stat(temporary);
    await rename(temporary, join(folder, file));
    return { file, rows, bytes: size, sha256 };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function rowsByTable(connection: DuckDBConnection): Promise<Map<Table, number>> {
  const rows = new Map<Table, number>();
  for (const table of TABLES) {
    const counted = await connection.runAndReadAll(`SELECT count(*) FROM new_${table}`);
    rows.set(table, Number(counted.getRows()[0]?.[0]));
  }
  return rows;
}
