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
  LEDGER_FORMAT,
  type LedgerManifest,
  MANIFEST,
  manifestText,
  type TableFile,
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
   * `activity`, `releases`, … hold; years without a difference are kept. Undefined: all are written.
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
  const isCut = (await countRows(connection)) > maxWholeRows;
  const tables: [Table, TableFile[]][] = [];
  for (const table of TABLES) {
    const isCompared = isCut && replaced;
    const changed = isCompared && (await findChangedParts(connection, table, replaced));
    const files: TableFile[] = [];
    for (const [part, rows] of await countParts(connection, table, isCut)) {
      const standing = before?.tables[table].find(({ file }) => partInName(table, file) === part);
      const isKept = standing && changed && !changed.has(part);
      files.push(isKept ? standing : await writeFile(connection, folder, table, part, rows));
    }
    tables.push([table, files.sort((left, right) => (left.file < right.file ? -1 : 1))]);
  }
  const manifest: LedgerManifest = {
    format: LEDGER_FORMAT,
    ...(over !== undefined && { over }),
    // Every table is there, which the compiler cannot see of entries.
    tables: Object.fromEntries(tables) as LedgerManifest['tables'],
  };
  await writeFileAtomically(join(folder, MANIFEST), manifestText(manifest));
  const named = new Set(filesOf(manifest).map(({ file }) => file));
  for (const { file } of before ? filesOf(before) : [])
    if (!named.has(file)) await rm(join(folder, file), { force: true });
  return { folder, manifest, erased: await erasedPeople(folder) };
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
  part: string,
  rows: number,
): Promise<TableFile> {
  const level = part === WHOLE ? WHOLE_LEVEL : PART_LEVEL;
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
