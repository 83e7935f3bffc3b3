/** This week: what changed, by name, in the order in which a reader wants it. */
import { digest, type Post } from '../features/digests/digest.ts';
import {
  type Listed,
  listedOf,
  type SectorPace,
  sectorPaces,
} from '../features/selection/listed-week.ts';
import { type TopMoves, topMoves } from '../features/this-week/top-moves.ts';
import { type Html, html } from '../lib/html.ts';
import type { EvidenceRecord } from '../pipeline/edition/record.ts';
import { computation } from '../published/computation.ts';
import type { Chart } from './charts/chart.ts';
import { listedFigure } from './charts/figure.ts';
import { notable, SCATTER_PATH, scatterChart } from './charts/startup-scatter.ts';
import { weekOfAll } from './charts/week-of-all.ts';
import { changeCards } from './components/change-cards.ts';
import { bdi, count, counted, fasterWords, shortPeriodName } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { dataHref, onThisSite, PATHS, periodHref } from './components/links.ts';
import { dateline, type EditionView, editionView, hrefIn } from './components/periods.ts';
import { section } from './components/section.ts';
import { fullTable } from './components/startup-tables.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

export default page({
  path: '/',
  pictured: weekOfAll,
  shownPeriod: CURRENT_PERIOD,
  render: async ({ period, published }) =>
    homePage(
      await weekView(
        await editionView(period, published),
        await published.editions.evidence(period),
        await topMoves(period, published),
        await digest(published, period),
      ),
    ),
});

export type WeekView = EditionView & {
  listed: readonly Listed[];
  /** Sources of the numbers, by slug. */
  evidence: ReadonlyMap<string, EvidenceRecord>;
  /** Undefined for the first period. */
  moves: TopMoves | undefined;
  story: Pick<Post, 'title' | 'facts'>;
  /** Undefined where no acceleration is known. */
  scatter: Chart | undefined;
};

/** Points of the scatter that lead to a page; beyond it they are dots. */
const MAX_LINKED = 100;

export async function weekView(
  edition: EditionView,
  evidence: WeekView['evidence'],
  moves: WeekView['moves'],
  story: WeekView['story'],
): Promise<WeekView> {
  const listed = listedOf(edition.signals, evidence);
  const linked = new Set(listed.slice(0, MAX_LINKED).map(({ startup }) => startup.slug));
  const scatter = scatterChart({
    listed,
    named: notable(listed),
    of: shortPeriodName(edition.signals.meta.period.name),
    page: '/',
    hrefOf: (slug) => (linked.has(slug) ? hrefIn(edition, PATHS.startup(slug)) : undefined),
  });
  return { ...edition, listed, evidence, moves, story, scatter };
}

export function homePage(week: WeekView): Content {
  const { signals, listed, scatter } = week;
  const { slug: period, name } = signals.meta.period;
  const top = listed.filter(({ trending }) => trending !== null);
  const bySlug = new Map(top.map((one) => [one.startup.slug, one]));
  return {
    title: `Engineering signals of startups, ${shortPeriodName(name)}`,
    description: `${counted(signals.meta.totalStartups, 'startup')} in ${counted(signals.meta.totalSectors, 'sector')}, ranked by how their public engineering accelerated in ${name}.`,
    of: { path: '/', edition: week },
    heading: html`<a href="${PATHS.post(period)}">${week.story.title}</a>`,
    dated: dateline(week),
    intro: quotedFacts(week),
    json: dataHref('/api/signals.json', period),
    place: 'week',
    isWide: true,
    cites: { slug: period },
    main: html`${changeCards(week)}
${week.moves && movesSection(week.moves, week)}
<div class="overview">
${
  scatter &&
  section('pace', 'Pace and acceleration')`
${listedFigure(scatter, dataHref(SCATTER_PATH, period))}`
}
${sectorStrip(sectorPaces(listed), week)}
</div>
<section id="top-startups" aria-labelledby="top-heading">
<h2 id="top-heading">${top.length === 0 ? 'Top startups' : `The top ${top.length}`}</h2>
${
  top.length === 0
    ? html`<p>No startup had the 20 commits and 3 contributors that it takes to be ranked. <a href="${hrefIn(week, '/startups')}">All startups of this week</a></p>`
    : html`<p class="about">Rank = how unusual the pace is (70%), plus volume and newcomers’ work, among independent startups with at least 20 commits and 3 contributors. <a href="${hrefIn(week, '/startups')}">All ${count(signals.meta.totalStartups)} startups, to filter and to sort</a></p>
${fullTable({
  rows: signals.trending.flatMap(({ slug }) => bySlug.get(slug) ?? []),
  place: ({ trending }) => trending,
  caption: `The top ${top.length}, highest score first`,
  edition: week,
})}`
}
</section>
${downloads(week)}`,
  };
}

const MAX_FACTS = 3;

/** Facts of the week to quote; each sentence opens what it rests on. */
function quotedFacts(week: WeekView): Html {
  const { story, signals, listed, addresses } = week;
  const period = signals.meta.period.slug;
  const accelerations = listed.flatMap(({ acceleration }) => acceleration ?? []);
  const faster = accelerations.filter((value) => value > 0).length;
  const all = [
    ...story.facts,
    {
      text: fasterWords({ faster, accelerations }),
      url: `${dataHref('/startups', period)}&sort=acceleration`,
    },
  ];
  const facts = accelerations.length === 0 ? [] : all.slice(0, MAX_FACTS);
  return html`<ul class="quoted">${facts.map(({ text, url }) => html`<li><a class="check" href="${onThisSite(url, addresses)}">${text}</a></li>\n`)}</ul>`;
}

/** Which sectors speed up: startups above their own year, of those whose pace is known. */
function sectorStrip(paces: readonly SectorPace[], week: WeekView): Html | null {
  if (paces.length === 0) return null;
  return section('sectors', 'Sectors')`
<p class="about">Share of startups above their usual pace. <a href="${hrefIn(week, '/sectors')}">Sectors compared</a></p>
<ul class="strip">
${paces.map(
  ({ slug, name, accelerations: { length: known }, faster }) =>
    html`<li><a href="${hrefIn(week, PATHS.sector(slug))}">${name}</a><svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><path class="all" d="M0 0h100v6H0z"/><path d="M0 0h${known === 0 ? 0 : Math.round((100 * faster) / known)}v6H0z"/></svg><span>${faster} of ${known}</span></li>\n`,
)}</ul>`;
}

function movesSection({ before, entered, left }: TopMoves, week: WeekView): Html {
  const list = (moves: TopMoves['entered'], where: (place: number) => string) =>
    moves.length === 0
      ? html`<p>None.</p>`
      : html`<ul class="moves">
${moves.map(
  ({ slug, name, place, why }) =>
    html`<li><a href="${hrefIn(week, PATHS.startup(slug))}">${bdi(name)}</a> <span class="quiet">${where(place)}:</span> ${why}.</li>\n`,
)}</ul>`;
  return section('moves', 'In and out of the top 20', 'in-out')`
<p class="about">Against <a href="${periodHref('/', before, week)}">the week before</a>.</p>
<div class="halves">
<div><h3>Entered</h3>
${list(entered, (place) => `now number ${place}`)}</div>
<div><h3>Left</h3>
${list(left, (place) => `was number ${place}`)}</div>
</div>`;
}

function downloads({ signals: { meta }, addresses }: EditionView): Html {
  const period = meta.period.slug;
  return section('data', 'Data of this week')`
<ul class="list">
<li><a href="${dataHref('/api/signals.csv', period)}">signals.csv</a>: one line a startup, for spreadsheets</li>
<li><a href="${dataHref('/api/dataset.jsonl', period)}">dataset.jsonl</a>: one JSON record a line</li>
<li><a href="${PATHS.post(period)}">The digest of this week</a>, generated from these numbers</li>
<li><a href="${onThisSite(meta.manifest, addresses)}">manifest.json</a>: the signed list of this edition’s files</li>
</ul>
<p>${computation(meta)} Revision ${count(meta.revision)}, method version ${meta.methodVersion}. Licence: <a rel="license" href="${meta.license}">CC BY 4.0</a>.</p>`;
}
