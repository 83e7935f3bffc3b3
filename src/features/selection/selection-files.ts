/** A selection as files: exactly the startups of the list, including all of its pages. */
import { CSV_HEADER, csvLines, recordsParquet } from '../../pipeline/edition/record-table.ts';
import type { Listed } from './listed-week.ts';

export function selectionCsv(rows: readonly Listed[]): string {
  return CSV_HEADER + csvLines(rows);
}

export function selectionParquet(rows: readonly Listed[]): Promise<Buffer> {
  return recordsParquet(rows);
}
