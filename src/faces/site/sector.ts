/** One sector in one period. */
import { html } from '../../lib/html.ts';
import { COLUMN_DEFINITIONS } from './definitions.ts';
import { counted, shortPeriodName } from '../../web/components/format.ts';
import { layout } from '../../web/components/layout.ts';
import { dataHref, periodHref, sectorPath } from './links.ts';
import type { SectorModel } from './model.ts';
import { periodLinks, periodNotice } from './periods.ts';
import { fullTable } from '../../web/components/tables.ts';

export function sectorPage(model: SectorModel): string {
  const { sector, signals, history, baseUrl } = model;
  const { slug: period, name: periodName } = signals.meta.period;
  const path = sectorPath(sector.slug);
  const pages = { path, period, periods: model.periods, site: model };
  const startups = counted(sector.startupCount, 'startup');
  const others = signals.sectors.filter(({ slug }) => slug !== sector.slug);
  const json = dataHref('/api/signals.json', period);
  return layout({
    title: `${sector.name}: engineering signals, ${shortPeriodName(periodName)} – Bellwether`,
    description: `${startups} in ${sector.name}, ranked by how their public engineering accelerated in ${periodName}.`,
    canonical: `${baseUrl}${periodHref(path, period, model)}`,
    json,
    feed: { title: `${sector.name}, weekly`, path: `${path}/feed` },
    home: periodHref('/', period, model),
    main: html`${periodNotice(pages)}
<header class="page">
<h1>${sector.name}</h1>
<p class="period">${periodName}</p>
<p class="lead">${sector.description}</p>
${periodLinks(pages)}
</header>
<section aria-labelledby="startups-heading">
<h2 id="startups-heading">${startups}</h2>
<p class="about">Highest score first. <a href="#columns">What the columns mean</a></p>
${fullTable({
  startups: sector.startups,
  caption: `${startups} in ${sector.name}, highest score first`,
  period,
  history,
  site: model,
})}
</section>
${COLUMN_DEFINITIONS}
<section aria-labelledby="others-heading">
<h2 id="others-heading">Other sectors</h2>
<ul class="jump">${others.map(({ slug, name, startupCount }) => html`<li><a href="${periodHref(sectorPath(slug), period, model)}">${name}</a> ${startupCount}</li>\n`)}</ul>
</section>
<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data</h2>
<ul class="list">
<li><a href="${json}">All sectors of this period as JSON</a></li>
<li><a href="/sectors/${sector.slug}/feed.xml">Weekly feed of this sector</a></li>
</ul>
</section>`,
  });
}
