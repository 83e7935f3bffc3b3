/** What a chart shows, as files. */
import { csvRecord } from '../../lib/csv.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { parquetFile, plainText } from '../../pipeline/edition/record-table.ts';
import type { Chart } from './chart.ts';

/** A chart’s numbers, or a table of a page. */
type Shown = Pick<Chart, 'title' | 'table'> & { summary?: string };

/** As its table has it, with a header; unknown values are empty. */
export function chartCsv({ table: { columns, rows } }: Shown): string {
  const cell = (value: string | number | null) =>
    typeof value === 'string' ? plainText(value) : value;
  return [columns, ...rows].map((record) => csvRecord(record.map(cell))).join('');
}

/** The same rows as Parquet: a column of numbers alone is one of numbers. */
export function chartParquet(chart: Shown): Promise<Buffer> {
  const { columns, rows } = chart.table;
  const isNumber = (index: number) => rows.every((row) => typeof row[index] !== 'string');
  const typed = columns.map((name, index) =>
    isNumber(index) ? { name, type: 'DOUBLE' } : { name, type: 'VARCHAR', isProse: true },
  );
  return parquetFile(typed, chartCsv(chart));
}

/** @param page full address @returns what is written as `<path>.json` */
export function chartJson({ title, summary, table }: Shown, period: string, page: string) {
  return {
    title,
    summary,
    period,
    columns: table.columns,
    rows: table.rows,
    page,
    license: DATA_LICENSE,
  };
}
