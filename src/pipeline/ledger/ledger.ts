/**
 * A ledger on disk: Parquet files named by their content and `ledger.json`, which lists them.
 * Replacing `ledger.json` is the only step that changes what readers see. A ledger in an earlier
 * format is read as it is: what it does not say is null.
 */
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { BellwetherError, messageOf, systemCode } from '../../lib/errors.ts';
import { sha256OfFile, writeFileAtomically } from '../../lib/files.ts';
import { ofKnownFormat } from '../../lib/format-number.ts';
import { type EngineOptions, sqlString, withEngine } from './duckdb.ts';
import { erasedPeople, personUnlessErased } from './erased-people.ts';
import { noRows, TABLE_DEFINITIONS, TABLES, type Table, unknownIn } from './tables.ts';

const TableFile = z.object({
  file: z.string(),
  rows: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
});
const Tables = z.object({
  activity: TableFile,
  excluded: TableFile,
  releases: TableFile,
  dependencies: TableFile,
  repositories: TableFile,
});
/** Of companies that are not in it, the rows of the ledger that ships with the project count. */
const over = z.literal('shipped').optional();
const LedgerManifest = z.discriminatedUnion('format', [
  z.object({ format: z.literal(2), over, tables: Tables }),
  z.object({ format: z.literal(1), over, tables: Tables.partial({ excluded: true }) }),
]);
const FORMAT = 2;
export type LedgerManifest = z.infer<typeof LedgerManifest>;

/** A ledger that can be queried: its folder and what the folder holds. */
export type Ledger = {
  folder: string;
  manifest: LedgerManifest;
  /** Where the rows of all companies come from that the ledger itself has none of. */
  beneath?: Ledger;
  /** Hashes of people who asked to be left out: no row is theirs, whatever the files hold. */
  erased: readonly string[];
};

const MANIFEST = 'ledger.json';

/** Opens the ledger in a folder; undefined when there is none. Sizes are checked, not contents. */
export async function openLedger(folder: string): Promise<Ledger | undefined> {
  const path = join(folder, MANIFEST);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const manifest = parseManifest(path, text);
  for (const { file, bytes } of filesOf(manifest)) {
    const size = await stat(join(folder, file)).then(
      (found) => found.size,
      () => undefined,
    );
    if (size !== bytes)
      throw damaged(
        join(folder, file),
        size === undefined ? 'is missing' : `has ${size} bytes where ${bytes} were written`,
      );
  }
  return { folder, manifest, erased: await erasedPeople(folder) };
}

type TableFile = z.infer<typeof TableFile>;

/** The files that a manifest names. */
export function filesOf({ tables }: LedgerManifest): TableFile[] {
  return TABLES.flatMap((table) => tables[table] ?? []);
}

/** When a ledger was last written; undefined without one. */
export async function writtenAt(folder: string): Promise<Date | undefined> {
  return stat(join(folder, MANIFEST)).then(
    ({ mtime }) => mtime,
    () => undefined,
  );
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
  const { beneath, erased } = ledger;
  for (const table of TABLES) {
    const columns =
      table === 'activity' && erased.length > 0
        ? `* REPLACE (${personUnlessErased(erased)} AS person)`
        : '*';
    const parts = [`SELECT ${columns} FROM (${rowsOf(ledger, table)}) AS own`];
    if (beneath)
      parts.push(
        `SELECT ${columns} FROM (${rowsOf(beneath, table)}) AS beneath WHERE company NOT IN
           (SELECT company FROM (${rowsOf(ledger, 'repositories')}) AS own)`,
      );
    try {
      await connection.run(`CREATE VIEW ${table} AS ${parts.join(' UNION ALL ')}`);
    } catch (error) {
      const { file = table } = ledger.manifest.tables[table] ?? {};
      throw damaged(join(ledger.folder, file), `cannot be read as Parquet (${messageOf(error)})`);
    }
  }
}

/** The columns that each table gained in format 2. */
const COLUMNS_OF_FORMAT_2: Record<Table, readonly string[]> = {
  activity: ['bulk', 'late7d', 'late30d'],
  excluded: [],
  releases: ['kind'],
  dependencies: ['commit'],
  repositories: ['releasesFrom', 'dependencyBasis'],
};

function rowsOf({ folder, manifest }: Ledger, table: Table): string {
  const held = manifest.tables[table];
  if (held === undefined) return noRows(table);
  const rows = `read_parquet(${sqlString(join(folder, held.file))})`;
  if (manifest.format === FORMAT) return `SELECT * FROM ${rows}`;
  return `${unknownIn(table, COLUMNS_OF_FORMAT_2[table])} FROM ${rows}`;
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

/**
 * Writes a ledger from the tables (or views) `new_activity`, `new_releases`, … of a connection.
 * The files are a function of the rows alone: one thread, a total order, a fixed encoding.
 *
 * @param over what counts of companies that are not in it; nothing without it
 */
export async function writeLedger(
  connection: DuckDBConnection,
  folder: string,
  over?: LedgerManifest['over'],
): Promise<Ledger> {
  await mkdir(folder, { recursive: true });
  await connection.run('SET threads = 1');
  const before = await openLedger(folder).catch(() => undefined);
  const tables: Partial<Record<Table, TableFile>> = {};
  for (const table of TABLES) tables[table] = await writeTable(connection, folder, table);
  const manifest = LedgerManifest.parse({
    format: FORMAT,
    ...(over !== undefined && { over }),
    tables,
  });
  await writeFileAtomically(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  const kept = new Set(filesOf(manifest).map(({ file }) => file));
  for (const { file } of before ? filesOf(before.manifest) : [])
    if (!kept.has(file)) await rm(join(folder, file), { force: true });
  return { folder, manifest, erased: await erasedPeople(folder) };
}

async function writeTable(
  connection: DuckDBConnection,
  folder: string,
  table: Table,
): Promise<TableFile> {
  const temporary = join(folder, `${table}.${process.pid}.tmp`);
  try {
    await connection.run(
      `COPY (SELECT * FROM new_${table} ORDER BY ${TABLE_DEFINITIONS[table].order})
       TO ${sqlString(temporary)}
       (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL 19)`,
    );
    const rows = await connection.runAndReadAll(`SELECT count(*) FROM new_${table}`);
    const sha256 = await sha256OfFile(temporary);
    const file = `${table}-${sha256.slice(0, 12)}.parquet`;
    const { size } = await stat(temporary);
    await rename(temporary, join(folder, file));
    return { file, rows: Number(rows.getRows()[0]?.[0]), bytes: size, sha256 };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function parseManifest(path: string, text: string): LedgerManifest {
  try {
    return LedgerManifest.parse(ofKnownFormat(path, JSON.parse(text), FORMAT));
  } catch (error) {
    if (error instanceof BellwetherError) throw error;
    throw damaged(path, `is not a ledger manifest (${messageOf(error)})`);
  }
}

function damaged(path: string, fault: string): BellwetherError {
  return new BellwetherError(
    'ledger-damaged',
    `${path} ${fault}. Restore it from a copy, or collect again; published editions are untouched.`,
  );
}
