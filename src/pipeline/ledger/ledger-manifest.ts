/** `ledger.json`: which files a ledger is made of. */
import { z } from 'zod';
import { BellwetherError } from '../../lib/errors.ts';
import { parseFormatted } from '../../lib/format-number.ts';
import { TABLES, type Table } from './ledger-tables.ts';

const TableFile = z.object({
  file: z.string().regex(/^[\w.-]+$/, 'must be the name of a file'),
  rows: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
});
export type TableFile = z.infer<typeof TableFile>;

/** The latest format. */
export const LEDGER_FORMAT = 1;
const LedgerManifest = z.object({
  format: z.literal(LEDGER_FORMAT),
  /** Companies that are not in it have their rows in the ledger that ships with the project. */
  over: z.literal('shipped').optional(),
  /** One file for a table; in a large ledger, one for each year. */
  tables: z.record(z.enum(TABLES), z.array(TableFile)),
});
export type LedgerManifest = z.infer<typeof LedgerManifest>;

export const MANIFEST = 'ledger.json';

/** How many rows one table has. */
export function rowsIn(manifest: LedgerManifest, table: Table): number {
  return manifest.tables[table].reduce((sum, { rows }) => sum + rows, 0);
}

/** The files that a manifest names. */
export function filesOf(manifest: LedgerManifest): TableFile[] {
  return TABLES.flatMap((table) => manifest.tables[table]);
}

/** @param path for messages @throws BellwetherError `ledger-damaged`, `later-version` */
export function parseManifest(path: string, text: string): LedgerManifest {
  return parseFormatted(path, text, LedgerManifest, (fault) =>
    damaged(path, `is not a ledger manifest (${fault})`),
  );
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
