/** One sector in one period. */
import { NotFoundError } from '../lib/errors.ts';
import { html } from '../lib/html.ts';
import type { Sector } from '../pipeline/edition/record.ts';
import { counted, shortPeriodName } from './components/format.ts';
import { layout } from './components/layout.ts';
import { dataHref, PATHS, periodHref } from './components/links.ts';
import {
  type EditionView,
  editionView,
  periodLine,
  periodLinks,
  periodNotice,
} from './components/periods.ts';
import { COLUMN_DEFINITIONS, fullTable } from './components/tables.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

export default page({
  path: '/sectors/{slug}',
  shownPeriod: CURRENT_PERIOD,
  render: async ({ params: { slug }, period, published }) => {
    const edition = await editionView(period, published);
    const sector = edition.signals.sectors.find((candidate) => candidate.slug === slug);
    if (sector) return sectorPage(sector, edition);
    throw new NotFoundError(
      'not-found',
      `No sector ${JSON.stringify(slug)} has startups in ${period}.`,
    );
  },
  addresses: async ({ editions, addresses }) => {
    const { sectors } = await editions.signals(editions.latest);
    return sectors.map(({ slug }) => addresses.sector(slug));
  },
});

export function sectorPage(sector: Sector, edition: EditionView): string {
  const { signals, baseUrl } = edition;
  const { slug: period, name: periodName } = signals.meta.period;
  const path = PATHS.sector(sector.slug);
  const startups = counted(sector.startupCount, 'startup');
  const others = signals.sectors.filter(({ slug }) => slug !== sector.slug);
  const json = dataHref('/api/signals.json', period);
  return layout({
    title: `${sector.name}: engineering signals, ${shortPeriodName(periodName)}`,
    description: `${startups} in ${sector.name}, ranked by how their public engineering accelerated in ${periodName}.`,
    canonical: `${baseUrl}${periodHref(path, period, edition)}`,
    json,
    subject: { kind: 'dataset', period, publishedAt: signals.meta.lastUpdated },
    feed: { title: `${sector.name}, weekly`, path: `${path}/feed` },
    home: periodHref('/', period, edition),
    main: html`${periodNotice(path, edition)}
<header class="page">
<h1>${sector.name}</h1>
${periodLine(signals)}
<p class="lead">${sector.description}</p>
${periodLinks(path, edition)}
</header>
<section aria-labelledby="startups-heading">
<h2 id="startups-heading">${startups}</h2>
<p class="about">Highest score first. <a href="#columns">What the columns mean</a></p>
${fullTable({
  startups: sector.startups,
  caption: `${startups} in ${sector.name}, highest score first`,
  edition,
})}
</section>
${COLUMN_DEFINITIONS}
<section aria-labelledby="others-heading">
<h2 id="others-heading">Other sectors</h2>
<ul class="jump">${others.map(({ slug, name, startupCount }) => html`<li><a href="${periodHref(PATHS.sector(slug), period, edition)}">${name}</a> ${startupCount}</li>\n`)}</ul>
</section>
<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data</h2>
<ul class="list">
<li><a href="${json}">All sectors of this period as JSON</a></li>
<li><a href="${PATHS.sectorFeed(sector.slug, 'xml')}">Weekly feed of this sector</a></li>
</ul>
</section>`,
  });
}
