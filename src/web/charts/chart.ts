/**
 * A chart: drawn once, shown in several ways. Pages show it as a figure with the same numbers as a
 * table; images, frames for other sites and files of its numbers are made of the same.
 */
import { type Html, html } from '../../lib/html.ts';
import { count } from '../../lib/prose.ts';
import type { Published } from '../../published/published.ts';
import { dataTable, numeric } from '../components/data-table.ts';

type ChartRequest = {
  published: Published;
  /** Values of the `{name}`s in the address. */
  params: Readonly<Record<string, string>>;
  period: string;
  /** Values of the query parameters in `takes`. */
  query: Readonly<Record<string, string>>;
};

export type Chart = {
  /** A line: `Langfuse: commits in 14 days` */
  title: string;
  /** One or two sentences with the numbers that matter. */
  summary: string;
  /** Has a view box that begins at 0 0, and is styled by attributes, so that it also stands alone. */
  svg: Html;
  /** The chart's data as a table. */
  table: { columns: readonly string[]; rows: readonly (readonly (string | number | null)[])[] };
  /** The page that shows it. */
  page: string;
  /**
   * Positions of the oldest and the newest week, in units of the drawing: a chart over time, whose rows
   * are weeks at equal distances, the newest first. Pointing at it shows a week's row.
   */
  course?: { left: number; right: number };
};

export type ChartDefinition = {
  /**
   * Its own page: `/charts/startups/{slug}/commits`. The same address has the files `.svg`, `.png`,
   * `.csv` and `.json`, and at `/embed` a frame for other sites.
   */
  path: string;
  takes?: readonly string[];
  /** Undefined where there is nothing to show. */
  draw: (request: ChartRequest) => Promise<Chart | undefined>;
};

/** Defines a chart. Add its file to `charts/all-charts.ts`. */
export function chart(definition: ChartDefinition): ChartDefinition {
  return definition;
}

/** The address of a chart's file. @param address of the chart, with its query @param ending `.svg` */
export function chartFile(address: string, ending: string): string {
  const [path = '', query] = address.split('?');
  return `${path}${ending}${query === undefined ? '' : `?${query}`}`;
}

const FILES = [
  ['.svg', 'SVG'],
  ['.png', 'PNG'],
  ['.csv', 'CSV'],
  ['.json', 'JSON'],
] as const;

/** A chart on a page, with what can be done with it. @param address of the chart, without ending */
export function chartFigure({ title, svg, table, course }: Chart, address: string): Html {
  const files = FILES.map(
    ([ending, name]) => html`<a href="${chartFile(address, ending)}">${name}</a> `,
  );
  const places = course && html` data-left="${course.left}" data-right="${course.right}"`;
  return html`<figure class="drawn"${places}>
<figcaption>${title}</figcaption>
${svg}
<details><summary>The same as a table</summary>
${dataTable({
  caption: title,
  isCaptionUnseen: true,
  scrolls: `${title}, as a table`,
  columns: table.columns.map((column, index) => (index === 0 ? column : numeric(column))),
  rows: table.rows.map((row) => row.map(shown)),
})}</details>
<p class="take">Take it: ${files}<a href="${address}">frame for your site</a></p>
</figure>`;
}

function shown(value: string | number | null): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? count(value) : String(value).replace('-', '−');
}
