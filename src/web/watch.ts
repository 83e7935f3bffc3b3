/** A watch list without an account: the address contains it, and its feed follows it. */
import { type Listed, listedWeek } from '../features/selection/listed-week.ts';
import { SELECTION_PARAMETERS, selectionAddress } from '../features/selection/selection.ts';
import {
  MAX_LIST_TEXT,
  MAX_WATCHED,
  type WatchList,
  watchAddress,
  watchList,
  watchParameters,
} from '../features/selection/watch-list.ts';
import { type Html, html } from '../lib/html.ts';
import { bdi, counted, shortPeriodName } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { PATHS } from './components/links.ts';
import { dateline, type EditionView, editionView, hrefIn } from './components/periods.ts';
import { section } from './components/section.ts';
import { fullTable, tick } from './components/startup-tables.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

const PATH = '/watch';

export default page({
  path: PATH,
  shownPeriod: CURRENT_PERIOD,
  takes: ['s', 'add', ...SELECTION_PARAMETERS],
  longest: MAX_LIST_TEXT,
  render: async ({ period, query, published }) =>
    watchPage({
      list: await watchList(query, published),
      edition: await editionView(period, published),
      listed: await listedWeek(period, published),
    }),
});

export type WatchView = { list: WatchList; edition: EditionView; listed: readonly Listed[] };

export function watchPage(view: WatchView): Content {
  const { list, edition } = view;
  const { period } = edition.signals.meta;
  const title = list.kind === 'selection' ? `Watching ${list.words}` : 'Watch list';
  const isFollowed = list.kind === 'selection' || (list.kind === 'startups' && list.companies[0]);
  return {
    title: `${title.slice(0, 80)}, ${shortPeriodName(period.name)}`,
    description:
      'Startups that you watch, without an account: the address of the page holds the list, with a table and a feed of exactly these.',
    ...(list.kind === 'nothing' && { canonical: edition.addresses.at(PATH) }),
    home: hrefIn(edition, '/'),
    heading: title,
    isWide: true,
    intro: html`${dateline(edition)}
${list.kind === 'nothing' ? INTRODUCTION : null}
${isFollowed ? html`<p class="take">${list.kind === 'selection' ? 'Who comes in and who leaves, weekly' : 'These startups, weekly'}: <a href="${watchAddress(`${PATH}/feed.xml`, list)}">RSS</a></p>` : null}
${list.kind === 'selection' ? null : addForm(list)}`,
    main: html`${list.kind === 'startups' ? ownTable(list, view) : null}
${list.kind === 'selection' ? html`<p><a href="${selectionAddress('/startups', watchParameters(list))}">The startups that fit now</a></p>` : null}`,
  };
}

const INTRODUCTION = html`<p class="lead">Tick startups in any table, or name one here. The address of this page holds the list: bookmark it, send it, or follow its feed. No account, no e-mail address.</p>
<p>You can also watch a selection of <a href="/startups">all startups</a>: its feed says each week which came in and which left.</p>`;

function addForm(list: WatchList): Html {
  const [[, slugs] = []] = watchParameters(list);
  return html`<form class="ask" action="${PATH}">
${slugs && html`<input type="hidden" name="s" value="${slugs}">`}
<label for="add">Add a startup</label>
<input id="add" name="add" type="search" maxlength="200" required="" placeholder="Name, address or GitHub account" data-suggest="startup">
<button type="submit">Add</button>
</form>`;
}

function ownTable(
  { companies, strangers, tooMany }: Extract<WatchList, { kind: 'startups' }>,
  { edition, listed }: WatchView,
): Html {
  const covered = new Map(listed.map((one) => [one.startup.slug, one]));
  const rows = companies.flatMap(({ slug }) => covered.get(slug) ?? []);
  const missing = companies.filter(({ slug }) => !covered.has(slug));
  return html`${strangers.length === 0 ? null : html`<p class="notice">Not tracked here: ${strangers.map((name, index) => html`${index === 0 ? '' : ', '}${bdi(name)}`)}.</p>`}
${tooMany === 0 ? null : html`<p class="notice">A list holds ${MAX_WATCHED} startups; ${counted(tooMany, 'name')} beyond that ${tooMany === 1 ? 'was' : 'were'} left out.</p>`}
${section('watched', html`${counted(rows.length, 'covered startup')}`)`
<p class="about">In the order you added them; to remove some, untick them and press “Watch”. Rank is the overall rank among independent startups with at least 20 commits and 3 contributors.</p>
${fullTable({ rows, caption: 'The startups of this watch list', edition, isTicked: true })}
${
  missing.length === 0
    ? null
    : html`<h3>Not covered in this week</h3>
<ul class="list">${missing.map((company) => html`<li>${tick(company, true)} <a href="${hrefIn(edition, PATHS.startup(company.slug))}">${bdi(company.name)}</a></li>\n`)}</ul>`
}`}`;
}
