/** A table of a page, described once. */
import { Html, type HtmlValue, html } from '../../lib/html.ts';

export type Column = {
  title: HtmlValue;
  className?: string;
  /** The class of its cells, if it differs from that of the heading. */
  cellClass?: string;
  /** The label of its cell where narrow screens show each row as a card. */
  label?: string;
  sortedBy?: 'ascending' | 'descending';
};

type DataTable = {
  caption: HtmlValue;
  columns: readonly (string | Html | Column)[];
  rows: readonly (readonly HtmlValue[])[];
  /** For readers who do not see the heading above the table. */
  isCaptionUnseen?: true;
  className?: string;
  /** Attributes of each row. */
  attributes?: readonly (Html | null)[];
  /** The column whose cells are headings of their rows; the first by default. */
  headerIndex?: number | null;
  /** Sums below the rows. */
  foot?: readonly HtmlValue[] | undefined;
  /** The name of a region within which it scrolls, and which the keyboard reaches. */
  scrolls?: string;
};

/** A column of figures, aligned to the right. */
export function numeric(title: HtmlValue): Column {
  return { title, className: 'number' };
}

export function dataTable(table: DataTable): Html {
  const { caption, rows, attributes = [], foot, headerIndex = 0, scrolls } = table;
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
    })}</tr>\n`;
  const heading = ({ title, className, sortedBy }: Column) =>
    html`<th scope="col"${role('columnheader')}${classAttribute(className)}${sortedBy && html` aria-sort="${sortedBy}"`}>${title}</th>`;
  const markup = html`<table class="${table.className ?? 'plain'}"${role('table')}>
<caption${table.isCaptionUnseen && classAttribute('unseen')}>${caption}</caption>
<thead${role('rowgroup')}><tr${role('row')}>${columns.map(heading)}</tr></thead>
<tbody${role('rowgroup')}>
${rows.map((cells, index) => line(cells, attributes[index]))}</tbody>
${foot && html`<tfoot>${line(foot)}</tfoot>\n`}</table>`;
  return scrolls === undefined ? markup : scrollable(scrolls, markup);
}

/** A region within which a wide table scrolls. @param name read to readers who do not see it */
export function scrollable(name: string, table: Html, className = ''): Html {
  return html`<div class="scroll${className}" tabindex="0" role="region" aria-label="${name}">\n${table}\n</div>`;
}

function classAttribute(name = ''): Html | null {
  return name === '' ? null : html` class="${name}"`;
}
