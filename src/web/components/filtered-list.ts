/**
 * A long list of names that lead somewhere: a box that filters it, kinds and facets to choose from,
 * columns to sort by, and pages, all in the address. The module `lists` shows the same while the reader
 * types, and when the reader picks.
 */
import type { Order } from '../../features/selection/choices.ts';
import { selectionAddress } from '../../features/selection/selection.ts';
import { type Html, html } from '../../lib/html.ts';
import { type Column, dataTable, scrollable } from './data-table.ts';
import { bdi, count, counted } from './format.ts';
import { hiddenFields, listPart, type Parameters, sortHeading } from './list-part.ts';
import {
  firstOrder,
  type ListCell,
  type ListChoices,
  type ListColumn,
  type ListDefinition,
  type Listing,
  listing,
  listParameters,
} from './listing.ts';

export type FilteredList = ListDefinition & {
  /** The page's path. */
  path: string;
  /** The box's label: `Filter questions` */
  label: string;
  /** The counted things, in the singular and the plural. */
  one: string;
  many: string;
  /** Heading of the first column, where there are columns. */
  nameTitle?: string;
  /** The answer above the list. */
  answered?: Html | null;
};

type View = {
  definition: FilteredList;
  list: Listing;
  /** Those that say something of what was found. */
  columns: readonly ListColumn[];
};

export function filteredList(definition: FilteredList): Html {
  const list = listing(definition);
  const { path, label, kinds, answered, asked, nameTitle = 'Name' } = definition;
  const columns = telling(definition.columns ?? [], list);
  const view = { definition, list, columns };
  const { typed, facets, picked, sort = '', found, shown, page, pages, unknown } = list;
  const keptBy = (own: readonly string[]) =>
    listParameters(list, definition).filter(([name]) => !own.includes(name));
  const sorts = [
    ['name', nameTitle],
    ...columns.map(({ name, title }) => [name, title] as const),
  ] as const;
  return html`${filterForm({ path, label, typed, hidden: keptBy(['q']) })}
${listPart({
  path,
  addressOf: (change) =>
    'page' in change
      ? addressOf(view, {}, change.page)
      : addressOf(view, { picked: change.facets }),
  unknown,
  above: html`${answered}${kinds.length < 2 ? null : kindLinks(view)}`,
  facets,
  picked,
  hidden: keptBy([...facets.map(({ name }) => name), 'sort', 'order']),
  ...(definition.columns && {
    sorts: [['', asked === undefined ? 'as listed' : 'as asked'], ...sorts],
  }),
  sort,
  found: found.length === 0 ? nothing(view) : summary(view),
  rows: shown.length === 0 ? null : definition.columns === undefined ? groups(view) : table(view),
  page,
  pages,
})}`;
}

/** The same list with changed choices; its first page, unless another is wanted. */
function addressOf({ definition, list }: View, change: Partial<ListChoices>, page = 1): string {
  const own = listParameters({ ...list, ...change }, definition);
  const parameters = page > 1 ? [...own, ['page', String(page)] as const] : own;
  return selectionAddress(definition.path, parameters);
}

type Form = { path: string; label: string; typed: string; hidden?: Parameters };

/** The box. It filters the element with the id `list`. */
export function filterForm({ path, label, typed, hidden = [] }: Form): Html {
  return html`<form class="filter" action="${path}" method="get" role="search" aria-label="${label}">
<label for="filter">${label}</label>
<input id="filter" type="search" name="q" value="${typed}" maxlength="280" autocomplete="off">
${hiddenFields(hidden)}
<button type="submit">Filter</button>
</form>`;
}

function kindLinks(view: View): Html {
  const { definition, list } = view;
  return html`<ul class="kinds">${[undefined, ...definition.kinds].map((each) => {
    const size = list.named.filter(({ kind }) => kind === (each?.id ?? kind)).length;
    if (size === 0 && each?.id !== list.kind) return null;
    const current = each?.id === list.kind ? html` aria-current="true"` : null;
    return html`<li><a href="${addressOf(view, { kind: each?.id, sort: undefined })}"${current}>${each?.name ?? 'All'} <small>${count(size)}</small></a></li>\n`;
  })}</ul>`;
}

function nothing({ definition: { one }, list: { picked, words } }: View): Html {
  const within = words === '' ? '' : ` with “${words}”`;
  return Object.keys(picked).length > 0
    ? html`No ${one}${within} fits all of this. Take one of the conditions away.`
    : html`No ${one}${within}. Try fewer letters, or <a href="/search?q=${encodeURIComponent(words)}">search everything</a>.`;
}

/** `12 dossiers with “accel”, page 1 of 2` */
function summary({ definition: { one, many }, list }: View): string {
  const { words, found, page, pages } = list;
  const within = words === '' ? '' : ` with “${words}”`;
  const part = pages === 1 ? '' : `, page ${page} of ${pages}`;
  return `${counted(found.length, one, many)}${within}${part}`;
}

function groups({ definition: { kinds }, list }: View): Html[] {
  const byKind = Map.groupBy(list.shown, ({ kind }) => kind);
  return kinds
    .filter(({ id }) => byKind.has(id))
    .map(
      ({ id, name }) => html`<section aria-labelledby="kind-${id}">
<h2 id="kind-${id}">${name}</h2>
<ul class="list">${byKind.get(id)?.map((item) => html`<li><a href="${item.href}">${bdi(item.name)}</a></li>\n`)}</ul>
</section>`,
    );
}

function table(view: View): Html {
  const { definition, list, columns } = view;
  const caption = summary(view);
  const name: ListColumn = { name: 'name', title: definition.nameTitle ?? 'Name', holds: 'text' };
  const markup = dataTable({
    className: 'plain listed',
    caption,
    isCaptionUnseen: true,
    columns: [name, ...columns].map((column) => heading(column, view)),
    attributes: list.shown.map(({ slug }) =>
      slug === undefined ? null : html` data-slug="${slug}"`,
    ),
    rows: list.shown.map(({ name: own, href, cells = {} }) => [
      html`<a href="${href}">${bdi(own)}</a>`,
      ...columns.map((column) => cellOf(cells[column.name])),
    ]),
  });
  return scrollable(caption, markup, ' whole');
}

/** Columns in which anything is known of what was found. */
function telling(columns: readonly ListColumn[], { found, sort }: Listing): ListColumn[] {
  const says = (cell: ListCell = null) => cell !== null && cell !== 0;
  return columns.filter(
    ({ name }) => name === sort || found.some(({ cells }) => says(cells?.[name])),
  );
}

function cellOf(cell: ListCell = null): Html | string {
  if (cell === null) return '–';
  if (typeof cell === 'number') return count(cell);
  return typeof cell === 'string' ? cell : html`<a href="${cell.href}">${bdi(cell.text)}</a>`;
}

function heading(column: ListColumn, view: View): Column {
  const { name, title, holds } = column;
  const { sort: by, order } = view.list;
  const hrefOf = (sort: string, order: Order) => addressOf(view, { sort, order });
  return {
    ...sortHeading(title, name, firstOrder(column), { by, order, hrefOf }),
    className: holds === 'number' ? 'number' : name,
    cellClass: holds === 'text' ? '' : holds,
  };
}
