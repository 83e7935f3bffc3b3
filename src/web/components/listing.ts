/**
 * A long list as its address shows it: what was typed, which kind and facets are picked, how it is sorted
 * and which page of it is wanted. Data in, data out; `filtered-list.ts` writes it.
 */
import {
  countValues,
  filterRows,
  orderRows,
  type Picked,
  pageOf,
  picks,
  readPicked,
  type UnknownValue,
} from '../../features/query/list-engine.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { CountedFacet, Order, Parameters } from './list-part.ts';

/** A number, a text, or something that leads somewhere; null is not known. */
export type ListCell = string | number | null | { text: string; href: string };

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

export type ListedKind = { id: string; name: string };

export type ListFacet = Omit<CountedFacet, 'values'> & {
  values: readonly { value: string; label: string }[];
};

export type ListColumn = {
  name: string;
  title: string;
  /** The type of its cells; numbers and dates are sorted from the highest. */
  holds: 'text' | 'number' | 'date';
};

export type ListDefinition = {
  kinds: readonly ListedKind[];
  facets?: readonly ListFacet[];
  columns?: readonly ListColumn[];
  /** The column that a kind is sorted by where the address names none. */
  usual?: Readonly<Record<string, string>>;
  items: readonly ListItem[];
  /** The parameters in the address. */
  query: Readonly<Record<string, string>>;
  /** A question that led here, whose answer the items are: it stays in the box and filters nothing. */
  asked?: string | undefined;
};

/** The choices that an address makes. */
export type Choices = {
  /** Text of the box. */
  typed: string;
  kind: string | undefined;
  picked: Picked;
  /** A column, `name`, or undefined for the order that the list has by itself. */
  sort: string | undefined;
  order: Order;
};

export type Listing = Choices & {
  /** Words of the box that filter. */
  words: string;
  /** Its facets with what each value would show, all other choices unchanged. */
  facets: readonly CountedFacet[];
  /** Items of all kinds that match the facets and words. */
  named: readonly ListItem[];
  /** Those of the chosen kind, sorted. */
  found: readonly ListItem[];
  /** Those of the page. */
  shown: readonly ListItem[];
  page: number;
  pages: number;
  /** Values in the address that its facets do not know. */
  unknown: readonly UnknownValue[];
};

/** The query parameters of a page with such a list. */
export const LIST_PARAMETERS = ['q', 'kind', 'sort', 'order', 'page'] as const;

const PAGE_ITEMS = 100;
/** Rows are taller than names. */
const PAGE_ROWS = 50;
const MAX_FILTER = 100;
const BY_TEXT = new Intl.Collator('en', { numeric: true });

export function listing(definition: ListDefinition): Listing {
  const { kinds, facets = [], columns = [], items, query, asked } = definition;
  const typed = asked ?? typedIn(query);
  const words = asked === undefined ? typed : '';
  const { picked, unknown } = readPicked(facets, query);
  const kind = kinds.find(({ id }) => id === query['kind'])?.id;
  const isOfKind = (item: ListItem) => (kind ?? item.kind) === item.kind;
  const matched = items.filter(matching(words));
  const checks = picks(picked, valuesOf);
  const { rows: named } = filterRows(matched, checks);
  const sort = sortOf(definition, kind);
  const first = firstOrder(sort, columns);
  const order = (['highest', 'lowest'] as const).find((one) => one === query['order']) ?? first;
  const ofKind = named.filter(isOfKind);
  const found = sort === undefined ? ofKind : sorted(ofKind, sort, order, columns);
  const size = columns.length === 0 ? PAGE_ITEMS : PAGE_ROWS;
  const { rows: shown, ...at } = pageOf(found, Number(query['page']), size);
  const countedFacets = facets.map((facet) => {
    const counts = countValues(matched.filter(isOfKind), checks, facet.name, valuesOf);
    const values = facet.values.map((one) => ({ ...one, count: counts.get(one.value) ?? 0 }));
    return { ...facet, values };
  });
  const choices = { typed, kind, picked, sort, order };
  return { ...choices, words, facets: countedFacets, named, found, shown, ...at, unknown };
}

function sortOf({ columns = [], usual, query, asked }: ListDefinition, kind = '') {
  if (columns.length === 0) return undefined;
  const sortable = ['name', ...columns.map(({ name }) => name)];
  const own = asked === undefined ? usual?.[kind] : undefined;
  return sortable.find((one) => one === query['sort']) ?? own;
}

/** Text of the box. */
export function typedIn(query: ListDefinition['query']): string {
  return (query['q'] ?? '').trim().slice(0, MAX_FILTER);
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

/** Names from A, numbers and dates from the highest. */
export function firstOrder(sort: string | undefined, columns: readonly ListColumn[]): Order {
  const column = columns.find(({ name }) => name === sort);
  return column === undefined || column.holds === 'text' ? 'lowest' : 'highest';
}

function sorted(
  items: readonly ListItem[],
  sort: string,
  order: Order,
  columns: readonly ListColumn[],
): ListItem[] {
  const holds = columns.find(({ name }) => name === sort)?.holds ?? 'text';
  const sortValue = ({ name, cells }: ListItem) =>
    sort === 'name' ? name : plainCell(cells?.[sort]);
  const compare = (one: string | number, other: string | number) => {
    if (holds === 'number') return Number(one) - Number(other);
    if (holds === 'date') return -compareLatestFirst(String(one), String(other));
    return BY_TEXT.compare(String(one), String(other));
  };
  return orderRows(items, sortValue, { order, compare });
}

const valuesOf = ({ values }: ListItem, facet: string): readonly string[] => values?.[facet] ?? [];

/** A cell as a text or number; an empty one is not known. */
function plainCell(cell: ListCell = null): string | number | null {
  const plain = typeof cell === 'object' && cell !== null ? cell.text : cell;
  return plain === '' ? null : plain;
}

/** The parameters of its address, without those that say nothing; the same list has one form. */
export function listParameters(
  { typed, kind, picked, sort, order }: Choices,
  { columns = [], usual = {}, asked }: ListDefinition,
): Parameters {
  const isUsual = asked === undefined && sort === usual[kind ?? ''];
  const isTurned = sort !== undefined && order !== firstOrder(sort, columns);
  const pairs: [string, string | undefined][] = [
    ['q', typed],
    ['kind', kind],
    ...Object.entries(picked).map(([name, values]): [string, string | undefined] => [
      name,
      values?.join(','),
    ]),
    ['sort', isUsual ? undefined : sort],
    ['order', isTurned ? order : undefined],
  ];
  return pairs.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
