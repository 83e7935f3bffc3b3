/** A table of a page, described once: what the page shows, and the rows of its files. */
import { Html, type HtmlValue, html } from '../../lib/html.ts';
import { Slices } from '../../lib/slices.ts';
import { type PageTable, recordTable } from '../page/table-data.ts';

export type Column = {
  title: HtmlValue;
  className?: string;
  /** The class of its cells, if it differs from that of the heading. */
  cellClass?: string;
  /** The label of its cell where narrow screens show each row as a card. */
  label?: string;
  sortedBy?: 'ascending' | 'descending';
};

type DataTable = Pick<PageTable, 'name' | 'caption' | 'rows'> & {
  columns: readonly (string | Html | Column)[];
  /** For readers who do not see the heading above the table. */
  isCaptionUnseen?: true;
  className?: string;
  /** Attributes of each row. */
  attributes?: readonly (Html | null)[];
  /** The column whose cells are headings of their rows; the first by default. */
  headerIndex?: number | null;
  /** Sums below the rows, which files leave out. */
  foot?: readonly HtmlValue[] | undefined;
  /** Named here, it scrolls within a region that the keyboard reaches. */
  scrolls?: string;
};

/** A column of figures, aligned to the right. */
export function numeric(title: HtmlValue): Column {
  return { title, className: 'number' };
}

export function dataTable(table: DataTable): Html {
  const { lineOf, close } = open(table);
  return close(table.rows.map(lineOf));
}

/** A table of any length, with requests served in between. */
export async function longTable(table: DataTable): Promise<Html> {
  const { lineOf, close } = open(table);
  return close(await new Slices().map(table.rows, lineOf));
}

function open(table: DataTable) {
  const { name, caption, rows, attributes = [], foot, headerIndex = 0, scrolls } = table;
  const columns = table.columns.map(
    (column): Column =>
      typeof column === 'string' || column instanceof Html ? { title: column } : column,
  );
  // The roles keep it a table for assistive technology where rows are cards.
  const isCards = columns.some(({ label }) => label !== undefined);
  const role = (kind: string) => (isCards ? html` role="${kind}"` : null);
  const line = (cells: readonly HtmlValue[], attribute?: Html | null) =>
    html`<tr${role('row')}${attribute}>${cells.map((cell, index) => {
      const { className, cellClass = className, label } = columns[index] ?? {};
      const attributes = html`${classAttribute(cellClass)}${label === undefined ? null : html` data-label="${label}"`}`;
      if (index === headerIndex)
        return html`<th scope="row"${role('rowheader')}${isCards ? attributes : null}>${cell}</th>`;
      return html`<td${role('cell')}${attributes}>${cell}</td>`;
    })}</tr>`;
  const lineOf = (cells: readonly HtmlValue[], index: number) =>
    html`${line(cells, attributes[index])}\n`;
  const close = (lines: readonly Html[]) => {
    const named = name === undefined ? null : html` data-table="${name}"`;
    const markup = html`<table class="${table.className ?? 'plain'}"${named}${role('table')}>
<caption${table.isCaptionUnseen && classAttribute('unseen')}>${caption}</caption>
<thead${role('rowgroup')}><tr${role('row')}>${columns.map((column) => heading(column, role))}</tr></thead>
<tbody${role('rowgroup')}>
${lines}</tbody>
${foot && html`<tfoot>${line(foot)}</tfoot>\n`}</table>`;
    const headings = columns.map(({ title }) => title);
    const recorded = recordTable({ name, caption, headings, rows, markup });
    return scrolls === undefined
      ? recorded
      : html`<div class="scroll" tabindex="0" role="region" aria-label="${scrolls}">\n${recorded}\n</div>`;
  };
  return { lineOf, close };
}

function heading(
  { title, className, sortedBy }: Column,
  role: (kind: string) => Html | null,
): Html {
  const sort = sortedBy && html` aria-sort="${sortedBy}"`;
  return html`<th scope="col"${role('columnheader')}${classAttribute(className)}${sort}>${title}</th>`;
}

function classAttribute(name = ''): Html | null {
  return name === '' ? null : html` class="${name}"`;
}
