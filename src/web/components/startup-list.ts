/** A list of startups: facets, plot, table and pages, all of it in the address. */
import { setImmediate } from 'node:timers/promises';
import {
  type Choices,
  choiceParameters,
  countFacets,
  pageOf,
} from '../../features/selection/choices.ts';
import type { Listed } from '../../features/selection/listed-week.ts';
import { orderWords, SORTINGS } from '../../features/selection/orders.ts';
import { selectionAddress, selectionWords } from '../../features/selection/selection.ts';
import type { ShownList } from '../../features/selection/shown-list.ts';
import { type Html, html } from '../../lib/html.ts';
import { drawScatter } from '../charts/startup-scatter.ts';
import { count, counted, shortPeriodName } from './format.ts';
import { linkedScatter } from './linked-chart.ts';
import { PATHS, periodHref } from './links.ts';
import { listPart, type Parameters } from './list-part.ts';
import type { EditionView } from './periods.ts';
import { folded } from './section.ts';
import { COLUMN_DEFINITIONS, fullTable } from './startup-tables.ts';

const ROWS_A_PAGE = 20;
/** Among fewer there is nothing to pick, and a plot says no more than their rows. */
const MIN_TO_PICK = 3;
const MAX_NAMED = 12;

export type StartupListView = {
  /** The page's own path. */
  path: string;
  shown: ShownList;
  /** From 1; beyond the last page, the last one is shown. */
  page: number;
  edition: EditionView;
  /** The sector that the page is of; it is no facet then. */
  sector?: string;
};

/** The part of a page that changes as facets do. */
export async function startupList(view: StartupListView): Promise<Html> {
  const { shown, edition, path, sector } = view;
  const { rows, listed, choices, list, question, period } = shown;
  const { picked, sort = '' } = choices;
  const { page, pages, rows: here } = pageOf(rows, view.page, ROWS_A_PAGE);
  const order = sort === '' ? 'in the order that was asked for' : orderWords(sort, choices.order);
  const found = `${counted(rows.length, 'startup')}, ${order}`;
  const ofPages = pages > 1 ? `, page ${page} of ${pages}` : '';
  const canPick = listed.length >= MIN_TO_PICK;
  const kept = sector === undefined ? {} : { sector: [sector] };
  const facets = countFacets(listed, list.facets, picked).filter(
    ({ name }) => canPick && (name !== 'sector' || sector === undefined),
  );
  const asked = sort === '' ? [['', 'as asked'] as const] : [];
  const plot = canPick && rows.length > 0 ? await plotOf(here, view) : null;
  // The table takes a while, as the plot does.
  await setImmediate();
  return listPart({
    path,
    addressOf: (change) =>
      'page' in change
        ? addressOf(view, {}, change.page)
        : addressOf(view, { picked: change.facets }),
    unknown: shown.unknown,
    facets,
    picked,
    kept,
    sorts: [
      ...asked,
      ...Object.entries(SORTINGS).map(([name, { title }]) => [name, title] as const),
    ],
    sort,
    hidden: [...said('q', question), ...said('period', period === edition.latest ? '' : period)],
    plot,
    found: html`<strong>${found}</strong>${ofPages}`,
    rows:
      rows.length === 0
        ? html`<p>No startup that is covered fits all of this. <a data-instant="" href="${addressOf(view, { picked: kept })}">Show all of them</a>, or take one of the conditions away.</p>`
        : fullTable({
            rows: here,
            caption: `${found}${ofPages}`,
            edition,
            hasSector: sector === undefined,
            sorting: {
              by: sort,
              order: choices.order,
              hrefOf: (by, toOrder) => addressOf(view, { sort: by, order: toOrder }),
            },
          }),
    page,
    pages,
    below: html`${rows.length === 0 ? null : COLUMN_DEFINITIONS}
${files(view)}`,
  });
}

/** The same list with other choices; its first page, unless another is wanted. */
function addressOf(view: StartupListView, change: Partial<Choices>, page = 1): string {
  const parameters = parametersOf(view, change);
  return selectionAddress(view.path, [...parameters, ...said('page', page === 1 ? '' : `${page}`)]);
}

function said(name: string, value: string): Parameters {
  return value === '' ? [] : [[name, value]];
}

/** Question, facets, order and week. */
function parametersOf(
  { shown, edition, sector }: StartupListView,
  change: Partial<Choices> = {},
): Parameters {
  const { choices, list, question, period } = shown;
  const own = choiceParameters({ ...choices, ...change }, list).filter(
    ([name]) => name !== 'sector' || sector === undefined,
  );
  return [
    ...said('q', question),
    ...own,
    ...said('period', period === edition.latest ? '' : period),
  ];
}

/** The page's rows as points that lead to them, all others of the list as dots. */
async function plotOf(
  here: readonly Listed[],
  { shown: { rows, period }, edition }: StartupListView,
): Promise<Html | null> {
  const linked = new Set(here.map(({ startup }) => startup.slug));
  const scatter = await drawScatter({
    listed: rows,
    named: [...linked].slice(0, MAX_NAMED),
    of: shortPeriodName(edition.signals.meta.period.name),
    hrefOf: (slug) =>
      linked.has(slug) ? periodHref(PATHS.startup(slug), period, edition) : undefined,
  });
  if (!scatter) return null;
  const which =
    rows.length === here.length ? 'these startups' : `this page, among all ${count(rows.length)}`;
  return folded(`Pace and acceleration of ${which}`, linkedScatter(scatter));
}

/** Files of exactly this selection, and the feed that follows it. */
function files(view: StartupListView): Html {
  const { shown, sector = '' } = view;
  const own = parametersOf(view).filter(([name]) => name !== 'period');
  const selected = [...said('sector', sector), ...own];
  const at = (ending: string) =>
    selectionAddress(`/api/startups.${ending}`, [...selected, ['period', shown.period]]);
  const picked = selected.filter(([name]) => !['q', 'sort', 'order'].includes(name));
  const words = selectionWords(shown.choices.picked, shown.list.facets);
  return html`<p class="take">${shown.rows.length === 1 ? 'Files of exactly this startup' : `Files of exactly these ${count(shown.rows.length)} startups`}: <a href="${at('csv')}">CSV</a> <a href="${at('json')}">JSON</a> <a href="${at('parquet')}">Parquet</a>${
    picked.length === 0
      ? null
      : html` <a href="${selectionAddress('/watch', picked)}">Watch who comes into this selection${words === '' ? '' : `: ${words}`}</a>`
  }</p>`;
}
