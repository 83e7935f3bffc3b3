/** The one file of a table, of a ledger that is not in parts. */
import type { Ledger } from '../../src/pipeline/ledger/ledger.ts';
import type { TableFile } from '../../src/pipeline/ledger/ledger-manifest.ts';
import type { Table } from '../../src/pipeline/ledger/ledger-tables.ts';

export function wholeFile({ manifest }: Pick<Ledger, 'manifest'>, table: Table): TableFile {
  const [file, ...others] = manifest.tables[table];
  if (!file || others.length > 0) throw new Error(`${table} is not one file`);
  return file;
}
