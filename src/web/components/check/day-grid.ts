/**
 * Counts by repository and day as a table that shows at a glance where they are: each repository is a
 * line of days, shaded by how much there was.
 */
import { type Html, html } from '../../../lib/html.ts';
import { isoDay, parseDay } from '../../../lib/period.ts';
import { scrollable } from '../data-table.ts';
import { count, longDate } from '../format.ts';

type GridRow = {
  name: string;
  /** One value a day of both windows, oldest first. */
  days: readonly number[];
  /** The totals of the windows; not always the sums of their days, since people come on several days. */
  current: number;
  prior: number;
};

type Grid = {
  /** The newer window, or the one before, which is shaded more faintly. */
  half: 'current' | 'prior';
  /** Its first day. */
  from: string;
  /** Days of each window. */
  length: number;
  rows: readonly GridRow[];
  /** Heading of the last column. */
  totalHeading: string;
  /** The total of all rows, where their days add up to it. */
  sum?: number;
};

/** Shades in addition to none. */
const SHADES = 4;
const LETTERS = 'SMTWTFS';
const SPOKEN = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

export function dayGrid({ half, from, length, rows: all, totalHeading, sum }: Grid): Html {
  const isPast = half === 'prior';
  const firstDay = parseDay(from);
  const caption = `The ${length} days${isPast ? ' before' : ''}: ${longDate(firstDay)} to ${longDate(firstDay + length - 1)}`;
  const rows = all
    .filter((row) => row[half] > 0)
    .map(({ name, days, ...totals }) => ({
      name,
      days: isPast ? days.slice(0, length) : days.slice(length),
      total: totals[half],
    }));
  if (rows.length === 0) return html`<p>${caption}: none.</p>`;
  const highest = Math.max(1, ...rows.flatMap(({ days }) => days));
  const dates = Array.from({ length }, (_, index) => new Date(isoDay(firstDay + index)));
  const sums = dates.map((_, day) => rows.reduce((total, { days }) => total + (days[day] ?? 0), 0));
  const markup = html`<table class="days${isPast ? ' past' : ''}">
<caption>${caption}</caption>
<thead><tr>${dates.map(heading)}<th scope="col" class="number">${totalHeading}</th></tr></thead>
${rows.map(
  ({ name, days, total }) => html`<tbody>
<tr><th scope="rowgroup" colspan="${length + 1}">${name}</th></tr>
<tr>${days.map((value) => cell(value, highest))}<td class="total">${count(total)}</td></tr>
</tbody>
`,
)}${
  sum !== undefined && rows.length > 1
    ? html`<tfoot>
<tr><th scope="rowgroup" colspan="${length + 1}">Together</th></tr>
<tr>${sums.map((value) => html`<td>${value || NOTHING}</td>`)}<td class="total">${count(sum)}</td></tr>
</tfoot>
`
    : null
}</table>`;
  return scrollable(caption, markup, ' days-scroll');
}

function heading(date: Date): Html {
  const isWeekend = [0, 6].includes(date.getUTCDay());
  return html`<th scope="col"${isWeekend ? html` class="weekend"` : null}><span aria-hidden="true">${LETTERS[date.getUTCDay()]}<br>${date.getUTCDate()}</span><span class="unseen">${SPOKEN.format(date)}</span></th>`;
}

const NOTHING = '·';

/** The numbers carry the meaning, the shade repeats it. */
function cell(value: number, highest: number): Html {
  if (value === 0) return html`<td>${NOTHING}</td>`;
  return html`<td class="q${Math.ceil((value / highest) * SHADES)}">${value}</td>`;
}
