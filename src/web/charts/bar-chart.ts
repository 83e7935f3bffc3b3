/** Horizontal bars. The numbers are in the text of the page as well. */
import { type Html, html } from '../../lib/html.ts';
import { count } from '../components/format.ts';

export type Bar = { label: string; value: number };

const ROW_HEIGHT = 24;
const LABEL_WIDTH = 180;
const WIDTH = 640;

export function barChart(title: string, bars: readonly Bar[]): Html | null {
  if (bars.length === 0) return null;
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const text = bars.map(({ label, value }) => `${label} ${count(value)}`).join(', ');
  return html`<figure class="bars">
<figcaption>${title}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${bars.length * ROW_HEIGHT}" role="img"><title>${title}: ${text}</title>
${bars.map(({ label, value }, index) => {
  const y = index * ROW_HEIGHT;
  const width = Math.round(((WIDTH - LABEL_WIDTH - 60) * value) / highest);
  return html`<text x="${LABEL_WIDTH - 8}" y="${y + 17}" text-anchor="end">${shortened(label)}</text><path d="M${LABEL_WIDTH} ${y + 4}h${width}v16h-${width}z"/><text x="${LABEL_WIDTH + width + 6}" y="${y + 17}">${count(value)}</text>\n`;
})}</svg>
</figure>`;
}

function shortened(label: string): string {
  const characters = [...label];
  return characters.length > 22 ? `${characters.slice(0, 21).join('')}…` : label;
}
