/** A list of startups: facets, plot, table and pages, all of it in the address. */
import { setImmediate } from 'node:timers/promises';
import { pageOf } from '../../features/selection/choices.ts';
import type { Listed } from '../../features/selection/listed-week.ts';
import { orderWords, SORTINGS } from '../../features/selection/orders.ts';
import {
  SELECTION_PARAMETERS,
  selectionAddress,
  selectionWords,
} from '../../features/selection/selection.ts';
import type { ShownList } from '../../features/selection/shown-list.ts';
import { type Html, html } from '../../lib/html.ts';
import { listedFigure } from '../charts/figure.ts';
import { scatterChart } from '../charts/startup-scatter.ts';
import { type Chosen, chosenList, listAddress, listParameters } from './chosen-list.ts';
import { count, counted, shortPeriodName } from './format.ts';
import { PATHS } from './links.ts';
import { type EditionView, hrefIn } from './periods.ts';
import { folded } from './section.ts';
import { fullTable } from './startup-tables.ts';

const ROWS_A_PAGE = 20;
/** Among fewer there is nothing to pick, and a plot says no more than their rows. */
const MIN_TO_PICK = 3;
const MAX_NAMED = 12;

/** Parameters in the address of such a list, except for the week. */
export const STARTUP_PARAMETERS: readonly string[] = [...SELECTION_PARAMETERS, 'page'];

export type StartupListView = {
  /** The page's own path. */
  path: string;
  shown: ShownList;
  /** From 1; anything else shows the first page or the last. */
  page: number;
  edition: EditionView;
  /** The sector that the page is of; it is no facet then. */
  sector?: string;
};

/** The part of a page that changes as facets do. */
export async function startupList(view: StartupListView): Promise<Html> {
  const { shown, edition, path, sector } = view;
  const { rows, listed, choices, list, unknown, question, period } = shown;
  const { page, pages, rows: here } = pageOf(rows, view.page, ROWS_A_PAGE);
  const inAskedOrder = choices.sort === undefined;
  const order = inAskedOrder
    ? 'in the order that was asked for'
    : orderWords(choices.sort ?? '', choices.order);
  const found = `${counted(rows.length, 'startup')}, ${order}`;
  const ofPages = pages > 1 ? `, page ${page} of ${pages}` : '';
  const canPick = listed.length >= MIN_TO_PICK;
  const plot = canPick && rows.length > 0 ? plotOf(here, view) : null;
  // The table takes a while, as the plot does.
  await setImmediate();
  const chosen: Chosen<Listed> = {
    path,
    list,
    choices,
    unknown,
    kept: { q: question, period: period === edition.latest ? '' : period },
    fixed: sector === undefined ? {} : { sector: [sector] },
  };
  const all = listAddress(chosen, { picked: {} });
  return chosenList({
    ...chosen,
    rows: listed,
    canPick,
    sorts: [
      ...(inAskedOrder ? [['', 'as asked'] as const] : []),
      ...Object.entries(SORTINGS).map(([name, { title }]) => [name, title] as const),
    ],
    plot,
    found: html`<strong>${found}</strong>${ofPages}`,
    shown:
      rows.length === 0
        ? html`<p>No startup that is covered fits all of this. <a data-instant="" href="${all}">Show all of them</a>, or take one of the conditions away.</p>`
        : fullTable({
            rows: here,
            caption: `${found}${ofPages}`,
            edition,
            hasSector: sector === undefined,
            chosen,
          }),
    page,
    pages,
    below: files(view, chosen),
  });
}

/** The page's rows as points that lead to them, all others of the list as dots. */
function plotOf(
  here: readonly Listed[],
  { path, shown: { rows }, edition }: StartupListView,
): Html | null {
  const linked = new Set(here.map(({ startup }) => startup.slug));
  const scatter = scatterChart({
    listed: rows,
    named: [...linked].slice(0, MAX_NAMED),
    of: shortPeriodName(edition.signals.meta.period.name),
    page: path,
    hrefOf: (slug) => (linked.has(slug) ? hrefIn(edition, PATHS.startup(slug)) : undefined),
  });
  if (!scatter) return null;
  const which =
    rows.length === here.length ? 'these startups' : `this page, among all ${count(rows.length)}`;
  return folded(`Pace and acceleration of ${which}`, listedFigure(scatter));
}

/** Files of exactly this selection, and the feed that follows it. */
function files({ shown }: StartupListView, chosen: Chosen<Listed>): Html {
  const selected = listParameters({ ...chosen, fixed: {}, kept: { q: shown.question } });
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
