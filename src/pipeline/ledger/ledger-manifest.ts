/** `ledger.json`: which files a ledger is made of. */
import { z } from 'zod';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { ofKnownFormat } from '../../lib/format-number.ts';
import { TABLES, type Table } from './ledger-tables.ts';

const TableFile = z.object({
  file: z.string().regex(/^[\w.-]+$/, 'must be the name of a file'),
  rows: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
});
export type TableFile = z.infer<typeof TableFile>;

const Tables = z.object({
  activity: TableFile,
  excluded: TableFile,
  releases: TableFile,
  dependencies: TableFile,
  repositories: TableFile,
  /** Only where a list is known of any company. */
  created: TableFile.optional(),
});
/** Of companies that are not in it, the rows of the ledger that ships with the project count. */
const over = z.literal('shipped').optional();
const LedgerManifest = z.discriminatedUnion('format', [
  z.object({ format: z.literal(4), over, tables: z.record(z.enum(TABLES), z.array(TableFile)) }),
  z.object({ format: z.literal(2), over, tables: Tables }),
]);
export type LedgerManifest = z.infer<typeof LedgerManifest>;

/** A file a table; in parts by year. */
export const [WHOLE_FORMAT, PARTS_FORMAT] = [2, 4] as const;
/** Without excluded commits and some columns, and in parts by month and by companies. */
const REFUSED = {
  formats: [1, 3],
  remedy: 'move it and the Parquet files next to it away, and run bellwether collect',
};

export const MANIFEST = 'ledger.json';

/** The files of one table. */
export function partsOf(manifest: LedgerManifest, table: Table): readonly TableFile[] {
  if (manifest.format === PARTS_FORMAT) return manifest.tables[table];
  return manifest.tables[table] ? [manifest.tables[table]] : [];
}

/** How many rows one table has. */
export function rowsIn(manifest: LedgerManifest, table: Table): number {
  return partsOf(manifest, table).reduce((sum, { rows }) => sum + rows, 0);
}

/** The files that a manifest names. */
export function filesOf(manifest: LedgerManifest): TableFile[] {
  return TABLES.flatMap((table) => partsOf(manifest, table));
}

/** @param path for messages @throws BellwetherError `ledger-damaged`, `later-version`, `earlier-version` */
export function parseManifest(path: string, text: string): LedgerManifest {
  try {
    return LedgerManifest.parse(ofKnownFormat(path, JSON.parse(text), PARTS_FORMAT, REFUSED));
  } catch (error) {
    if (error instanceof BellwetherError) throw error;
    throw damaged(path, `is not a ledger manifest (${messageOf(error)})`);
  }
}

export function manifestText(manifest: LedgerManifest): string {
  return `${JSON.stringify(LedgerManifest.parse(manifest), null, 2)}\n`;
}

export function damaged(path: string, fault: string): BellwetherError {
  return new BellwetherError(
    'ledger-damaged',
    `${path} ${fault}. Restore it from a copy, or collect again; published editions are untouched.`,
  );
}
