/** The picture that a link to a page is shown with elsewhere: 1200 × 630, as previews of links want it. */
import { type Html, html, unescapeText } from '../../lib/html.ts';
import type { Chart } from '../charts/chart.ts';
import { withColors } from '../charts/colors.ts';
import { drawInFile, heightOf, margins, PLOT_WIDTH } from '../charts/draw.ts';
import { SITE_NAME } from '../components/metadata.ts';
import { isDrawable, linesOf, xmlText } from './letters.ts';

/** https://ogp.me and most services that show previews: 1.91 to 1. */
export const CARD = { width: 1200, height: 630 } as const;

export type Card = {
  /** The host of the site. */
  site: string;
  /** Left out if our fonts cannot write it; the text next to the card can. */
  title: string;
  sentence: string;
  chart?: Chart | undefined;
};

const MARGIN = 64;
const INNER = CARD.width - 2 * MARGIN;
const TITLE = { size: 52, maxWidth: INNER, maxLines: 2 } as const;
const SMALL_TITLE = { ...TITLE, size: 40 } as const;
const TITLE_TOP = 154;
const SENTENCE = { size: 26, maxWidth: INNER } as const;

/** @param page a whole document: its head says what the card says */
export function pageCard(page: string, site: string, chart?: Chart): Card {
  const head = page.slice(0, page.indexOf('</head>'));
  const read = (name: string) =>
    unescapeText(head.split(`<meta property="og:${name}" content="`)[1]?.split('"')[0] ?? '');
  return { site, title: read('title'), sentence: read('description'), chart };
}

/** @returns an SVG document without variables, ready to be drawn as PNG */
export function cardSvg({ site, title, sentence, chart }: Card): string {
  const lettering = linesOf(title, TITLE).length > 1 ? SMALL_TITLE : TITLE;
  const titleLines = isDrawable(title) ? linesOf(title, lettering) : [];
  const sentenceTop = TITLE_TOP + (titleLines.length - 1) * lettering.size * 1.2 + 54;
  const drawn = chart && drawing(chart);
  const sentenceLines = linesOf(sentence, { ...SENTENCE, maxLines: drawn ? 2 : 6 });
  const document = html`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}" font-family="sans-serif" fill="var(--ink)">
<rect width="100%" height="100%" fill="var(--paper)"/>
<rect width="100%" height="10" fill="var(--link)"/>
<text x="${MARGIN}" y="84" font-size="30" font-weight="bold">${SITE_NAME}</text>
<text x="${CARD.width - MARGIN}" y="84" font-size="28" text-anchor="end" fill="var(--quiet)">${site}</text>
${rows(titleLines, TITLE_TOP, lettering.size, 'bold')}
<g fill="var(--quiet)">${rows(sentenceLines, sentenceTop, SENTENCE.size, 'normal')}</g>
${drawn}
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

const DRAWING_HEIGHT = 300;

/** As wide as the card; undefined for a chart with so many rows that its letters would be too small. */
function drawing(chart: Chart): Html | undefined {
  const { left, right } = margins(chart);
  const scale = INNER / (left + PLOT_WIDTH + right);
  const most = Math.floor(DRAWING_HEIGHT / scale - (heightOf(chart) - chart.height));
  if (chart.rowsRun === 'down' && chart.height > most) return undefined;
  const height = Math.min(most, chart.height);
  const top = Math.round(CARD.height - 18 - scale * (heightOf(chart) - chart.height + height));
  return html`<g transform="translate(${MARGIN} ${top}) scale(${scale.toFixed(3)})">${drawInFile({ ...chart, height })}</g>`;
}
