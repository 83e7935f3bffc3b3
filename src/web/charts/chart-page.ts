/** A chart's own page: the chart, and how another site carries it; and the frame that it carries. */
import type { Addresses } from '../../lib/addresses.ts';
import { type Html, html } from '../../lib/html.ts';
import { layout } from '../components/layout.ts';
import { periodHref } from '../components/links.ts';
import { SITE_NAME } from '../components/metadata.ts';
import { section } from '../components/section.ts';
import { STYLESHEET_PATH } from '../page/assets.ts';
import { type Chart, chartFigure, chartFile } from './chart.ts';

type Shown = {
  chart: Chart;
  /** Path of the chart, with its query if it needs one besides the period. */
  path: string;
  period: { slug: string; name: string };
  latest: string;
  addresses: Addresses;
  /** `Source: Bellwether, week 30, 2026 · CC BY 4.0` */
  source: string;
};

/** As wide as its container; the drawing takes the space between the lines above and below it. */
const FRAME_STYLE = 'border:0;width:100%;aspect-ratio:2.1;min-height:240px';

export function chartPage({ chart, path, period, latest, addresses }: Shown): string {
  const address = withPeriod(path, period.slug, latest);
  const embedded = (own: string) =>
    frameMarkup(chart.title, addresses.at(chartFile(own, '/embed')));
  const dated = withPeriod(path, period.slug, '');
  const image = `[![${markdownText(chart.title)}](${addresses.at(chartFile(path, '.svg'))})](${addresses.at(chart.page)})`;
  return layout({
    title: chart.title,
    description: chart.summary,
    canonical: addresses.at(address),
    json: chartFile(address, '.json'),
    picture: addresses.at(chartFile(address, '.png')),
    dated: html`<p class="period">${period.name}</p>`,
    lead: html`${chart.summary} <a href="${chart.page}">The page it is from</a>`,
    main: html`<div class="own-chart">
${chartFigure(chart, address)}
</div>
${section('frame', 'Put it on your site')`
<p>Without a week in its address the frame shows the latest one and renews itself. It follows the reader’s light or dark setting.</p>
${snippet('frame-latest', 'A frame that renews itself', embedded(path))}
${snippet('frame-dated', `A frame that stays at ${period.slug}`, embedded(dated))}
${snippet('image', 'An image for a README, in Markdown', image)}
<p>Please keep the source line: the data is free to use with attribution (CC BY 4.0).</p>
<h3>Preview</h3>
<iframe class="preview" src="${chartFile(address, '/embed')}" title="${chart.title}, as a frame" loading="lazy"></iframe>`}`,
  });
}

/** The document within the frame. */
export function chartFrame({ chart, path, period, latest, addresses, source }: Shown): string {
  const page = addresses.at(chart.page);
  return html`<!doctype html>
<html lang="en" class="frame">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${chart.title} – ${SITE_NAME}</title>
<link rel="canonical" href="${addresses.at(withPeriod(path, period.slug, latest))}">
<link rel="stylesheet" href="${STYLESHEET_PATH}">
</head>
<body>
<figure class="drawn"><figcaption><a href="${page}" target="_blank" rel="noopener">${chart.title}</a></figcaption>
${chart.svg}
</figure>
<p class="take"><a href="${page}" target="_blank" rel="noopener">${source}</a></p>
</body>
</html>
`.toString();
}

/** The chart in a period; the latest one is named by no address. */
function withPeriod(path: string, period: string, latest: string): string {
  if (!path.includes('?')) return periodHref(path, period, { latest });
  return period === latest ? path : `${path}&period=${encodeURIComponent(period)}`;
}

/** Markup for another site's page: an element that needs no script. */
function frameMarkup(title: string, src: string): string {
  return html`<iframe src="${src}" title="${title}" style="${FRAME_STYLE}" loading="lazy"></iframe>`.toString();
}

function snippet(id: string, label: string, text: string): Html {
  return html`<p class="snippet"><label for="${id}">${label}</label>
<textarea id="${id}" readonly rows="3" spellcheck="false" data-copy="">${text}</textarea></p>
`;
}

/** A text in which nothing is markup. */
function markdownText(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, (character) => `\\${character}`).replace(/\s+/g, ' ');
}
