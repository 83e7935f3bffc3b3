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
import {
  countParts,
  findChangedParts,
  partInName,
  partName,
  rowsOfPart,
  WHOLE,
} from './ledger-parts.ts';
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
  const isInParts = before?.format === PARTS_FORMAT || (await countRows(connection)) > maxWholeRows;
  const tables: [Table, TableFile[]][] = [];
  for (const table of TABLES) {
    const parts = await countParts(connection, table, isInParts);
    if (!isInParts && table !== 'created' && parts.size === 0) parts.set(WHOLE, 0);
    const isKept = isInParts && replaced && before?.format === PARTS_FORMAT;
    const changed = isKept ? await findChangedParts(connection, table, replaced) : undefined;
    const files = before && changed ? partsOf(before, table) : [];
    const written = files.filter(({ file }) => !changed?.has(partInName(table, file)));
    for (const [part, rows] of parts)
      if (!changed || changed.has(part)) {
        const level = isInParts ? PART_LEVEL : WHOLE_LEVEL;
        written.push(await writeFile(connection, folder, table, { part, rows, level }));
      }
    tables.push([table, written.sort((left, right) => (left.file < right.file ? -1 : 1))]);
  }
  const manifest: LedgerManifest = {
    ...(over !== undefined && { over }),
    ...(isInParts
      ? // Every table is there, which the compiler cannot see of entries; …
        { format: PARTS_FORMAT, tables: Object.fromEntries(tables) as Record<Table, TableFile[]> }
      : { format: WHOLE_FORMAT, tables: wholeTables(tables) }),
  };
  await writeFileAtomically(join(folder, MANIFEST), manifestText(manifest));
  const named = new Set(filesOf(manifest).map(({ file }) => file));
  for (const { file } of before ? filesOf(before) : [])
    if (!named.has(file)) await rm(join(folder, file), { force: true });
  return { folder, manifest, erased: await erasedPeople(folder) };
}

type WholeTables = Extract<LedgerManifest, { format: typeof WHOLE_FORMAT }>['tables'];

function wholeTables(tables: readonly [Table, TableFile[]][]): WholeTables {
  const files = tables.flatMap(([table, [file]]) => (file ? [[table, file]] : []));
  // … and so is the one file of each here, but for `created`.
  return Object.fromEntries(files) as WholeTables;
}

async function countRows(connection: DuckDBConnection): Promise<number> {
  const counts = TABLES.map((table) => `(SELECT count(*) FROM new_${table})`);
  const counted = await connection.runAndReadAll(`SELECT ${counts.join(' + ')}`);
  return Number(counted.getRows()[0]?.[0]);
}

async function writeFile(
  connection: DuckDBConnection,
  folder: string,
  table: Table,
  { part, rows, level }: { part: string; rows: number; level: number },
): Promise<TableFile> {
  const temporary = join(folder, `${table}.${process.pid}.tmp`);
  try {
    await connection.run(
      `COPY (${rowsOfPart(table, part)} ORDER BY ${ROW_ORDER[table]})
       TO ${sqlString(temporary)}
       (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL ${level})`,
    );
    const sha256 = await sha256OfFile(temporary);
    const file = `${partName(table, part)}-${sha256.slice(0, 12)}.parquet`;
    const { size } = await stat(temporary);
    await rename(temporary, join(folder, file));
    return { file, rows, bytes: size, sha256 };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
