/** A chart as a standalone image: its title above, and its source below. */
import { html, rawHtml } from '../../lib/html.ts';
import { linesOf, xmlText } from '../images/letters.ts';
import type { Chart } from './chart.ts';
import { inBothSchemes, type Scheme, withColors } from './colors.ts';

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
const SOURCE = { size: 12, maxLines: 2 } as const;
const LINE_HEIGHT = 1.35;

/** @returns a document of its own, in well-formed XML */
export function standaloneSvg(chart: Chart, { scheme, source, pageUrl }: Standalone): string {
  const { width, height, inner } = drawingIn(chart.svg.toString());
  const titleLines = linesOf(chart.title, { ...TITLE, maxWidth: width });
  const sourceLines = linesOf(source, { ...SOURCE, maxWidth: width });
  const top = MARGIN + titleLines.length * TITLE.size * LINE_HEIGHT + 6;
  const sourceTop = top + height + 22;
  const whole = {
    width: width + 2 * MARGIN,
    height: Math.ceil(sourceTop + (sourceLines.length - 1) * SOURCE.size * LINE_HEIGHT + MARGIN),
  };
  const text = (lines: readonly string[], y: number, size: number) =>
    lines.map(
      (line, index) =>
        html`<text x="${MARGIN}" y="${Math.round(y + index * size * LINE_HEIGHT)}">${line}</text>`,
    );
  const drawn = html`<rect width="100%" height="100%" fill="var(--paper)"/>
<g fill="var(--ink)" font-size="${TITLE.size}" font-weight="bold">${text(titleLines, MARGIN + TITLE.size * 0.8, TITLE.size)}</g>
<svg x="${MARGIN}" y="${Math.round(top)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" overflow="visible" color="var(--quiet)" fill="currentColor" font-size="12" text-anchor="middle">${rawHtml(inner)}</svg>
<a href="${pageUrl}" target="_top"><g fill="var(--quiet)" font-size="${SOURCE.size}">${text(sourceLines, sourceTop, SOURCE.size)}</g></a>`.toString();
  const colored =
    scheme === undefined
      ? inBothSchemes(drawn)
      : { svg: withColors(drawn, scheme), css: undefined };
  const document = html`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title summary" width="${whole.width}" height="${whole.height}" viewBox="0 0 ${whole.width} ${whole.height}" font-family="system-ui, sans-serif">
<title id="title">${chart.title}</title><desc id="summary">${chart.summary}</desc>
${colored.css === undefined ? null : html`<style>${rawHtml(colored.css)}</style>`}
${rawHtml(colored.svg)}
</svg>
`;
  return xmlText(document.toString());
}

/** A chart's drawing, without the element around it and its words, which the document has. */
function drawingIn(svg: string): { width: number; height: number; inner: string } {
  const { index = 0, 0: element } = /<svg\b[^>]*>/.exec(svg) ?? { 0: '' };
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(element) ?? [];
  if (width === undefined || height === undefined)
    throw new TypeError('a chart is an SVG with a view box that begins at 0 0');
  const inner = svg
    .slice(index + element.length, svg.lastIndexOf('</svg>'))
    .replace(/<title\b[^>]*>.*?<\/title>/s, '')
    .replace(/<desc\b[^>]*>.*?<\/desc>/s, '');
  return { width: Number(width), height: Number(height), inner };
}
