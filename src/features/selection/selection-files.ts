/** A selection as files: exactly the startups of the list, including all of its pages. */
import { CSV_HEADER, csvLines } from '../../pipeline/edition/artifacts.ts';
import { recordsParquet } from '../../pipeline/edition/bulk-parquet.ts';
import type { RankedStartup } from '../../pipeline/edition/columns.ts';
import type { Listed } from './listed-week.ts';

export function selectionCsv(rows: readonly Listed[]): string {
  return CSV_HEADER + csvLines(rows.map(ranked));
}

export function selectionParquet(rows: readonly Listed[]): Promise<Buffer> {
  return recordsParquet(rows.map(ranked));
}

function ranked({ startup, trending, inSector, sectorName }: Listed): RankedStartup {
  return { startup, ranks: { trending, inSector, sectorName } };
}
