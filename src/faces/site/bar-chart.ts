/** Bars of the first of a list: a picture beside numbers that stand in the text as well. */
import { type Html, html } from '../../lib/html.ts';
import { count } from '../../web/components/format.ts';

export type Bar = { label: string; value: number };

const ROW = 24;
const LABELS = 180;
const WIDTH = 640;

export function barChart(title: string, bars: readonly Bar[]): Html | null {
  if (bars.length === 0) return null;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const height = bars.length * ROW;
  const text = bars.map(({ label, value }) => `${label} ${count(value)}`).join(', ');
  return html`<figure class="bars">
<figcaption>${title}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${height}" role="img"><title>${title}: ${text}</title>
${bars.map(({ label, value }, index) => {
  const y = index * ROW;
  const width = Math.round(((WIDTH - LABELS - 60) * value) / most);
  return html`<text x="${LABELS - 8}" y="${y + 17}" text-anchor="end">${shortened(label)}</text><path d="M${LABELS} ${y + 4}h${width}v16h-${width}z"/><text x="${LABELS + width + 6}" y="${y + 17}">${count(value)}</text>\n`;
})}</svg>
</figure>`;
}

function shortened(label: string): string {
  const characters = [...label];
  return characters.length > 22 ? `${characters.slice(0, 21).join('')}…` : label;
}
