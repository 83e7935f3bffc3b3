/** A receipt as an image for link previews: 1200 × 630, the size that Open Graph readers display. */
import { html } from '../../lib/html.ts';
import { isDrawable, PNG_FONT, pngOf } from '../../lib/png.ts';
import { counted } from '../../lib/prose.ts';
import type { ScoutReceipt } from './receipt-schema.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;
const INK = '#1c1e22';
const MUTED_INK = '#5a5e66';
const BRAND = '#1d4f8c';
const PAPER = '#ffffff';
const RULE = '#d5d9e0';
/** Characters that fit on a line in the size used for names. */
const MAX_LINE = 80;
/** The 0–100 scale on which the score and its interval are drawn. */
const SCALE = { x: MARGIN, y: 372, width: WIDTH - 2 * MARGIN, height: 18 };

export async function receiptImage(receipt: ScoutReceipt): Promise<Buffer> {
  return pngOf(receiptSvg(receipt));
}

/** The SVG before rendering. Everything in it is also on the receipt's page. */
export function receiptSvg(receipt: ScoutReceipt): string {
  const { username, score, breakdown, personality } = receipt;
  const text = (x: number, y: number, size: number, words: string, style: Style = {}) =>
    html`<text x="${x}" y="${y}" font-size="${size}" fill="${style.color ?? INK}"${style.isBold ? html` font-weight="bold"` : null}${style.anchor ? html` text-anchor="${style.anchor}"` : null}>${words}</text>\n`;
  const right = WIDTH - MARGIN;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="${PNG_FONT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
<rect width="${WIDTH}" height="14" fill="${BRAND}"/>
${text(MARGIN, 92, 30, 'Scout receipt', { color: MUTED_INK })}${text(right, 92, 30, 'Bellwether', { color: BRAND, isBold: true, anchor: 'end' })}${text(MARGIN, 166, fitted(username), username, { isBold: true })}${text(MARGIN, 214, 30, drawn(personality), { color: MUTED_INK })}${text(MARGIN, 336, 104, score === null ? 'No score yet' : String(score), { isBold: true, color: BRAND })}${score === null ? null : text(MARGIN + 30 + String(score).length * 62, 336, 32, `of 100, and 50 is what the peers did`, { color: MUTED_INK })}${scale(receipt)}${text(MARGIN, 500, 34, summary(breakdown), {})}${text(MARGIN, 552, 28, names(receipt), { color: MUTED_INK })}${text(MARGIN, 600, 22, `GitHub stars read on ${receipt.stars.readAt.slice(0, 10)}`, { color: MUTED_INK })}</svg>`.toString();
}

type Style = { color?: string; isBold?: boolean; anchor?: string };

/** The interval as a band, the score as a marker, and a line at 50, the peers' level. */
function scale({ score, interval }: ScoutReceipt) {
  const { x, y, width, height } = SCALE;
  const at = (value: number) => Math.round(x + (value / 100) * width);
  const middle = y + height / 2;
  return html`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="9" fill="${RULE}"/>
${interval && html`<rect x="${at(interval.low)}" y="${y}" width="${at(interval.high) - at(interval.low)}" height="${height}" rx="9" fill="${BRAND}" opacity="0.45"/>\n`}<path d="M${at(50)} ${y - 8}V${y + height + 8}" stroke="${MUTED_INK}" stroke-width="2"/>
${score === null ? null : html`<circle cx="${at(score)}" cy="${middle}" r="16" fill="${BRAND}"/>\n`}<text x="${x}" y="${y + 52}" font-size="22" fill="${MUTED_INK}">0</text>
<text x="${at(50)}" y="${y + 52}" font-size="22" fill="${MUTED_INK}" text-anchor="middle">50</text>
<text x="${x + width}" y="${y + 52}" font-size="22" fill="${MUTED_INK}" text-anchor="end">100</text>
`;
}

function summary({ wins, expectedWins, startupsCounted }: ScoutReceipt['breakdown']): string {
  if (startupsCounted === 0) return 'No star of a tracked startup can be judged yet';
  return `${counted(wins, 'win')} of ${counted(startupsCounted, 'startup')}; peers had ${expectedWins}`;
}

/** Startups starred before their event, the earliest first, as many as fit on the line. */
function names({ wins }: ScoutReceipt): string {
  let line = '';
  for (const { company, monthsEarly } of wins.toSorted((a, b) => b.monthsEarly - a.monthsEarly)) {
    const name = `${company} (${counted(Math.round(monthsEarly), 'month')} early)`;
    const longer = line === '' ? name : `${line} · ${name}`;
    if (isDrawable(company) && longer.length <= MAX_LINE) line = longer;
  }
  return line;
}

function drawn(text: string): string {
  return isDrawable(text) ? text : '';
}

/** The font size at which a name of up to 39 letters fits. */
function fitted(name: string): number {
  return Math.min(64, Math.floor((WIDTH - 2 * MARGIN) / (name.length * 0.6)));
}
