/** What a chart shows, as files. */
import { csvRecord } from '../../lib/csv.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import type { Chart } from './chart.ts';

/** As its table has it, with a header; unknown values are empty. */
export function chartCsv({ table: { columns, rows } }: Chart): string {
  return [columns, ...rows].map((record) => csvRecord(record)).join('');
}

/** @param page full address @returns what is written as `<path>.json` */
export function chartJson({ title, summary, table }: Chart, period: string, page: string) {
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
