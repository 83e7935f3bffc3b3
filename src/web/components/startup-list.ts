/** A list of startups: facets, plot, table and pages, all of it in the address. */
import { setImmediate } from 'node:timers/promises';
import { pageOf } from '../../features/query/list-engine.ts';
import type { Facet } from '../../features/selection/facets.ts';
import type { Listed } from '../../features/selection/listed-week.ts';
import { orderWords, SORT_NAMES, SORTINGS } from '../../features/selection/orders.ts';
import {
  countedValues,
  selectionAddress,
  selectionParameters,
  selectionWords,
} from '../../features/selection/selection.ts';
import type { ShownList } from '../../features/selection/shown-list.ts';
import { type Html, html } from '../../lib/html.ts';
import { drawScatter } from '../charts/startup-scatter.ts';
import { chips, facetForm, facetSelect, folded, option, unknownNotes } from './filtered-list.ts';
import { count, counted, shortPeriodName } from './format.ts';
import { linkedScatter } from './linked-chart.ts';
import { PATHS, periodHref } from './links.ts';
import { paging } from './paging.ts';
import type { EditionView } from './periods.ts';
import { COLUMN_DEFINITIONS, fullTable } from './startup-tables.ts';

const ROWS_A_PAGE = 20;
/** Among fewer there is nothing to pick, and a plot says no more than their rows. */
const MIN_TO_PICK = 3;

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
  const { shown, edition } = view;
  const { rows, selection, isInAskedOrder } = shown;
  const { page, pages, rows: here } = pageOf(rows, view.page, ROWS_A_PAGE);
  const order = isInAskedOrder
    ? 'in the order that was asked for'
    : orderWords(selection.sort, selection.order);
  const found = `${counted(rows.length, 'startup')}, ${order}`;
  const plot =
    shown.listed.length < MIN_TO_PICK || rows.length === 0 ? null : await plotOf(here, view);
  // The table takes a while, as the plot does.
  await setImmediate();
  return html`<div id="list">
${unknownNotes(shown.unknown)}
${
  shown.listed.length < MIN_TO_PICK
    ? null
    : html`<div class="picker">
${ownFacetForm(view)}
${plot}
</div>`
}
<p class="found" role="status" tabindex="-1"><strong>${found}</strong>${pages > 1 ? `, page ${page} of ${pages}` : ''}${chips(ownFacets(view), selection.facets, (picked) => addressOf(view, { facets: picked }), ownSector(view))}</p>
${
  rows.length === 0
    ? noStartups(view)
    : html`${fullTable({
        rows: here,
        caption: `${found}${pages > 1 ? `, page ${page} of ${pages}` : ''}`,
        edition,
        hasSector: view.sector === undefined,
        sorting: {
          by: isInAskedOrder ? 'name' : selection.sort,
          order: isInAskedOrder ? 'highest' : selection.order,
          hrefOf: (sort, toOrder) => addressOf(view, { sort, order: toOrder }),
        },
      })}
${paging(page, pages, (to) => addressOf(view, { page: to }))}
${COLUMN_DEFINITIONS}`
}
${files(view)}
</div>`;
}

type Change = Partial<ShownList['selection']> & { page?: number };

/** The same list with changed parameters; its first page, unless the page is changed. */
function addressOf(view: StartupListView, change: Change = {}): string {
  return selectionAddress(view.path, [
    ...parametersOf(view, change),
    ...pageParameter(change.page),
  ]);
}

function pageParameter(page = 1): [string, string][] {
  return page === 1 ? [] : [['page', String(page)]];
}

/** Question, facets, order and week. */
function parametersOf(
  { shown, edition, sector }: StartupListView,
  change: Change = {},
): [string, string][] {
  const { selection, question, period, isInAskedOrder } = shown;
  const own = selectionParameters({ ...selection, ...change }).filter(
    ([name]) => name !== 'sector' || sector === undefined,
  );
  const isSorted = change.sort !== undefined || !isInAskedOrder;
  // The order by score needs no name, unless a question has an order of its own.
  const sort: [string, string][] =
    question !== '' && isSorted && (change.sort ?? selection.sort) === 'score'
      ? [['sort', 'score']]
      : [];
  return [
    ...(question === '' ? [] : [['q', question] satisfies [string, string]]),
    ...own,
    ...sort,
    ...(period === edition.latest ? [] : [['period', period] satisfies [string, string]]),
  ];
}

function ownFacetForm(view: StartupListView): Html {
  const { shown, path, edition } = view;
  const { facets, listed, selection, question, period, isInAskedOrder } = shown;
  const hidden = { q: question, period: period === edition.latest ? '' : period };
  return facetForm(
    path,
    Object.entries(hidden).filter(([, value]) => value !== ''),
    html`${ownFacets(view).map((facet) => facetSelect(facet, selection.facets[facet.name] ?? [], countedValues(listed, selection, facet, facets)))}
<label>Sorted by <select name="sort">${isInAskedOrder ? option('', 'as asked', true) : null}${SORT_NAMES.map((name) => option(name, SORTINGS[name].title, !isInAskedOrder && name === selection.sort))}</select></label>`,
  );
}

/** The facets of the page, except for the page's own sector. */
function ownFacets({ shown: { facets }, sector }: StartupListView): Facet[] {
  return facets.filter(({ name }) => name !== 'sector' || sector === undefined);
}

function ownSector({ sector }: StartupListView) {
  return sector === undefined ? {} : { sector: [sector] };
}

function noStartups(view: StartupListView): Html {
  return html`<p>No startup that is covered fits all of this. <a data-instant="" href="${addressOf(view, { facets: ownSector(view) })}">Show all of them</a>, or take one of the conditions away.</p>`;
}

/** The page's rows as points that lead to them, all others of the list as dots. */
async function plotOf(
  here: readonly Listed[],
  { shown, edition }: StartupListView,
): Promise<Html | undefined> {
  const { rows, period } = shown;
  const linked = new Set(here.map(({ startup }) => startup.slug));
  const name = edition.signals.meta.period.name;
  const scatter = await drawScatter({
    listed: rows,
    named: here.slice(0, MAX_NAMED).map(({ startup }) => startup.slug),
    of: shortPeriodName(name),
    hrefOf: (slug) =>
      linked.has(slug) ? periodHref(PATHS.startup(slug), period, edition) : undefined,
  });
  return (
    scatter &&
    folded(
      html`Pace and acceleration of ${rows.length === here.length ? 'these startups' : `this page, among all ${count(rows.length)}`}`,
      linkedScatter(scatter),
    )
  );
}

const MAX_NAMED = 12;

/** Files of exactly this selection, and the feed that follows it. */
function files(view: StartupListView): Html {
  const { shown, sector } = view;
  const own = parametersOf(view).filter(([name]) => name !== 'period');
  const inSector: [string, string][] = sector === undefined ? [] : [['sector', sector]];
  const parameters: [string, string][] = [...inSector, ...own, ['period', shown.period]];
  const at = (ending: string) => selectionAddress(`/api/startups.${ending}`, parameters);
  const picked = [...inSector, ...own].filter(([name]) => !['q', 'sort', 'order'].includes(name));
  const words = selectionWords(shown.selection, shown.facets);
  return html`<p class="take">${shown.rows.length === 1 ? 'Files of exactly this startup' : `Files of exactly these ${count(shown.rows.length)} startups`}: <a href="${at('csv')}">CSV</a> <a href="${at('json')}">JSON</a> <a href="${at('parquet')}">Parquet</a>${
    picked.length === 0
      ? null
      : html` <a href="${selectionAddress('/watch', picked)}">Watch who comes into this selection${words === '' ? '' : `: ${words}`}</a>`
  }</p>`;
}
