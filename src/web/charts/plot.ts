/**
 * Draws charts on the server: Observable Plot on a document without a browser, and its SVG made
 * small and free of styles of its own, so that the stylesheet and the content security policy hold.
 */
import { setImmediate } from 'node:timers/promises';
import type { PlotOptions } from '@observablehq/plot';
import { type Html, html, rawHtml } from '../../lib/html.ts';

export type Plot = typeof import('@observablehq/plot');

const load = async () => {
  const [plot, { parseHTML }] = await Promise.all([
    import('@observablehq/plot'),
    import('linkedom'),
  ]);
  return { plot, document: parseHTML('<!doctype html><html><body></body></html>').document };
};

let loaded: ReturnType<typeof load> | undefined;

/**
 * Loads the drawing library. It takes half a second: a service does it before the first request, and
 * programs that draw no chart do without.
 */
export function loadPlot(): ReturnType<typeof load> {
  loaded ??= load();
  return loaded;
}

export type Drawing = {
  /** Describes the drawing to readers who do not see it; the only text that a screen reader says. */
  title: string;
  summary: string;
  /** Distinguishes the ids of several charts of a page. */
  id: string;
};

/**
 * An SVG with a title and a description, which fills its column.
 *
 * Colours are the stylesheet's variables: `stroke: 'var(--link)'`.
 *
 * Names that people chose must not become titles of marks (Plot's channel `title`): the document that
 * Plot draws on writes them as they are. Texts of marks are escaped.
 *
 * @param options gets Plot, whose marks are made of it
 */
export async function drawPlot(
  { id, title, summary }: Drawing,
  options: (plot: Plot) => PlotOptions,
): Promise<Html> {
  const { plot, document } = await loadPlot();
  // Requests are served before each drawing, which takes some ten milliseconds.
  await setImmediate();
  const figure = plot.plot({ className: 'drawing', document, ...options(plot) });
  const svg = String(figure.outerHTML)
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10))
    .replace(/ aria-label="[^"]*"/g, '')
    .replace(/^<svg /, `<svg role="img" aria-labelledby="${id}-title ${id}-summary" `);
  const words = html`<title id="${id}-title">${title}</title><desc id="${id}-summary">${summary}</desc>`;
  // A function, since names may hold what a replacement gives a meaning: `$&`.
  return rawHtml(svg.replace('>', () => `>${words}`));
}
