/** All sectors of a week side by side, and the startups of one. */
import { listedWeek, type SectorPace, sectorPaces } from '../features/selection/listed-week.ts';
import { type ShownList, shownList } from '../features/selection/shown-list.ts';
import { NotFoundError } from '../lib/errors.ts';
import { type Html, html } from '../lib/html.ts';
import type { Sector } from '../pipeline/edition/record.ts';
import { type Chart, chartFigure } from './charts/chart.ts';
import { drawSectors, SECTORS_CHART_PATH } from './charts/sector-spread.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { dateline } from './components/dateline.ts';
import { count, counted, shortPeriodName, signedDecimal } from './components/format.ts';
import { layout } from './components/layout.ts';
import { dataHref, PATHS, periodHref } from './components/links.ts';
import { type EditionView, editionView, periodLinks, periodNotice } from './components/periods.ts';
import { startupList } from './components/startup-list.ts';
import { LIST_PARAMETERS, pageIn } from './page/list-parameters.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

export default [
  page({
    path: '/sectors',
    shownPeriod: CURRENT_PERIOD,
    render: async ({ period, published }) => {
      const edition = await editionView(period, published);
      const listed = await listedWeek(period, published);
      const of = shortPeriodName(edition.signals.meta.period.name);
      return sectorsPage(sectorPaces(listed), await drawSectors(listed, of), edition);
    },
  }),
  page({
    path: '/sectors/{slug}',
    shownPeriod: CURRENT_PERIOD,
    takes: LIST_PARAMETERS.filter((name) => name !== 'sector'),
    render: async ({ params: { slug = '' }, period, query, published }) => {
      const edition = await editionView(period, published);
      const sector = edition.signals.sectors.find((candidate) => candidate.slug === slug);
      if (!sector)
        throw new NotFoundError(
          'not-found',
          `No sector ${JSON.stringify(slug)} has startups in ${period}. There are ${edition.signals.sectors.map(({ name }) => name).join(', ')}.`,
        );
      const shown = await shownList({ ...query, sector: slug }, period, published);
      return sectorPage(sector, shown, pageIn(query), edition);
    },
    addresses: async ({ editions, addresses }) => {
      const { sectors } = await editions.signals(editions.latest);
      return sectors.map(({ slug }) => addresses.sector(slug));
    },
  }),
];

export function sectorsPage(
  paces: readonly SectorPace[],
  spread: Omit<Chart, 'page'> | undefined,
  edition: EditionView,
): string {
  const { signals, addresses } = edition;
  const { slug: period, name } = signals.meta.period;
  const path = '/sectors';
  return layout({
    title: `Sectors, ${shortPeriodName(name)}`,
    description: `${counted(paces.length, 'sector')} compared: how many of their startups are faster than in their own past year, in ${name}.`,
    canonical: addresses.at(periodHref(path, period, edition)),
    json: dataHref('/api/signals.json', period),
    subject: { kind: 'dataset', period, publishedAt: signals.meta.lastUpdated },
    home: periodHref('/', period, edition),
    place: 'sectors',
    main: html`${periodNotice(path, edition)}
<header class="page">
<h1>Sectors</h1>
${dateline(edition)}
<p class="lead">${paces.length === 0 ? 'No startup is covered in this week.' : 'A startup’s acceleration says how far its last weeks are above its own past year, so that large and small ones compare. A sector with few startups moves with each of them.'}</p>
</header>
<div class="overview">
${spread && html`<section class="spread" aria-label="Sectors compared">\n${chartFigure({ ...spread, page: path }, dataHref(SECTORS_CHART_PATH, period))}\n</section>`}
${paces.length === 0 ? null : sectorTable(paces, edition)}
</div>
${periodLinks(path, edition)}`,
  });
}

function sectorTable(paces: readonly SectorPace[], edition: EditionView): Html {
  const period = edition.signals.meta.period.slug;
  const sorted = paces.toSorted((a, b) => (b.median ?? -99) - (a.median ?? -99));
  return html`<section aria-labelledby="all-heading">
<h2 id="all-heading">All sectors</h2>
<p class="about">Faster: startups above the pace of their own past year. Commits: of all its startups in 14 days.</p>
${dataTable({
  name: 'sectors',
  caption: 'Sectors by the median acceleration of their startups, highest first',
  isCaptionUnseen: true,
  columns: ['Sector', ...['Median acceleration', 'Faster', 'Commits'].map(numeric)],
  rows: sorted.map(({ slug, name, known, faster, median, commits }) => [
    html`<a href="${periodHref(PATHS.sector(slug), period, edition)}">${name}</a>`,
    median === null ? '–' : signedDecimal(median),
    `${faster} of ${known}`,
    count(commits),
  ]),
})}
</section>`;
}

export async function sectorPage(
  sector: Sector,
  shown: ShownList,
  pageNumber: number,
  edition: EditionView,
): Promise<string> {
  const { signals, addresses } = edition;
  const { slug: period, name: periodName } = signals.meta.period;
  const path = PATHS.sector(sector.slug);
  const startups = counted(sector.startupCount, 'startup');
  const others = signals.sectors.filter(({ slug }) => slug !== sector.slug);
  const json = dataHref('/api/signals.json', period);
  return layout({
    title: `${sector.name}: engineering signals, ${shortPeriodName(periodName)}`,
    description: `${startups} in ${sector.name}, ranked by how their public engineering accelerated in ${periodName}.`,
    canonical: addresses.at(periodHref(path, period, edition)),
    json,
    subject: { kind: 'dataset', period, publishedAt: signals.meta.lastUpdated },
    parent: { name: 'Sectors', path: periodHref('/sectors', period, edition) },
    feed: { title: `${sector.name}, weekly`, path: `${path}/feed` },
    home: periodHref('/', period, edition),
    place: 'sectors',
    modules: ['lists', 'watch'],
    main: html`${periodNotice(path, edition)}
<header class="page">
<h1>${sector.name}</h1>
${dateline(edition)}
<p class="lead">${sector.description} ${paceOf(sector, shown)}</p>
</header>
${await startupList({ path, shown, page: pageNumber, edition, sector: sector.slug })}
<section aria-labelledby="others-heading">
<h2 id="others-heading">Other sectors</h2>
<ul class="jump">${others.map(({ slug, name, startupCount }) => html`<li><a href="${periodHref(PATHS.sector(slug), period, edition)}">${name}</a> ${startupCount}</li>\n`)}</ul>
</section>
${periodLinks(path, edition)}
<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data</h2>
<ul class="list">
<li><a href="${json}">All sectors of this week as JSON</a></li>
<li><a href="${PATHS.sectorFeed(sector.slug, 'xml')}">Weekly feed of this sector</a></li>
</ul>
</section>`,
  });
}

/** `7 of its 8 startups are faster than in their own past year.` */
function paceOf(sector: Sector, { listed }: ShownList): string {
  const own = sectorPaces(listed).find(({ slug }) => slug === sector.slug);
  if (!own || own.known === 0) return '';
  if (own.known === 1)
    return `Its one covered startup is ${own.faster === 1 ? 'faster' : 'no faster'} than in its own past year.`;
  const are =
    own.faster === 1 ? 'startups is faster than in its' : 'startups are faster than in their';
  return `${own.faster === 0 ? 'None' : count(own.faster)} of its ${count(own.known)} ${are} own past year.`;
}
