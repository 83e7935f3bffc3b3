/**
 * A long list as its address shows it: what was typed, which kind and facets are picked, how it is sorted
 * and which page of it is wanted. Data in, data out; `filtered-list.ts` writes it.
 */
import {
  type AddressQuery,
  type Choices,
  type Choosable,
  type Comparison,
  type CountedFacet,
  choiceParameters,
  chooseRows,
  countFacets,
  type Facet,
  type Order,
  pageOf,
  pickRows,
  readChoices,
  type Sorting,
  type UnknownValue,
} from '../../features/selection/choices.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Parameters } from './list-part.ts';

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

export type ListFacet = Omit<Facet<never>, 'of'>;

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
  query: AddressQuery;
  /** A question that led here, whose answer the items are: it stays in the box and filters nothing. */
  asked?: string | undefined;
};

/** The choices that its address makes. */
export type ListChoices = Choices & {
  /** Text of the box. */
  typed: string;
  kind: string | undefined;
};

export type Listing = ListChoices & {
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
const COMPARISONS: Readonly<Record<ListColumn['holds'], Comparison>> = {
  text: (one, other) => BY_TEXT.compare(String(one), String(other)),
  number: (one, other) => Number(one) - Number(other),
  date: (one, other) => -compareLatestFirst(String(one), String(other)),
};

export function listing(definition: ListDefinition): Listing {
  const { kinds, columns = [], items, query, asked } = definition;
  const typed = asked ?? typedIn(query);
  const words = asked === undefined ? typed : '';
  const kind = kinds.find(({ id }) => id === query['kind'])?.id;
  const list = choosable(definition, kind);
  const { choices, unknown } = readChoices(query, list);
  const matched = items.filter(matching(words));
  const ofKind = matched.filter((item) => (kind ?? item.kind) === item.kind);
  const found = chooseRows(ofKind, list, choices);
  const size = columns.length === 0 ? PAGE_ITEMS : PAGE_ROWS;
  const { rows: shown, ...at } = pageOf(found, Number(query['page']), size);
  const named = pickRows(matched, list.facets, choices.picked);
  const facets = countFacets(ofKind, list.facets, choices.picked);
  return { ...choices, typed, kind, words, facets, named, found, shown, ...at, unknown };
}

function choosable(
  { facets = [], columns = [], usual, asked }: ListDefinition,
  kind = '',
): Choosable<ListItem> {
  const name: ListColumn = { name: 'name', title: 'name', holds: 'text' };
  const sortable = columns.length === 0 ? [] : [name, ...columns];
  return {
    facets: facets.map((facet) => ({ ...facet, of: ({ values }) => values?.[facet.name] ?? [] })),
    sortings: Object.fromEntries(sortable.map((column) => [column.name, sortingBy(column)])),
    usual: asked === undefined ? usual?.[kind] : undefined,
  };
}

function sortingBy(column: ListColumn): Sorting<ListItem> {
  const { name, title, holds } = column;
  return {
    title,
    first: firstOrder(column),
    value: (item) => (name === 'name' ? item.name : plainCell(item.cells?.[name])),
    compare: COMPARISONS[holds],
  };
}

/** Texts from A, numbers and dates from the highest. */
export function firstOrder({ holds }: ListColumn): Order {
  return holds === 'text' ? 'lowest' : 'highest';
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

/** A cell as a text or number; an empty one is not known. */
function plainCell(cell: ListCell = null): string | number | null {
  const plain = typeof cell === 'object' && cell !== null ? cell.text : cell;
  return plain === '' ? null : plain;
}

/** The parameters of its address, without those that say nothing; the same list has one form. */
export function listParameters(choices: ListChoices, definition: ListDefinition): Parameters {
  const { typed, kind } = choices;
  return [
    ...(typed ? [['q', typed] as const] : []),
    ...(kind ? [['kind', kind] as const] : []),
    ...choiceParameters(choices, choosable(definition, kind)),
  ];
}
