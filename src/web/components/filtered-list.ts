/**
 * A long list of names that lead somewhere: a box that filters it, kinds and facets to choose from, columns to
 * sort by, and pages.
 */
import {
  type AddressQuery,
  type Choosable,
  type Comparison,
  chooseRows,
  type Facet,
  type FacetValue,
  pageOf,
  readChoices,
  type Sorting,
} from '../../features/selection/choices.ts';
import { type Html, html } from '../../lib/html.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import {
  type Chosen,
  chosenList,
  hiddenFields,
  listParameters,
  sortHeading,
} from './chosen-list.ts';
import { type Column, dataTable, scrollable } from './data-table.ts';
import { bdi, count, counted } from './format.ts';
import { section } from './section.ts';

/** A number, a text, or something that leads somewhere; null is not known. */
type ListCell = string | number | null | { text: string; href: string };

export type ListItem = {
  name: string;
  href: string;
  /** One of the kinds. */
  kind: string;
  /** Shared by its row and its point in a plot. */
  slug?: string;
  /** More words that find it. */
  also?: readonly string[];
  /** Its values of each facet, by the facet’s name. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Cells by the column’s name. */
  cells?: Readonly<Record<string, ListCell>>;
};

export type ListFacet = Omit<Facet<never>, 'of'>;

export type ListColumn = {
  name: string;
  title: string;
  /** The type of its cells; numbers and dates are sorted from the highest. */
  holds: 'text' | 'number' | 'date';
};

export type FilteredList = {
  /** The page's path. */
  path: string;
  /** The box's label: `Filter questions` */
  label: string;
  /** The counted things, in the singular and the plural. */
  one: string;
  many: string;
  kinds: readonly FacetValue[];
  facets?: readonly ListFacet[];
  /** Heading of the first column, where there are columns. */
  nameTitle?: string;
  /** Without any, items are shown by kind. */
  columns?: readonly ListColumn[];
  /** The column that a kind is sorted by where the address names none. */
  usual?: Readonly<Record<string, string>>;
  items: readonly ListItem[];
  /** The parameters in the address. */
  query: AddressQuery;
  /** A question that led here, whose answer the items are: it stays in the box and filters nothing. */
  asked?: string | undefined;
  /** The answer above the list. */
  answered?: Html | null;
  /** The items of a kind; by default links. */
  group?: (items: readonly ListItem[]) => Html;
};

/** The query parameters of a page with such a list. */
export const LIST_PARAMETERS = ['q', 'kind', 'sort', 'order', 'page'] as const;

const PAGE_ITEMS = 100;
/** Rows are taller than names. */
const PAGE_ROWS = 50;
const MAX_FILTER = 100;
const BY_TEXT = new Intl.Collator('en', { numeric: true });
const COMPARISONS: Readonly<Record<ListColumn['holds'], Comparison>> = {
  text: (one, other) => BY_TEXT.compare(String(one), String(other)),
  number: (one, other) => Number(one) - Number(other),
  date: (one, other) => -compareLatestFirst(String(one), String(other)),
};

export function filteredList(definition: FilteredList): Html {
  const { path, label, one, many, kinds, facets = [], items, query, asked } = definition;
  const typed = asked ?? (query['q'] ?? '').trim().slice(0, MAX_FILTER);
  const words = asked === undefined ? typed : '';
  const name: ListColumn = { name: NAME, title: definition.nameTitle ?? 'Name', holds: 'text' };
  const columns = definition.columns ? [name, ...definition.columns] : [];
  const list: Choosable<ListItem> = {
    facets: [
      { name: KIND, title: 'Kind', all: 'All', values: kinds, of: ({ kind }) => [kind] },
      ...facets.map((facet) => ({
        ...facet,
        of: ({ values }: ListItem) => values?.[facet.name] ?? [],
      })),
    ],
    sortings: Object.fromEntries(columns.map((column) => [column.name, sortingBy(column)])),
    usual: asked === undefined ? definition.usual?.[query[KIND] ?? ''] : undefined,
  };
  const rows = items.filter(matching(words));
  const { choices, unknown } = readChoices(query, list);
  const found = chooseRows(rows, list, choices);
  const size = columns.length === 0 ? PAGE_ITEMS : PAGE_ROWS;
  const { rows: shown, page, pages } = pageOf(found, Number(query['page']), size);
  const chosen = { path, list, choices, unknown, kept: { q: typed } };
  const told = columns.filter(({ name }) => name === choices.sort || isTelling(name, found));
  const within = words === '' ? '' : ` with “${words}”`;
  const part = pages === 1 ? '' : `, page ${page} of ${pages}`;
  const summary = `${counted(found.length, one, many)}${within}${part}`;
  const nothing = html`No ${one}${within}${
    Object.keys(choices.picked).some((name) => name !== KIND)
      ? ' fits all of this. Take one of the conditions away.'
      : html`. Try fewer letters, or <a href="/search?q=${encodeURIComponent(words)}">search everything</a>.`
  }`;
  return html`<form class="filter" action="${path}" method="get" role="search" aria-label="${label}">
<label for="filter">${label}</label>
<input id="filter" type="search" name="q" value="${typed}" maxlength="280" autocomplete="off">
${hiddenFields(listParameters({ ...chosen, kept: {} }))}
<button type="submit">Filter</button>
</form>
${chosenList({
  ...chosen,
  rows,
  kinds: KIND,
  sorts: [
    ['', asked === undefined ? 'as listed' : 'as asked'],
    ...told.map(({ name, title }) => [name, title] as const),
  ],
  above: definition.answered,
  found: found.length === 0 ? nothing : summary,
  shown:
    columns.length > 0 && found.length > 0
      ? table(shown, told, summary, chosen)
      : groups(shown, definition),
  page,
  pages,
})}`;
}

const KIND = 'kind';
const NAME = 'name';

function sortingBy({ name, title, holds }: ListColumn): Sorting<ListItem> {
  return {
    title,
    first: holds === 'text' ? 'lowest' : 'highest',
    value: (item) => plainCell(cellOf(item, name)),
    compare: COMPARISONS[holds],
  };
}

/** Every word that was typed is in the name or in the other words, however it is written. */
export function matching(typed: string): (item: Pick<ListItem, 'name' | 'also'>) => boolean {
  const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return () => true;
  return ({ name, also = [] }) => {
    const text = plain([name, ...also].join(' '));
    return words.every((word) => text.includes(word));
  };
}

function cellOf({ name, href, cells }: ListItem, column: string): ListCell {
  return column === NAME ? { text: name, href } : (cells?.[column] ?? null);
}

/** A cell as a text or number; an empty one is not known. */
function plainCell(cell: ListCell): string | number | null {
  const plain = typeof cell === 'object' && cell !== null ? cell.text : cell;
  return plain === '' ? null : plain;
}

/** Whether a column says anything of what was found. */
function isTelling(column: string, found: readonly ListItem[]): boolean {
  return found.some((item) => {
    const cell = plainCell(cellOf(item, column));
    return cell !== null && cell !== 0;
  });
}

function groups(shown: readonly ListItem[], { kinds, group = links }: FilteredList): Html[] {
  const byKind = Map.groupBy(shown, ({ kind }) => kind);
  return kinds.flatMap(({ value, label }) => {
    const items = byKind.get(value);
    return items ? section(`kind-${value}`, label)`\n${group(items)}` : [];
  });
}

function links(items: readonly ListItem[]): Html {
  return html`<ul class="list">${items.map(({ name, href }) => html`<li><a href="${href}">${bdi(name)}</a></li>\n`)}</ul>`;
}

function table(
  shown: readonly ListItem[],
  columns: readonly ListColumn[],
  caption: string,
  chosen: Chosen<ListItem>,
): Html {
  const markup = dataTable({
    className: 'plain listed',
    caption,
    isCaptionUnseen: true,
    columns: columns.map(
      ({ name, title, holds }): Column => ({
        ...sortHeading(title, name, chosen),
        className: holds === 'number' ? 'number' : name,
        cellClass: holds === 'text' ? '' : holds,
      }),
    ),
    attributes: shown.map(({ slug }) => (slug === undefined ? null : html` data-slug="${slug}"`)),
    rows: shown.map((item) => columns.map(({ name }) => written(cellOf(item, name)))),
  });
  return scrollable(caption, markup, ' whole');
}

function written(cell: ListCell): Html | string {
  if (cell === null) return '–';
  if (typeof cell === 'number') return count(cell);
  return typeof cell === 'string' ? cell : html`<a href="${cell.href}">${bdi(cell.text)}</a>`;
}
