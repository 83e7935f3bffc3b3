/** A startup week by week: the values up to a period, and a line of them in the size of a word. */
import { type Html, html } from '../../lib/html.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';

/** The weeks up to a period, oldest first. @param of a row's values in these weeks, null where unknown */
export function weeksUpTo({ periods }: HistoryTable, period: string, most = periods.length) {
  const end = periods.findLastIndex((week) => week <= period) + 1;
  const from = Math.max(0, end - most);
  const weeks = periods.slice(from, end);
  return {
    weeks,
    of: (values: readonly (number | null)[] = []) =>
      weeks.map((_, index) => values[from + index] ?? null),
  };
}

export function rowOf({ startups }: HistoryTable, slug: string) {
  return Object.hasOwn(startups, slug) ? startups[slug] : undefined;
}

/** In units of the view box; the stylesheet shows one as half a pixel. */
const SPARKLINE = { step: 4, margin: 6, base: 42, height: 48 };

/**
 * A startup's 14-day commits in the weeks up to a period; a week that was not covered is a gap. The
 * scale begins at zero and ends at the largest value shown. Shorter histories begin further right,
 * so that all sparklines of a page share their time axis. The numbers are next to them, so that
 * readers who do not see them miss nothing.
 */
export function sparkline(history: HistoryTable, slug: string, period: string, weeks = 52): Html {
  const { step, margin, base, height } = SPARKLINE;
  const values = weeksUpTo(history, period, weeks).of(rowOf(history, slug)?.velocity);
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
