/**
 * Writes ledgers. The files are a function of the rows alone: a total order and a fixed encoding, which
 * the engine keeps with any number of threads. Replacing `ledger.json` is the only step that changes what readers see.
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
import { countParts, findChangedParts, partInName, partName, rowsOfPart } from './ledger-parts.ts';
import { ROW_ORDER, TABLES, type Table } from './ledger-tables.ts';

/** Above this, a ledger is in parts: a collection then writes some of them instead of all rows. */
const MAX_WHOLE_ROWS = 2_000_000;
/** Levels of zstd. A whole file is small enough for the best; a part is written with each collection. */
const [WHOLE_LEVEL, PART_LEVEL] = [19, 3];

export type WriteOptions = {
  /** The ledger that counts for companies without rows; none if undefined. */
  over?: LedgerManifest['over'];
  /** More rows than this are written in parts. */
  maxWholeRows?: number;
  /**
   * The companies whose rows may differ from those of the ledger in the folder, which the tables
   * `activity`, `releases`, … hold; parts without a difference are kept. Undefined: all are written.
   */
  replaced?: readonly string[] | undefined;
};

/** Writes a ledger from the tables (or views) `new_activity`, `new_releases`, … of a connection. */
export async function writeLedger(
  connection: DuckDBConnection,
  folder: string,
  { over, maxWholeRows = MAX_WHOLE_ROWS, replaced }: WriteOptions = {},
): Promise<Ledger> {
  await mkdir(folder, { recursive: true });
  const before = (await openLedger(folder).catch(() => undefined))?.manifest;
  const counts = new Map<Table, ReadonlyMap<string, number>>();
  for (const table of TABLES) counts.set(table, await countParts(connection, table));
  const rows = [...counts.values()].flatMap((parts) => [...parts.values()]);
  const inParts = before?.format === PARTS_FORMAT || sumOf(rows) > maxWholeRows;
  const present = before?.format === PARTS_FORMAT ? before : undefined;
  const manifest: LedgerManifest = {
    ...(over !== undefined && { over }),
    ...(inParts
      ? {
          format: PARTS_FORMAT,
          tables: await writeParts(connection, folder, counts, present, replaced),
        }
      : { format: WHOLE_FORMAT, tables: await writeWhole(connection, folder, counts) }),
  };
  await writeFileAtomically(join(folder, MANIFEST), manifestText(manifest));
  const named = new Set(filesOf(manifest).map(({ file }) => file));
  for (const { file } of before ? filesOf(before) : [])
    if (!named.has(file)) await rm(join(folder, file), { force: true });
  return { folder, manifest, erased: await erasedPeople(folder) };
}

/** How many rows each part of each table has. */
type PartCounts = ReadonlyMap<Table, ReadonlyMap<string, number>>;

async function writeWhole(connection: DuckDBConnection, folder: string, counts: PartCounts) {
  const rowsIn = (table: Table) => sumOf([...(counts.get(table)?.values() ?? [])]);
  const write = (table: Table) =>
    writeFile(connection, folder, table, {
      query: `SELECT * FROM new_${table}`,
      rows: rowsIn(table),
      name: table,
      level: WHOLE_LEVEL,
    });
  return {
    activity: await write('activity'),
    excluded: await write('excluded'),
    releases: await write('releases'),
    dependencies: await write('dependencies'),
    repositories: await write('repositories'),
    ...(rowsIn('created') > 0 && { created: await write('created') }),
  };
}

/** @param before its parts without a changed row are taken over */
async function writeParts(
  connection: DuckDBConnection,
  folder: string,
  counts: PartCounts,
  before: LedgerManifest | undefined,
  replaced: readonly string[] | undefined,
): Promise<Record<Table, TableFile[]>> {
  const tables: [Table, TableFile[]][] = [];
  for (const table of TABLES) {
    const parts = before && replaced ? partsOf(before, table) : [];
    const changed = replaced && before && (await findChangedParts(connection, table, replaced));
    const files = parts.filter(({ file }) => !changed?.has(partInName(table, file)));
    for (const [part, rows] of counts.get(table) ?? [])
      if (!changed || changed.has(part))
        files.push(
          await writeFile(connection, folder, table, {
            query: rowsOfPart(table, part),
            rows,
            name: partName(table, part),
            level: PART_LEVEL,
          }),
        );
    tables.push([table, files.sort((left, right) => (left.file < right.file ? -1 : 1))]);
  }
  // Every table is there, which the compiler cannot see of entries.
  return Object.fromEntries(tables) as Record<Table, TableFile[]>;
}

/** @param name the start of the file's name */
async function writeFile(
  connection: DuckDBConnection,
  folder: string,
  table: Table,
  { query, rows, name, level }: { query: string; rows: number; name: string; level: number },
): Promise<TableFile> {
  const temporary = join(folder, `${table}.${process.pid}.tmp`);
  try {
    await connection.run(
      `COPY (${query} ORDER BY ${ROW_ORDER[table]})
       TO ${sqlString(temporary)}
       (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL ${level})`,
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

function sumOf(rows: readonly number[]): number {
  return rows.reduce((sum, count) => sum + count, 0);
}
