/** The picture that a link to a page is shown with elsewhere: 1200 × 630, as previews of links want it. */
import { type Html, html } from '../../lib/html.ts';
import { withColors } from '../charts/colors.ts';
import { SITE_NAME } from '../components/metadata.ts';
import { isDrawable, linesOf, xmlText } from './letters.ts';

/** https://ogp.me and most services that show previews: 1.91 to 1. */
export const CARD = { width: 1200, height: 630 } as const;

export type Card = {
  /** `Week 31, 2026`, or the site for a page that belongs to no week. */
  week: string;
  /** Subject of the page. Left out if our fonts cannot write it; the text next to the card can. */
  title: string;
  /** `308 commits in 14 days`; a page without a number has more of its sentence instead. */
  figure?: string;
  /** Its change, `+12%`. */
  change?: string;
  sentence: string;
  /** A year, a value a week; null for weeks that are not covered. */
  line?: { label: string; values: readonly (number | null)[] };
};

const MARGIN = 64;
const INNER = CARD.width - 2 * MARGIN;
const LINE = { top: 450, bottom: 580 } as const;
const TITLE = { size: 68, maxWidth: INNER, maxLines: 2 } as const;
const SMALL_TITLE = { ...TITLE, size: 48 } as const;
const ABSTRACT = { size: 30, maxWidth: INNER, maxLines: 6 } as const;
const SENTENCE = { size: 30, maxWidth: INNER, maxLines: 2 } as const;

/** @returns an SVG document without variables, ready to be drawn as PNG */
export function cardSvg({ week, title, figure, change, sentence, line }: Card): string {
  const lettering = linesOf(title, TITLE).length > 1 ? SMALL_TITLE : TITLE;
  const titleLines = isDrawable(title) ? linesOf(title, lettering) : [];
  const titleTop = 194;
  const figureTop = titleTop + (titleLines.length - 1) * lettering.size * 1.15 + 76;
  const sentenceTop = figure === undefined ? figureTop : figureTop + 54;
  const written = linesOf(sentence, figure === undefined ? ABSTRACT : SENTENCE);
  const colored = change?.startsWith('+') ? 'var(--up)' : 'var(--down)';
  const document = html`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}" font-family="sans-serif" fill="var(--ink)">
<rect width="100%" height="100%" fill="var(--paper)"/>
<rect width="100%" height="10" fill="var(--link)"/>
<text x="${MARGIN}" y="88" font-size="30" font-weight="bold">${SITE_NAME}</text>
<text x="${CARD.width - MARGIN}" y="88" font-size="28" text-anchor="end" fill="var(--quiet)">${week}</text>
${rows(titleLines, titleTop, lettering.size, 'bold')}
${figure === undefined ? null : html`<text x="${MARGIN}" y="${Math.round(figureTop)}" font-size="44">${figure}${change === undefined || change === '0%' ? null : html`<tspan dx="18" fill="${colored}" font-weight="bold">${change.replace('-', '−')}</tspan>`}</text>`}
<g fill="var(--quiet)">${rows(written, sentenceTop, SENTENCE.size, 'normal')}</g>
${line && year(line)}
</svg>
`;
  return xmlText(withColors(document.toString(), 'light'));
}

function rows(lines: readonly string[], top: number, size: number, weight: string): Html[] {
  return lines.map(
    (text, index) =>
      html`<text x="${MARGIN}" y="${Math.round(top + index * size * 1.2)}" font-size="${size}" font-weight="${weight}">${text}</text>\n`,
  );
}

/** From zero to the largest value, over the whole width; a gap where nothing is known. */
function year({ label, values }: NonNullable<Card['line']>): Html | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const top = Math.max(1, ...known);
  const x = (index: number) => Math.round(MARGIN + (index / (values.length - 1)) * INNER);
  const y = (value: number) => Math.round(LINE.bottom - (value / top) * (LINE.bottom - LINE.top));
  const path = values
    .map((value, index) => {
      if (value === null) return '';
      return `${typeof values[index - 1] === 'number' ? 'L' : 'M'}${x(index)} ${y(value)}`;
    })
    .join('');
  const last = values.at(-1);
  return html`<path d="M${MARGIN} ${LINE.bottom}H${CARD.width - MARGIN}" stroke="var(--rule)" stroke-width="2"/>
<path d="${path}" fill="none" stroke="var(--link)" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/>
${typeof last === 'number' ? html`<circle cx="${x(values.length - 1)}" cy="${y(last)}" r="9" fill="var(--link)"/>` : null}
<text x="${MARGIN}" y="611" font-size="20" fill="var(--quiet)">${label}</text>`;
}
