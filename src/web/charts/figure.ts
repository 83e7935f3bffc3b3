/** A chart on a page: the drawing, its key, the same numbers as a table, and what can be taken along. */
import { type Html, html } from '../../lib/html.ts';
import { count } from '../../lib/prose.ts';
import { dataTable, numeric } from '../components/data-table.ts';
import type { Chart } from './chart.ts';
import { drawOnPage } from './draw.ts';

/** The address of a chart's file. @param address of the chart, with its query @param ending `.svg` */
export function fileAddress(address: string, ending: string): string {
  const [path = '', query] = address.split('?');
  return `${path}${ending}${query === undefined ? '' : `?${query}`}`;
}

/** A longer table is folded away. */
const MAX_OPEN_ROWS = 10;

/** @param address of the chart, without ending; absent where its files would show something else */
export function chartFigure(chart: Chart, address?: string): Html {
  const { title, note, table } = chart;
  return html`<figure class="drawn">
<figcaption>${title}</figcaption>
${plot(chart)}
${note && html`<p class="about">${note}</p>`}
<details${table.rows.length > MAX_OPEN_ROWS ? null : html` open=""`}><summary>The same as a table</summary>
${dataTable({
  caption: title,
  isCaptionUnseen: true,
  scrolls: `${title}, as a table`,
  columns: table.columns.map((column, index) => (index === 0 ? column : numeric(column))),
  rows: table.rows.map((row) => row.map(shown)),
})}</details>
${takeLine(address)}</figure>`;
}

/**
 * The chart of a page that lists what its points lead to: the drawing is not announced, and its summary
 * is read once, as text.
 */
export function listedFigure(chart: Chart, address?: string): Html {
  return html`<figure class="drawn scatter">
${plot(chart, true)}
<figcaption class="about">${chart.summary}</figcaption>
${takeLine(address)}</figure>`;
}

/** The drawing with its key. */
export function plot(chart: Chart, isSilent = false): Html {
  const { rowsRun, key = [] } = chart;
  return html`<div class="plot"${rowsRun && html` data-rows="${rowsRun}"`}>
${drawOnPage(chart, isSilent)}
</div>
${key.length === 0 ? null : html`<ul class="legend">${key.map(({ shape, color, text }) => html`<li><svg class="mark" viewBox="-8 -6 16 12" fill="${color}" aria-hidden="true"><path d="M0 0${shape}"/></svg> ${text}</li>\n`)}</ul>`}`;
}

/** Links to the files; a script adds buttons that copy them. */
function takeLine(address?: string): Html | null {
  if (address === undefined) return null;
  const at = (ending: string) => fileAddress(address, ending);
  return html`<p class="take">Take it: <a href="${at('.svg')}">SVG</a> <a href="${at('.png')}" data-copies="picture">PNG</a> <a href="${at('.csv')}" data-copies="data">CSV</a> <a href="${at('.json')}">JSON</a> <a href="${address}#frame">frame for your site</a></p>
`;
}

function shown(value: string | number | null): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? count(value) : String(value).replace('-', '−');
}
