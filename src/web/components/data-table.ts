/** A table of a page, described once: what the page shows, and the rows of its files. */
import { Html, type HtmlValue, html } from '../../lib/html.ts';
import { Slices } from '../../lib/slices.ts';
import { type PageTable, recordTable } from '../page/table-data.ts';

export type Column = {
  title: HtmlValue;
  className?: string;
  /** The class of its cells, if it differs from that of the heading. */
  cellClass?: string;
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
  const { name, caption, rows, attributes = [], foot, headerIndex = 0 } = table;
  const columns = table.columns.map(
    (column): Column =>
      typeof column === 'string' || column instanceof Html ? { title: column } : column,
  );
  const line = (cells: readonly HtmlValue[], attribute?: Html | null) =>
    html`<tr${attribute}>${cells.map((cell, index) => {
      if (index === headerIndex) return html`<th scope="row">${cell}</th>`;
      const { className, cellClass = className } = columns[index] ?? {};
      return html`<td${classAttribute(cellClass)}>${cell}</td>`;
    })}</tr>`;
  const lineOf = (cells: readonly HtmlValue[], index: number) =>
    html`${line(cells, attributes[index])}\n`;
  const close = (lines: readonly Html[]) => {
    const markup = html`<table class="${table.className ?? 'plain'}" data-table="${name}">
<caption${table.isCaptionUnseen && classAttribute('unseen')}>${caption}</caption>
<thead><tr>${columns.map(heading)}</tr></thead>
<tbody>
${lines}</tbody>
${foot && html`<tfoot>${line(foot)}</tfoot>\n`}</table>`;
    const headings = columns.map(({ title }) => title);
    return recordTable({ name, caption, headings, rows, markup });
  };
  return { lineOf, close };
}

function heading({ title, className, sortedBy }: Column): Html {
  const sort = sortedBy && html` aria-sort="${sortedBy}"`;
  return html`<th scope="col"${classAttribute(className)}${sort}>${title}</th>`;
}

function classAttribute(name = ''): Html | null {
  return name === '' ? null : html` class="${name}"`;
}
