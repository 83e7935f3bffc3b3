/**
 * A long list of names that lead somewhere: a box that filters it, kinds and facets to choose from,
 * columns to sort by, and pages, all in the address. The module `filter` shows the same while the
 * reader types, and `lists` when the reader picks.
 */

import type { Picked, UnknownValue } from '../../features/query/list-engine.ts';
import { selectionAddress } from '../../features/selection/selection.ts';
import { type Html, html } from '../../lib/html.ts';
import { type Column, dataTable, scrollable } from './data-table.ts';
import { bdi, count, counted } from './format.ts';
import {
  type CountedValue,
  countedValues,
  firstOrder,
  type ListCell,
  type ListColumn,
  type ListDefinition,
  type ListFacet,
  type Listing,
  listing,
  listParameters,
  type Order,
} from './listing.ts';
import { paging } from './paging.ts';

type Definition = ListDefinition & {
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
  definition: Definition;
  list: Listing;
  /** Those that say something of what was found. */
  columns: readonly ListColumn[];
};

export function filteredList(definition: Definition): Html {
  const list = listing(definition);
  const columns = telling(definition.columns ?? [], list);
  const view = { definition, list, columns };
  const { path, label, kinds, facets = [], answered } = definition;
  return html`${filterForm({ path, label, typed: list.typed, hidden: keptParameters(view, ['q']) })}
<div id="list">
${answered}
${unknownNotes(list.unknown)}
${kinds.length < 2 ? null : kindLinks(view)}
${facets.length === 0 ? null : html`<div class="facets-alone">\n${ownFacetForm(view, facets)}\n</div>`}
<p class="found" role="status" tabindex="-1">${list.found.length === 0 ? nothing(view) : summary(view)}${chips(facets, list.picked, (picked) => addressOf(view, { picked }))}</p>
${list.shown.length === 0 ? null : definition.columns === undefined ? groups(view) : table(view)}
${paging(list.page, list.pages, (page) => addressOf(view, { page }))}
</div>`;
}

/** The same list with changed parameters; its first page, unless the page is changed. */
function addressOf(
  { definition, list }: View,
  { page = 1, ...change }: Partial<Listing> = {},
): string {
  const parameters = listParameters({ ...list, ...change }, definition);
  return selectionAddress(definition.path, [
    ...parameters,
    ...(page > 1 ? [['page', String(page)] as const] : []),
  ]);
}

type Parameters = readonly (readonly [name: string, value: string])[];
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

/** The address's other parameters, for a form that changes only some. */
function keptParameters({ definition, list }: View, own: readonly string[]): Parameters {
  return listParameters(list, definition).filter(([name]) => !own.includes(name));
}

function hiddenFields(parameters: Parameters): Html {
  return html`${parameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** Values in the address that its facets do not know. */
export function unknownNotes(unknown: readonly UnknownValue[]): Html | null {
  if (unknown.length === 0) return null;
  return html`<div class="notice">${unknown.map(({ title, value, known }) => html`<p>No ${title.toLowerCase()} is called “${value}”. Known: ${known.join(', ')}.</p>`)}</div>`;
}

function kindLinks(view: View): Html {
  const { definition, list } = view;
  return html`<ul class="kinds">${[undefined, ...definition.kinds].map((each) => {
    const size = each
      ? list.named.filter(({ kind }) => kind === each.id).length
      : list.named.length;
    if (size === 0 && each?.id !== list.kind) return null;
    const current = each?.id === list.kind ? html` aria-current="true"` : null;
    return html`<li><a href="${addressOf(view, { kind: each?.id, sort: undefined })}"${current}>${each?.name ?? 'All'} <small>${count(size)}</small></a></li>\n`;
  })}</ul>`;
}

function ownFacetForm(view: View, facets: readonly ListFacet[]): Html {
  const { definition, list, columns } = view;
  const { path, nameTitle = 'Name', asked } = definition;
  const sorts = [['name', nameTitle], ...columns.map(({ name, title }) => [name, title])];
  return facetForm(
    path,
    keptParameters(view, [...facets.map(({ name }) => name), 'sort', 'order']),
    html`${facets.map((facet) => facetSelect(facet, list.picked[facet.name] ?? [], countedValues(facet, definition, list)))}
${definition.columns && html`<label>Sorted by <select name="sort">${option('', asked === undefined ? 'as listed' : 'as asked', list.sort === undefined)}${sorts.map(([name = '', title = '']) => option(name, title, name === list.sort))}</select></label>`}`,
  );
}

/** Folded away on a phone, where the list comes first. */
export function facetForm(path: string, hidden: Parameters, selects: Html): Html {
  const form = html`<form class="facets" action="${path}">
${hiddenFields(hidden)}
${selects}
<button type="submit">Show</button>
</form>`;
  return folded('Filter and sort', form);
}

/** Folded away on a phone, where what was found comes first; open where there is room. */
export function folded(title: string | Html, content: Html): Html {
  return html`<details class="roomy"><summary>${title}</summary>
<p class="folded-title">${title}</p>
${content}
</details>`;
}

/** Values that would leave something, each with how much, and what is picked. */
export function facetSelect(
  { name, title, all }: Pick<ListFacet, 'name' | 'title' | 'all'>,
  picked: readonly string[],
  counted: readonly CountedValue[],
): Html | null {
  const values = counted.filter(({ value, count: own }) => own > 0 || picked.includes(value));
  if (values.length === 0) return null;
  return html`<label>${title} <select name="${name}">${option('', all, picked.length === 0)}${
    picked.length > 1 ? option(picked.join(','), `${picked.length} of them`, true) : null
  }${values.map(({ value, label, count: own }) =>
    option(value, `${label} (${count(own)})`, picked.length === 1 && picked[0] === value),
  )}</select></label>
`;
}

export function option(value: string, text: string, isSelected: boolean): Html {
  return isSelected
    ? html`<option value="${value}" selected="">${text}</option>`
    : html`<option value="${value}">${text}</option>`;
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

/** The picked values, each with a link that takes it away. @param none what `Show all` leaves picked */
export function chips(
  facets: readonly Pick<ListFacet, 'name' | 'values'>[],
  picked: Picked,
  addressOf: (picked: Picked) => string,
  none: Picked = {},
): Html | null {
  const shown = facets.flatMap(({ name, values }) =>
    (picked[name] ?? []).map((value) => ({
      name,
      value,
      label: values.find((known) => known.value === value)?.label ?? value,
    })),
  );
  if (shown.length === 0) return null;
  return html` <span class="chips">${shown.map(({ name, value, label }) => {
    const { [name]: own = [], ...rest } = picked;
    const others = own.filter((one) => one !== value);
    const left = others.length === 0 ? rest : { ...rest, [name]: others };
    return html`<a data-instant="" href="${addressOf(left)}"><span class="unseen">Without </span>${label} <span aria-hidden="true">×</span></a> `;
  })}<a data-instant="" href="${addressOf(none)}">Show all</a></span>`;
}

function groups({ definition: { kinds }, list }: View): Html {
  const byKind = Map.groupBy(list.shown, ({ kind }) => kind);
  const known = kinds.filter(({ id }) => byKind.has(id));
  return html`${known.map(
    ({ id, name }) => html`<section aria-labelledby="kind-${id}">
<h2 id="kind-${id}">${name}</h2>
<ul class="list">${byKind.get(id)?.map((item) => html`<li><a href="${item.href}">${bdi(item.name)}</a></li>\n`)}</ul>
</section>`,
  )}`;
}

function table(view: View): Html {
  const { definition, list, columns } = view;
  const { nameTitle = 'Name' } = definition;
  const caption = summary(view);
  const rows = list.shown.map(({ name, href, cells = {} }) => [
    html`<a href="${href}">${bdi(name)}</a>`,
    ...columns.map((column) => cellOf(cells[column.name])),
  ]);
  const markup = dataTable({
    className: 'plain listed',
    caption,
    isCaptionUnseen: true,
    columns: [
      heading({ name: 'name', title: nameTitle, holds: 'text' }, view),
      ...columns.map((column) => heading(column, view)),
    ],
    attributes: list.shown.map(({ slug }) =>
      slug === undefined ? null : html` data-slug="${slug}"`,
    ),
    rows,
  });
  return scrollable(caption, markup, ' whole');
}

/** Columns in which anything is known of what was found. */
function telling(columns: readonly ListColumn[], { found, sort }: Listing): ListColumn[] {
  const says = (cell: ListCell | undefined) => cell !== undefined && cell !== null && cell !== 0;
  return columns.filter(
    ({ name }) => name === sort || found.some(({ cells }) => says(cells?.[name])),
  );
}

function cellOf(cell: ListCell | undefined): Html | string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'number') return count(cell);
  return typeof cell === 'string' ? cell : html`<a href="${cell.href}">${bdi(cell.text)}</a>`;
}

function heading({ name, title, holds }: ListColumn, view: View): Column {
  const { definition, list } = view;
  const sorted = {
    by: list.sort,
    order: list.order,
    first: firstOrder(name, definition.columns ?? []),
    hrefOf: (sort: string, order: Order) => addressOf(view, { sort, order }),
  };
  return {
    ...sortHeading(title, name, sorted),
    className: holds === 'number' ? 'number' : name,
    cellClass: holds === 'text' ? '' : holds,
  };
}

type Sorted<N extends string> = {
  by: N | undefined;
  order: Order;
  /** The order that the column begins with. */
  first: Order;
  hrefOf: (sort: N, order: Order) => string;
};

/** A heading that sorts by its column, or turns the order round. */
export function sortHeading<N extends string>(
  title: string,
  name: N,
  { by, order, first, hrefOf }: Sorted<N>,
): Pick<Column, 'title' | 'sortedBy'> {
  if (by !== name)
    return { title: html`<a data-instant="" href="${hrefOf(name, first)}">${title}</a>` };
  const isDown = order === 'highest';
  return {
    title: html`<a data-instant="" href="${hrefOf(name, isDown ? 'lowest' : 'highest')}">${title}<span aria-hidden="true">${isDown ? ' ↓' : ' ↑'}</span></a>`,
    sortedBy: isDown ? 'descending' : 'ascending',
  };
}
