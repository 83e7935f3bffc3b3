/** A watch list without an account: it stands in the address, and the browser can keep it. */
import { type Listed, listedWeek } from '../features/selection/listed-week.ts';
import {
  SELECTION_PARAMETERS,
  selected,
  selectionAddress,
} from '../features/selection/selection.ts';
import {
  MAX_LIST_TEXT,
  MAX_WATCHED,
  type WatchList,
  watchAddress,
  watchList,
  watchParameters,
} from '../features/selection/watch-list.ts';
import { type Html, html } from '../lib/html.ts';
import { weekBefore } from '../published/week-before.ts';
import type { Company } from '../registry/schema.ts';
import { dateline } from './components/dateline.ts';
import { bdi, counted, shortPeriodName } from './components/format.ts';
import { layout } from './components/layout.ts';
import { PATHS, periodHref } from './components/links.ts';
import { type EditionView, editionView } from './components/periods.ts';
import { section } from './components/section.ts';
import { COLUMN_DEFINITIONS, fullTable, watchLink } from './components/startup-tables.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

const PATH = '/watch';

export default page({
  path: PATH,
  shownPeriod: CURRENT_PERIOD,
  takes: ['s', 'add', ...SELECTION_PARAMETERS],
  longest: MAX_LIST_TEXT,
  render: async ({ period, query, published }) => {
    const list = await watchList(query, published);
    const before = weekBefore(period, published.editions);
    return watchPage({
      list,
      edition: await editionView(period, published),
      listed: await listedWeek(period, published),
      before: before === undefined ? undefined : await listedWeek(before, published),
    });
  },
});

export type WatchView = {
  list: WatchList;
  edition: EditionView;
  listed: readonly Listed[];
  /** The same of the week before; undefined for the first one. */
  before: readonly Listed[] | undefined;
};

/** Rows of a selection that are shown; the list itself has all of them. */
const MAX_ROWS = 200;

export function watchPage(view: WatchView): string {
  const { list, edition } = view;
  const { period } = edition.signals.meta;
  const slugs = list.kind === 'startups' ? list.companies.map(({ slug }) => slug) : [];
  const title = list.kind === 'selection' ? `Watching ${list.words}` : 'Watch list';
  const feed = watchAddress(`${PATH}/feed.xml`, list);
  return layout({
    title: `${title.slice(0, 80)}, ${shortPeriodName(period.name)}`,
    description:
      'Startups that you watch, without an account: the list stands in the address of the page, with a table and a feed of exactly these.',
    ...(list.kind === 'nothing' && { canonical: edition.addresses.at(PATH) }),
    home: periodHref('/', period.slug, edition),
    modules: ['watch'],
    main: html`<header class="page">
<h1>${title}</h1>
${dateline(edition)}
${list.kind === 'nothing' ? INTRODUCTION : null}
${list.kind === 'nothing' || feed === `${PATH}/feed.xml` ? null : feedLink(list, feed)}
<p class="kept" data-watch-page="${slugs.join(',')}"></p>
${list.kind === 'selection' ? null : addForm(slugs)}
</header>
${notes(list)}
${list.kind === 'startups' ? ownTable(list, view) : null}
${list.kind === 'selection' ? selectionTable(list, view) : null}`,
  });
}

const INTRODUCTION = html`<p class="lead">Press “Watch” beside a startup, or name one here. The list stands in the address of this page: bookmark it, send it, or follow its feed. No account, no e-mail address.</p>
<p>A whole selection can be watched as well: pick one among <a href="/startups">all startups</a>, and its feed says each week who came in.</p>`;

function feedLink(list: WatchList, feed: string): Html {
  const what =
    list.kind === 'selection' ? 'Who comes in and who leaves, weekly' : 'These startups, weekly';
  return html`<p class="take">${what}: <a href="${feed}">RSS</a></p>`;
}

function addForm(slugs: readonly string[]): Html {
  return html`<form class="ask" action="${PATH}">
${slugs.length === 0 ? null : html`<input type="hidden" name="s" value="${slugs.join(',')}">`}
<label for="add">Add a startup</label>
<input id="add" name="add" type="search" maxlength="200" required="" placeholder="Name, address or GitHub account">
<button type="submit">Add</button>
</form>`;
}

function notes(list: WatchList): Html | null {
  if (list.kind !== 'startups')
    return list.unknown.length === 0
      ? null
      : html`<div class="notice">${list.unknown.map(({ name, value, known }) => html`<p>No ${name} is called “${value}”. Known: ${known.join(', ')}.</p>`)}</div>`;
  const { strangers, tooMany } = list;
  if (strangers.length === 0 && tooMany === 0) return null;
  return html`<div class="notice">${
    strangers.length === 0
      ? null
      : html`<p>Not tracked here: ${strangers.map((name, index) => html`${index === 0 ? '' : ', '}${bdi(name)}`)}.</p>`
  }${tooMany === 0 ? null : html`<p>A list holds ${MAX_WATCHED} startups; ${counted(tooMany, 'name')} beyond that ${tooMany === 1 ? 'was' : 'were'} left out.</p>`}</div>`;
}

function ownTable(
  list: Extract<WatchList, { kind: 'startups' }>,
  { edition, listed }: WatchView,
): Html {
  const { companies } = list;
  const covered = new Map(listed.map((one) => [one.startup.slug, one]));
  const rows = companies.flatMap(({ slug }) => covered.get(slug) ?? []);
  const missing = companies.filter(({ slug }) => !covered.has(slug));
  const without = (slug: string) =>
    selectionAddress(
      PATH,
      watchParameters({ ...list, companies: companies.filter((one) => one.slug !== slug) }),
    );
  const remove = ({ slug, name }: Pick<Company, 'slug' | 'name'>) =>
    html`<a class="watched" rel="nofollow" href="${companies.length === 1 ? PATH : without(slug)}">Remove<span class="unseen"> ${bdi(name)}</span></a>`;
  const period = edition.signals.meta.period.slug;
  return section('watched', html`${counted(rows.length, 'covered startup')}`)`
${
  rows.length === 0
    ? html`<p>None of these is covered in this week.</p>`
    : html`<p class="about">In the order in which they were added. Rank is the overall rank, among independent startups with at least 20 commits and 3 contributors.</p>
${fullTable({ name: 'watched', rows, caption: 'The startups of this watch list', edition, action: remove })}
${COLUMN_DEFINITIONS}`
}
${
  missing.length === 0
    ? null
    : html`<h3>Not covered in this week</h3>
<ul class="list">${missing.map((company) => html`<li><a href="${periodHref(PATHS.startup(company.slug), period, edition)}">${bdi(company.name)}</a> ${remove(company)}</li>\n`)}</ul>`
}`;
}

function selectionTable(
  list: Extract<WatchList, { kind: 'selection' }>,
  { edition, listed, before }: WatchView,
): Html {
  const { selection, facets } = list;
  const now = selected(listed, selection, facets);
  const then =
    before && new Set(selected(before, selection, facets).map(({ startup }) => startup.slug));
  const came = then === undefined ? [] : now.filter(({ startup }) => !then.has(startup.slug));
  const period = edition.signals.meta.period.slug;
  const here = selectionAddress('/startups', [
    ...watchParameters(list),
    ...(period === edition.latest ? [] : [['period', period] satisfies [string, string]]),
  ]);
  return html`${section('came', 'Came in this week')`
${then === undefined ? html`<p>This is the first week, so nobody can have come in.</p>` : came.length === 0 ? html`<p>Nobody.</p>` : html`<p>${came.map(({ startup }, index) => html`${index === 0 ? '' : ', '}<a href="${periodHref(PATHS.startup(startup.slug), period, edition)}">${bdi(startup.name)}</a>`)}.</p>`}`}
${section('watched', html`${counted(now.length, 'startup')} in it`)`
<p class="about"><a href="${here}">The same list, to filter and to sort</a></p>
${
  now.length === 0
    ? html`<p>No startup that is covered fits all of this.</p>`
    : html`${fullTable({ name: 'selection', rows: now.slice(0, MAX_ROWS), caption: 'The startups of this selection, highest score first', edition, action: watchLink })}
${COLUMN_DEFINITIONS}`
}`}`;
}
