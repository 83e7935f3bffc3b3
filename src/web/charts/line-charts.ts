/** One number of a startup week by week: as a line in the size of a word, and with axes. */
import { type Html, html } from '../../lib/html.ts';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import { count } from '../components/format.ts';

/** In units of the view box; the stylesheet shows one as half a pixel. */
const SPARKLINE = { step: 4, margin: 6, base: 42, height: 48 };

/**
 * A startup's 14-day commits in the weeks up to a period; a week that was not covered is a gap. The
 * scale begins at zero and ends at the largest value shown. Shorter histories begin further right,
 * so that all sparklines of a page share their time axis. They stand beside the numbers, so that whoever
 * does not see them misses nothing.
 */
export function sparkline(history: HistoryTable, slug: string, period: string, weeks = 52): Html {
  const { step, margin, base, height } = SPARKLINE;
  const end = history.periods.findLastIndex((candidate) => candidate <= period) + 1;
  const values = (history.startups[slug]?.velocity ?? []).slice(Math.max(0, end - weeks), end);
  const width = (weeks - 1) * step + 2 * margin;
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const points = values.map((value, index) => {
    if (value === null) return null;
    const x = width - margin - (values.length - 1 - index) * step;
    return { x, y: base - Math.round((value / highest) * (base - margin)) };
  });
  const last = points.findLast((point) => point !== null);
  return html`<svg class="spark" aria-hidden="true" viewBox="0 0 ${width} ${height}"><path d="${linePath(points)}"/>${last && html`<circle cx="${last.x}" cy="${last.y}" r="5"/>`}</svg>`;
}

export type ChartedNumber = {
  /** What the vertical axis counts: `Commits in 14 days` */
  label: string;
  periods: HistoryTable['periods'];
  values: readonly (number | null)[];
  /** The period that the page is about. */
  marked: string;
};

const HISTORY = { step: 8, height: 400 };
// January is labelled with its year.
const MONTHS = ['', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The whole history of one number, with axes. The line stretches with the page while text keeps its
 * size: only the inner SVG has a view box, the rest is positioned by percentages.
 */
export function historyChart({ label, periods, values, marked }: ChartedNumber): Html {
  const { step, height } = HISTORY;
  const top = axisTop(Math.max(...values.map((value) => value ?? 0)));
  const points = values.map((value, index) =>
    value === null ? null : { x: index * step, y: height - Math.round((value / top) * height) },
  );
  const width = Math.max(1, periods.length - 1) * step;
  const dates = axisDates(periods);
  const dot = points[periods.indexOf(marked)];
  const span = `${periods.length} weekly periods, ${periods[0] ?? ''} to ${periods.at(-1) ?? ''}`;
  return html`<figure class="chart">
<figcaption>${label}</figcaption>
<div class="scale" aria-hidden="true"><span>${count(top)}</span><span>${count(top / 2)}</span><span>0</span></div>
<svg class="plot" role="img"><title>${label}, ${span}: ${describe(values)}</title>
${['0', '50%', '100%'].map((y) => html`<line x1="0" x2="100%" y1="${y}" y2="${y}"/>`)}
${dates.map(({ x }) => html`<line x1="${x}%" x2="${x}%" y1="0" y2="100%"/>`)}
<svg width="100%" height="100%" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"><path d="${linePath(points)}"/>${dot && html`<path class="dot" d="M${dot.x} ${dot.y}h0"/>`}</svg></svg>
<svg class="dates" aria-hidden="true">${dates.map(({ x, text }) => html`<text x="${x}%" y="1em" text-anchor="${anchor(x)}">${text}</text>`)}</svg>
</figure>`;
}

/** The next number up that halves into a readable one: 2, 4, 6, 8, 10, 20, 40, … */
export function axisTop(highest: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  const step = [2, 4, 6, 8].find((candidate) => candidate * unit >= highest) ?? 10;
  return step * unit;
}

type AxisDate = { x: number; text: string };

/** Where months begin: every month of a short history, half-years and years of longer ones. */
function axisDates(periods: readonly string[]): AxisDate[] {
  const every = periods.length <= 26 ? 1 : periods.length <= 170 ? 6 : 12;
  const months = periods.map((slug) => isoDay(parsePeriod(slug)?.lastDay ?? 0).slice(0, 7));
  return months.flatMap((month, index) => {
    const before = months[index - 1];
    const number = Number(month.slice(5)) - 1;
    if (before === undefined || before === month || number % every !== 0) return [];
    const x = Math.round((index / (periods.length - 1)) * 1000) / 10;
    return [{ x, text: number === 0 ? month.slice(0, 4) : (MONTHS[number] ?? '') }];
  });
}

function anchor(x: number): string {
  return x < 5 ? 'start' : x > 95 ? 'end' : 'middle';
}

type Point = { x: number; y: number };

/**
 * A line through known values, broken where there are none. Whole coordinates and relative steps
 * take few bytes, and rounding does not add up.
 */
export function linePath(points: readonly (Point | null)[]): string {
  let path = '';
  for (const [index, point] of points.entries()) {
    if (!point) continue;
    const before = points[index - 1];
    if (before) {
      const [dx, dy] = [point.x - before.x, point.y - before.y];
      path += `${points[index - 2] ? ' ' : 'l'}${dx}${dy < 0 ? '' : ' '}${dy}`;
    } else {
      // A lone point is a line of no length, which round line caps turn into a dot.
      path += `M${point.x} ${point.y}${points[index + 1] ? '' : 'h0'}`;
    }
  }
  return path;
}

/** A chart's values in words. */
function describe(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return 'not covered in any week';
  const unknown = values.length - known.length;
  const range = `first ${first}, last ${last}, lowest ${Math.min(...known)}, highest ${Math.max(...known)}`;
  if (unknown === 0) return range;
  return `${range}; ${unknown} ${unknown === 1 ? 'week' : 'weeks'} not covered`;
}
