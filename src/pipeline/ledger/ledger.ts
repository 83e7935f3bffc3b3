/** A ledger on disk: Parquet files named by their content and `ledger.json`, which lists them. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { readIfAny, sha256OfFile } from '../../lib/atomic-files.ts';
import { messageOf } from '../../lib/errors.ts';
import { type LedgerConnection, sqlString } from './connection.ts';
import { type EngineOptions, withEngine } from './duckdb.ts';
import { erasedPeople, personUnlessErased } from './erased-people.ts';
import {
  damaged,
  filesOf,
  type LedgerManifest,
  MANIFEST,
  parseManifest,
} from './ledger-manifest.ts';
import { noRows, TABLES, type Table } from './ledger-tables.ts';

/** A ledger that can be queried: its folder and what the folder holds. */
export type Ledger = {
  folder: string;
  manifest: LedgerManifest;
  /** The ledger from which companies take their rows that are not in this one. */
  beneath?: Ledger;
  /** Hashes of people who asked to be left out: no row is theirs, even if a file says so. */
  erased: readonly string[];
  /** The ClickHouse that answers queries instead of DuckDB. */
  clickHouseUrl?: string;
};

/** Opens the ledger in a folder; undefined when there is none. Sizes are checked, not contents. */
export async function openLedger(folder: string): Promise<Ledger | undefined> {
  const path = join(folder, MANIFEST);
  const text = await readIfAny(path);
  if (!text) return undefined;
  const manifest = parseManifest(path, text.toString());
  for (const { file, bytes } of filesOf(manifest)) {
    const found = await stat(join(folder, file)).catch(() => undefined);
    if (found?.size === bytes) continue;
    const fault = found ? `has ${found.size} bytes where ${bytes} were written` : 'is missing';
    throw damaged(join(folder, file), fault);
  }
  return { folder, manifest, erased: await erasedPeople(folder) };
}

/** When a ledger was last written; undefined without one. */
export async function writtenAt(folder: string): Promise<Date | undefined> {
  return (await stat(join(folder, MANIFEST)).catch(() => undefined))?.mtime;
}

/** The operator's own ledger, over the shipped one unless it stands alone; that one without it. */
export async function openOwnOverShipped(
  own: string,
  shipped: string,
): Promise<Ledger | undefined> {
  const ledger = await openLedger(own);
  if (ledger && ledger.manifest.over === undefined) return ledger;
  const beneath = await openLedger(shipped);
  if (ledger) return beneath ? { ...ledger, beneath } : ledger;
  const erased = await erasedPeople(own);
  return beneath && { ...beneath, erased: [...beneath.erased, ...erased] };
}

/** Reads every file of the ledger and compares it with the manifest's checksums. */
export async function verifyLedger({ folder, manifest, beneath }: Ledger): Promise<void> {
  if (beneath) await verifyLedger(beneath);
  for (const { file, sha256 } of filesOf(manifest)) {
    if ((await sha256OfFile(join(folder, file))) !== sha256)
      throw damaged(join(folder, file), 'is not the file that was written (its checksum differs)');
  }
}

/** Identifies the ledger's content: equal strings mean equal rows. */
export function ledgerFingerprint({ manifest, beneath, erased }: Ledger): string {
  const files = filesOf(manifest)
    .map(({ sha256 }) => sha256)
    .join(' ');
  const own = erased.length === 0 ? files : `${files} without ${erased.join(' ')}`;
  return beneath ? `${own} over ${ledgerFingerprint(beneath)}` : own;
}

/** Names the ledger's tables for a query: each is a view over its Parquet file, or two of them. */
export async function attachLedger(connection: DuckDBConnection, ledger: Ledger): Promise<void> {
  for (const table of TABLES) {
    try {
      await connection.run(`CREATE VIEW ${table} AS ${tableQuery(ledger, table)}`);
    } catch (error) {
      const [{ file } = { file: table }] = ledger.manifest.tables[table];
      throw damaged(join(ledger.folder, file), `cannot be read as Parquet (${messageOf(error)})`);
    }
  }
}

/** SQL: the rows of a table, from its Parquet files. */
export function tableQuery(ledger: Ledger, table: Table): string {
  const { beneath, erased } = ledger;
  const isMasked = table === 'activity' && erased.length > 0;
  const columns = isMasked ? `* REPLACE (${personUnlessErased(erased)} AS person)` : '*';
  const parts = [`SELECT ${columns} FROM (${rowsOf(ledger, table)}) AS own`];
  if (beneath)
    parts.push(
      `SELECT ${columns} FROM (${rowsOf(beneath, table)}) AS beneath WHERE company NOT IN
         (SELECT company FROM (${rowsOf(ledger, 'repositories')}) AS own)`,
    );
  return parts.join(' UNION ALL ');
}

function rowsOf({ folder, manifest }: Ledger, table: Table): string {
  const files = manifest.tables[table].map(({ file }) => sqlString(join(folder, file)));
  return files.length === 0 ? noRows(table) : `SELECT * FROM read_parquet([${files.join(', ')}])`;
}

/** Opens an engine on the ledger's tables; a file that breaks while it is read is named. */
export async function withLedger<T>(
  ledger: Ledger,
  use: (connection: DuckDBConnection) => Promise<T>,
  options?: EngineOptions,
): Promise<T> {
  return withEngine(async (connection) => {
    await attachLedger(connection, ledger);
    return use(connection);
  }, options);
}

/** The same on the engine that the ledger is queried with. */
export async function queryLedger<T>(
  ledger: Ledger,
  use: (connection: LedgerConnection) => Promise<T>,
  options?: EngineOptions,
): Promise<T> {
  if (ledger.clickHouseUrl === undefined) return withLedger(ledger, use, options);
  // Loaded where it is used: most installations have no ClickHouse.
  const { withClickHouse } = await import('./clickhouse/clickhouse-connection.ts');
  return withClickHouse(ledger.clickHouseUrl, ledger, use);
}
