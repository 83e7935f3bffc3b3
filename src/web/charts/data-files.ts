/** A chart's data as files. */
import { csvRecord } from '../../lib/csv.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { plainText } from '../../pipeline/edition/record-table.ts';
import type { Chart } from './chart.ts';

/** A chart’s numbers, or a table of a page. */
type Shown = Pick<Chart, 'title' | 'table'> & { summary?: string };

/** The chart's table as CSV, with a header; unknown values are empty. */
export function chartCsv({ table: { columns, rows } }: Shown): string {
  const cell = (value: string | number | null) =>
    typeof value === 'string' ? plainText(value) : value;
  return [columns, ...rows].map((record) => csvRecord(record.map(cell))).join('');
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
