/**
 * Counts by repository and day as a table that shows at a glance where they are: each repository is a
 * line of days, shaded by how much there was.
 */
import { type Html, type HtmlValue, html } from '../../../lib/html.ts';
import { type Day, isoDay } from '../../../lib/period.ts';
import { NOTHING, recordTable } from '../../page/table-data.ts';
import { count } from '../format.ts';

type GridRow = {
  name: string;
  /** One value a day, oldest first. */
  days: readonly number[];
  /** What the days come to; not always their sum, since people come on several days. */
  total: number;
};

export type Grid = {
  /** Its name in the address of its files. */
  name: string;
  caption: string;
  firstDay: Day;
  rows: readonly GridRow[];
  /** Heading of the last column. */
  totalHeading: string;
  /** The sums of the days, where they mean something. */
  together?: { days: readonly number[]; total: number };
  /** Shaded so that it stands back. */
  isPast?: boolean;
};

/** Shades beside none. */
const SHADES = 4;
const LETTERS = 'SMTWTFS';
const SPOKEN = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

export function dayGrid(grid: Grid): Html {
  const { name: own, caption, firstDay, rows, totalHeading, together, isPast = false } = grid;
  const length = rows[0]?.days.length ?? 0;
  const highest = Math.max(1, ...rows.flatMap(({ days }) => days));
  const dates = Array.from({ length }, (_, index) => new Date(isoDay(firstDay + index)));
  const markup = html`<table class="days${isPast ? ' past' : ''}" data-table="${own}">
<caption>${caption}</caption>
<thead><tr>${dates.map(heading)}<th scope="col" class="number">${totalHeading}</th></tr></thead>
${rows.map(
  ({ name, days, total }) => html`<tbody>
<tr><th scope="rowgroup" colspan="${length + 1}">${name}</th></tr>
<tr>${days.map((value) => cell(value, highest))}<td class="total">${count(total)}</td></tr>
</tbody>
`,
)}${
  together &&
  html`<tfoot>
<tr><th scope="rowgroup" colspan="${length + 1}">Together</th></tr>
<tr>${together.days.map((value) => html`<td>${shown(value)}</td>`)}<td class="total">${count(together.total)}</td></tr>
</tfoot>
`
}</table>`;
  const table = recordTable({
    ...{ name: own, caption, markup },
    headings: ['Group', ...dates.map((date) => SPOKEN.format(date)), totalHeading],
    rows: rows.map(({ name, days, total }) => [name, ...days.map(shown), count(total)]),
  });
  return html`<div class="scroll days-scroll" tabindex="0" role="region" aria-label="${caption}">
${table}
</div>`;
}

function heading(date: Date): Html {
  const isWeekend = [0, 6].includes(date.getUTCDay());
  return html`<th scope="col"${isWeekend ? html` class="weekend"` : null}><span aria-hidden="true">${LETTERS[date.getUTCDay()]}<br>${date.getUTCDate()}</span><span class="unseen">${SPOKEN.format(date)}</span></th>`;
}

function shown(value: number): HtmlValue {
  return value === 0 ? NOTHING : value;
}

/** The numbers carry the meaning, the shade repeats it. */
function cell(value: number, highest: number): Html {
  if (value === 0) return html`<td>${shown(value)}</td>`;
  return html`<td class="q${Math.ceil((value / highest) * SHADES)}">${value}</td>`;
}
