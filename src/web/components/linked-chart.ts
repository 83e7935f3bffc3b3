/** A chart whose points lead to pages, and the words around it. */
import { type Html, html, rawHtml } from '../../lib/html.ts';
import { type Chart, chartFile } from '../charts/chart.ts';
import { SIGNAL_LEGEND } from '../charts/signal-marks.ts';

/**
 * The drawing is not announced, since a list or table has the same links as its points;
 * its summary is read once, as text.
 *
 * @param address of the chart's files, without an ending; absent where they would show another selection
 */
export function linkedScatter(
  { svg, summary }: Pick<Chart, 'svg' | 'summary'>,
  address?: string,
): Html {
  const at = (ending: string) => chartFile(address ?? '', ending);
  return html`<figure class="scatter">
<p class="axis" aria-hidden="true">↑ Acceleration: above its own past year</p>
${unannounced(svg)}
<p class="axis right" aria-hidden="true">Commits in 14 days →</p>
<figcaption>${SIGNAL_LEGEND}
<p class="about">${summary}</p>${
    address === undefined
      ? null
      : html`
<p class="take"><a href="${at('.svg')}">SVG</a> <a href="${at('.png')}">PNG</a> <a href="${at('.csv')}">CSV</a> <a href="${at('.json')}">JSON</a> <a href="${address}">frame for your site</a></p>`
  }</figcaption>
</figure>`;
}

function unannounced(svg: Html): Html {
  const hidden = svg
    .toString()
    .replace(/ role="img" aria-labelledby="[^"]*"/, ' aria-hidden="true"')
    .replace(/<title id="[^"]*">.*?<\/title><desc id="[^"]*">.*?<\/desc>/s, '');
  return rawHtml(hidden);
}
