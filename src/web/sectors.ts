/** All sectors of a week side by side, and the startups of one. */
import { listedWeek, type SectorPace, sectorPaces } from '../features/selection/listed-week.ts';
import { type ShownList, shownList } from '../features/selection/shown-list.ts';
import { NotFoundError } from '../lib/errors.ts';
import { type Html, html } from '../lib/html.ts';
import type { Sector } from '../pipeline/edition/record.ts';
import { dataTable, numeric } from './components/data-table.ts';
import {
  count,
  counted,
  fasterWords,
  shortPeriodName,
  signedDecimal,
} from './components/format.ts';
import type { Content } from './components/layout.ts';
import { dataHref, PATHS } from './components/links.ts';
import { dateline, type EditionView, editionView, hrefIn } from './components/periods.ts';
import { section } from './components/section.ts';
import { STARTUP_PARAMETERS, startupList } from './components/startup-list.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

export default [
  page({
    path: '/sectors',
    shownPeriod: CURRENT_PERIOD,
    render: async ({ period, published }) => {
      const edition = await editionView(period, published);
      return sectorsPage(sectorPaces(await listedWeek(period, published)), edition);
    },
  }),
  page({
    path: '/sectors/{slug}',
    shownPeriod: CURRENT_PERIOD,
    takes: STARTUP_PARAMETERS.filter((name) => name !== 'sector'),
    render: async ({ params: { slug = '' }, period, query, published }) => {
      const edition = await editionView(period, published);
      const sector = edition.signals.sectors.find((candidate) => candidate.slug === slug);
      if (!sector)
        throw new NotFoundError(
          'not-found',
          `No sector ${JSON.stringify(slug)} has startups in ${period}. There are ${edition.signals.sectors.map(({ name }) => name).join(', ')}.`,
        );
      const shown = await shownList({ ...query, sector: slug }, period, published);
      return sectorPage(sector, shown, Number(query['page']), edition);
    },
    addresses: async ({ editions, addresses }) => {
      const { sectors } = await editions.signals(editions.latest);
      return sectors.map(({ slug }) => addresses.sector(slug));
    },
  }),
];

export function sectorsPage(paces: readonly SectorPace[], edition: EditionView): Content {
  const { signals } = edition;
  const { slug: period, name } = signals.meta.period;
  return {
    title: `Sectors, ${shortPeriodName(name)}`,
    description: `${counted(paces.length, 'sector')} compared: how many of their startups work faster than their own past year, in ${name}.`,
    of: { path: '/sectors', edition },
    json: dataHref('/api/signals.json', period),
    place: 'sectors',
    heading: 'Sectors',
    dated: dateline(edition),
    lead:
      paces.length === 0
        ? 'No startup is covered in this week.'
        : 'Each dot is a startup: right of the line it works faster than in its own past year, left of it slower. The bar is the median. In small sectors one startup moves it.',
    isWide: true,
    main: paces.length === 0 ? html`` : sectorTable(paces, edition),
  };
}

function sectorTable(paces: readonly SectorPace[], edition: EditionView): Html {
  const sorted = paces.toSorted((a, b) => (b.median ?? -99) - (a.median ?? -99));
  return dataTable({
    className: 'plain sectors-compared',
    caption: 'Sectors by the median pace of their startups against their own year, highest first',
    columns: [
      'Sector',
      html`Slower <span aria-hidden="true">←</span> pace vs own year <span aria-hidden="true">→</span> faster`,
      ...['Median', 'Faster', 'Commits, 14 days'].map(numeric),
    ],
    rows: sorted.map(({ slug, name, accelerations, faster, median, commits }) => [
      html`<a href="${hrefIn(edition, PATHS.sector(slug))}">${name}</a>`,
      dots(accelerations, median),
      median === null ? '–' : signedDecimal(median),
      `${faster} of ${accelerations.length}`,
      count(commits),
    ]),
  });
}

/** Dots beyond it are drawn at the edge, since a few would press all others together. */
const FURTHEST = 2.5;
const UNIT = 50;

function dots(accelerations: readonly number[], median: number | null): Html {
  const x = (value: number) => Math.round(UNIT * Math.max(-FURTHEST, Math.min(FURTHEST, value)));
  return html`<svg class="dots" viewBox="-132 -8 264 16" aria-hidden="true"><path class="zero" d="M0-8v16"/>${accelerations.map((value) => html`<circle cx="${x(value)}" r="4"/>`)}${median === null ? null : html`<path class="median" d="M${x(median)}-7v14"/>`}</svg>`;
}

export async function sectorPage(
  sector: Sector,
  shown: ShownList,
  pageNumber: number,
  edition: EditionView,
): Promise<Content> {
  const { signals } = edition;
  const { slug: period, name: periodName } = signals.meta.period;
  const path = PATHS.sector(sector.slug);
  const startups = counted(sector.startupCount, 'startup');
  const own = sectorPaces(shown.listed).find(({ slug }) => slug === sector.slug);
  const others = signals.sectors.filter(({ slug }) => slug !== sector.slug);
  return {
    title: `${sector.name}: engineering signals, ${shortPeriodName(periodName)}`,
    description: `${startups} in ${sector.name}, ranked by how their public engineering accelerated in ${periodName}.`,
    of: { path, edition },
    json: dataHref('/api/signals.json', period),
    feed: { title: `${sector.name}, weekly`, path: `${path}/feed.xml` },
    place: 'sectors',
    isWide: true,
    heading: sector.name,
    dated: dateline(edition),
    lead: html`${sector.description} ${own && own.accelerations.length > 0 ? fasterWords(own) : null}`,
    main: html`${await startupList({ path, shown, page: pageNumber, edition, sector: sector.slug })}
${section('others', 'Other sectors')`
<ul class="jump">${others.map(({ slug, name, startupCount }) => html`<li><a href="${hrefIn(edition, PATHS.sector(slug))}">${name}</a> ${startupCount}</li>\n`)}</ul>`}`,
  };
}
