/** A chart's own page: the chart, and how another site carries it; and the frame that it carries. */
import { type Html, html } from '../../lib/html.ts';
import { layout } from '../components/layout.ts';
import { SITE_NAME } from '../components/linked-data.ts';
import { periodHref } from '../components/links.ts';
import { STYLESHEET_PATH } from '../page/assets.ts';
import { type Chart, chartFigure, chartFile } from './chart.ts';

type Shown = {
  chart: Chart;
  /** Path of the chart, with its query where it needs one beside the period. */
  path: string;
  period: { slug: string; name: string };
  latest: string;
  baseUrl: string;
  /** `Source: Bellwether, week 30, 2026 · CC BY 4.0` */
  source: string;
};

/** As wide as what it stands in; the drawing takes what the lines above and below it leave. */
const FRAME_STYLE = 'border:0;width:100%;aspect-ratio:2.1;min-height:240px';

export function chartPage({ chart, path, period, latest, baseUrl }: Shown): string {
  const address = withPeriod(path, period.slug, latest);
  const frame = (own: string) => frameMarkup(chart.title, `${baseUrl}${chartFile(own, '/embed')}`);
  const dated = withPeriod(path, period.slug, '');
  const image = `[![${markdownText(chart.title)}](${baseUrl}${chartFile(path, '.svg')})](${baseUrl}${chart.page})`;
  return layout({
    title: chart.title,
    description: chart.summary,
    canonical: `${baseUrl}${address}`,
    json: chartFile(address, '.json'),
    modules: ['copy', 'chart'],
    main: html`<header class="page">
<h1>${chart.title}</h1>
<p class="period">${period.name}</p>
<p class="lead">${chart.summary} <a href="${chart.page}">The page it is from</a></p>
</header>
<div class="own-chart">
${chartFigure(chart, address)}
</div>
<section id="frame" aria-labelledby="frame-heading">
<h2 id="frame-heading">Put it on your site</h2>
${
  period.slug === latest
    ? html`<p>The frame shows the latest week and renews itself. It follows the reader’s light or dark setting.</p>
${snippet('frame-latest', 'A frame that renews itself', frame(path))}
${snippet('frame-dated', `A frame that stays at ${period.slug}`, frame(dated))}`
    : html`<p>The frame stays at ${period.slug}; without a week in its address it shows the latest one and renews itself. It follows the reader’s light or dark setting.</p>
${snippet('frame-dated', `A frame that stays at ${period.slug}`, frame(dated))}
${snippet('frame-latest', 'A frame that renews itself', frame(path))}`
}
${snippet('image', 'An image for a README, in Markdown', image)}
<p>Please keep the source line: the data is free to use with attribution (CC BY 4.0).</p>
<h3>Preview</h3>
<iframe class="preview" src="${chartFile(address, '/embed')}" title="${chart.title}, as a frame" loading="lazy"></iframe>
</section>`,
  });
}

/** The document within the frame. */
export function chartFrame({ chart, path, period, latest, baseUrl, source }: Shown): string {
  const page = `${baseUrl}${chart.page}`;
  return html`<!doctype html>
<html lang="en" class="frame">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${chart.title} – ${SITE_NAME}</title>
<link rel="canonical" href="${baseUrl}${withPeriod(path, period.slug, latest)}">
<link rel="stylesheet" href="${STYLESHEET_PATH}">
</head>
<body>
<figure class="drawn">
<figcaption><a href="${page}" target="_blank" rel="noopener">${chart.title}</a></figcaption>
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

/** What a site writes into its page: an element that needs no script. */
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
