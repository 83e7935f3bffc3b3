/** A chart as a document of its own: its title above, its key and its source below. */
import { type Html, html, rawHtml } from '../../lib/html.ts';
import { linesOf, textWidth, xmlText } from '../images/letters.ts';
import type { Chart } from './chart.ts';
import { inBothSchemes, type Scheme, withColors } from './colors.ts';
import { drawInFile, heightOf, margins, PLOT_WIDTH } from './draw.ts';

export type Standalone = {
  /** By default, the scheme of the reader's system. */
  scheme?: Scheme | undefined;
  /** `Source: Bellwether, week 30, 2026 · CC BY 4.0` */
  source: string;
  /** Full address of the page that shows the chart. */
  pageUrl: string;
};

const MARGIN = 24;
const TITLE = { size: 18, maxLines: 2 } as const;
const SMALL = { size: 12, maxLines: 3 } as const;
const LINE_HEIGHT = 1.35;

/** @returns a document of its own, in well-formed XML */
export function standaloneSvg(chart: Chart, { scheme, source, pageUrl }: Standalone): string {
  const { left, right } = margins(chart);
  const maxWidth = left + PLOT_WIDTH + right;
  const text = (lines: readonly string[], y: number, size: number) =>
    lines.map(
      (line, index) =>
        html`<text x="${MARGIN}" y="${Math.round(y + index * size * LINE_HEIGHT)}">${line}</text>`,
    );
  const titleLines = linesOf(chart.title, { ...TITLE, maxWidth });
  const top = Math.round(MARGIN + titleLines.length * TITLE.size * LINE_HEIGHT);
  const keyTop = top + heightOf(chart) + 16;
  const below = [chart.note ?? '', source].flatMap((one) => linesOf(one, { ...SMALL, maxWidth }));
  const belowTop = keyTop + (chart.key ? 22 : 0);
  const width = maxWidth + 2 * MARGIN;
  const height = Math.round(belowTop + (below.length - 1) * SMALL.size * LINE_HEIGHT + MARGIN);
  const drawn = html`<rect width="100%" height="100%" fill="var(--paper)"/>
<g fill="var(--ink)" font-size="${TITLE.size}" font-weight="bold">${text(titleLines, MARGIN + TITLE.size * 0.8, TITLE.size)}</g>
<g transform="translate(${MARGIN} ${top})">${drawInFile(chart)}</g>
<g fill="var(--quiet)" font-size="${SMALL.size}">${keyLine(chart.key ?? [], keyTop)}
<a href="${pageUrl}" target="_top">${text(below, belowTop, SMALL.size)}</a></g>`.toString();
  const colored =
    scheme === undefined
      ? inBothSchemes(drawn)
      : { svg: withColors(drawn, scheme), css: undefined };
  const document = html`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title summary" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">
<title id="title">${chart.title}</title><desc id="summary">${chart.summary}</desc>
${colored.css === undefined ? null : html`<style>${rawHtml(colored.css)}</style>`}
${rawHtml(colored.svg)}
</svg>
`;
  return xmlText(document.toString());
}

/** Marks and what they mean, side by side. */
function keyLine(key: NonNullable<Chart['key']>, y: number): Html[] {
  let x = MARGIN;
  return key.map(({ shape, color, text }) => {
    const at = x;
    x += 34 + textWidth(text, SMALL.size);
    return html`<path d="M${Math.round(at + 8)} ${y - 4}${shape}" fill="${color}"/><text x="${Math.round(at + 20)}" y="${y}">${text}</text>`;
  });
}
