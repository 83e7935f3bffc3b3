/** Records as Parquet, with the columns of all other tables. */
import { parquetFile } from '../ledger/table-file.ts';
import { CSV_HEADER, csvLines } from './artifacts.ts';
import { COLUMNS, type RankedStartup } from './columns.ts';

/** For those who have other tables. */
export { parquetFile };

/** Of some startups, with their ranks. */
export function recordsParquet(startups: readonly RankedStartup[]): Promise<Buffer> {
  return parquetFile(COLUMNS, CSV_HEADER + csvLines(startups));
}
