/** A chart's own page: the chart, and how another site carries it; and the frame that it carries. */
import { html } from '../../lib/html.ts';
import { markdownText } from '../../lib/markdown.ts';
import type { Published } from '../../published/published.ts';
import { codeBlock } from '../components/code.ts';
import { type Content, layout } from '../components/layout.ts';
import { dataHref, periodHref } from '../components/links.ts';
import { SITE_NAME } from '../components/metadata.ts';
import { section } from '../components/section.ts';
import { STYLESHEET_PATH } from '../page/assets.ts';
import type { Chart } from './chart.ts';
import { heightOf } from './draw.ts';
import { chartFigure, fileAddress, plot } from './figure.ts';

type Shown = { chart: Chart; path: string; period: { slug: string; name: string } };

/** Lines of text around the drawing, on a phone. */
const FRAME_TEXT = 150;

export function chartPage(
  { chart, path, period }: Shown,
  { addresses, editions }: Published,
): string {
  const address = periodHref(path, period.slug, editions);
  /** Markup for another site's page: an element that needs no script. */
  const frame = (own: string) =>
    html`<iframe src="${addresses.at(fileAddress(own, '/embed'))}" title="${chart.title}" style="border:0;width:100%;height:${heightOf(chart) + FRAME_TEXT}px" loading="lazy"></iframe>`.toString();
  const image = `[![${markdownText(chart.title)}](${addresses.at(fileAddress(path, '.svg'))})](${addresses.at(chart.page)})`;
  const content: Content = {
    title: chart.title,
    isWide: true,
    description: chart.summary,
    canonical: addresses.at(address),
    json: fileAddress(address, '.json'),
    picture: addresses.at(fileAddress(address, '.png')),
    dated: html`<p class="period">${period.name}</p>`,
    lead: html`${chart.summary} <a href="${chart.page}">The page it is from</a>`,
    main: html`<div class="overview">
<div class="own-chart">
${chartFigure(chart, address)}
</div>
${section('frame', 'Put it on your site')`
<p>Without a week in its address the frame shows the latest one and renews itself. It follows the reader’s light or dark setting. Please keep the source line: the data is free to use with attribution (CC BY 4.0).</p>
<p>A frame that renews itself:</p>
${codeBlock('A frame that renews itself', frame(path))}
<p>A frame that stays at ${period.slug}:</p>
${codeBlock(`A frame that stays at ${period.slug}`, frame(dataHref(path, period.slug)))}
<p>An image for a README, in Markdown:</p>
${codeBlock('An image in Markdown', image)}`}
</div>`,
  };
  return layout(content, editions.isOld);
}

/** The document within the frame. */
export function chartFrame(
  { chart, path, period }: Shown,
  source: string,
  { addresses, editions }: Published,
): string {
  const page = addresses.at(chart.page);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${chart.title} – ${SITE_NAME}</title>
<link rel="canonical" href="${addresses.at(periodHref(path, period.slug, editions))}">
<link rel="stylesheet" href="${STYLESHEET_PATH}">
</head>
<body>
<figure class="drawn framed"><figcaption><a href="${page}" target="_blank" rel="noopener">${chart.title}</a></figcaption>
${plot(chart)}
</figure>
<p class="take"><a href="${page}" target="_blank" rel="noopener">${source}</a></p>
</body>
</html>
`.toString();
}
