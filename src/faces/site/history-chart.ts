/**
 * The whole history of one number of a startup, with axes. The line stretches with the page
 * while text keeps its size: only the inner SVG has a view box, the rest is placed by percentages.
 */
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import { type Html, html } from '../../lib/html.ts';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import { count } from '../../web/components/format.ts';
import { describe, linePath } from './line-path.ts';

export type ChartedNumber = {
  /** What the vertical axis counts: `Commits in 14 days` */
  label: string;
  periods: HistoryTable['periods'];
  values: readonly (number | null)[];
  /** The period that the page is about. */
  marked: string;
};

const HEIGHT = 400;
const STEP = 8;
// A January is written as its year.
const MONTHS = ['', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function historyChart({ label, periods, values, marked }: ChartedNumber): Html {
  const top = axisTop(Math.max(...values.map((value) => value ?? 0)));
  const points = values.map((value, index) =>
    value === null ? null : { x: index * STEP, y: HEIGHT - Math.round((value / top) * HEIGHT) },
  );
  const width = Math.max(1, periods.length - 1) * STEP;
  const dates = axisDates(periods);
  const dot = points[periods.indexOf(marked)];
  const span = `${periods.length} weekly periods, ${periods[0] ?? ''} to ${periods.at(-1) ?? ''}`;
  return html`<figure class="chart">
<figcaption>${label}</figcaption>
<div class="scale" aria-hidden="true"><span>${count(top)}</span><span>${count(top / 2)}</span><span>0</span></div>
<svg class="plot" role="img"><title>${label}, ${span}: ${describe(values)}</title>
${['0', '50%', '100%'].map((y) => html`<line x1="0" x2="100%" y1="${y}" y2="${y}"/>`)}
${dates.map(({ x }) => html`<line x1="${x}%" x2="${x}%" y1="0" y2="100%"/>`)}
<svg width="100%" height="100%" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none"><path d="${linePath(points)}"/>${dot && html`<path class="dot" d="M${dot.x} ${dot.y}h0"/>`}</svg></svg>
<svg class="dates" aria-hidden="true">${dates.map(({ x, text }) => html`<text x="${x}%" y="1em" text-anchor="${anchor(x)}">${text}</text>`)}</svg>
</figure>`;
}

/** The next number above that halves into a readable one: 2, 4, 6, 8, 10, 20, 40, … */
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
