/** A startup's own 14-day commits in the size of a word. */
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import { type Html, html } from '../../lib/html.ts';
import { describe, linePath } from './line-path.ts';

// Half a pixel is one unit at the size in which the stylesheet shows it.
const STEP = 4;
const MARGIN = 6;
const BASE = 42;
const HEIGHT = 48;

/**
 * The weeks up to a period; a week that was not covered is a gap. The scale begins at zero and ends
 * at the largest value shown. Shorter histories begin further right, so that all sparklines of a
 * page share their time axis.
 */
export function sparkline(history: HistoryTable, slug: string, period: string, weeks = 52): Html {
  const end = history.periods.findLastIndex((candidate) => candidate <= period) + 1;
  const values = (history.startups[slug]?.velocity ?? []).slice(Math.max(0, end - weeks), end);
  const width = (weeks - 1) * STEP + 2 * MARGIN;
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const points = values.map((value, index) => {
    if (value === null) return null;
    const x = width - MARGIN - (values.length - 1 - index) * STEP;
    return { x, y: BASE - Math.round((value / highest) * (BASE - MARGIN)) };
  });
  const last = points.findLast((point) => point !== null);
  const title = `14-day commits over ${values.length} weeks: ${describe(values)}`;
  return html`<svg class="spark" role="img" viewBox="0 0 ${width} ${HEIGHT}"><title>${title}</title><path d="${linePath(points)}"/>${last && html`<circle cx="${last.x}" cy="${last.y}" r="5"/>`}</svg>`;
}
