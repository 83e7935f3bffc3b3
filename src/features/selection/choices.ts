/**
 * The choices that the address of a list makes: picked values of its facets, the column that it is sorted
 * by and the direction, and a page. Lists of startups and all others of the site are chosen from alike.
 */
import { compareNames } from '../../lib/compare.ts';
import { type Check, filterRows, orderRows } from '../query/list-engine.ts';

export const ORDERS = ['highest', 'lowest'] as const;
export type Order = (typeof ORDERS)[number];

/** @param value as in addresses @param label as displayed */
export type FacetValue = { value: string; label: string };

export type Facet<R> = {
  /** Its parameter in the address. */
  name: string;
  /** `Sector` */
  title: string;
  /** `all sectors` */
  all: string;
  values: readonly FacetValue[];
  /** A row's values; a later registry may have added some. */
  of: (row: R) => readonly string[];
};

export type CountedFacet = Omit<Facet<unknown>, 'of' | 'values'> & {
  /** How many rows each value would leave, with everything else as it is picked. */
  values: readonly (FacetValue & { count: number })[];
};

type SortValue = string | number;
export type Comparison = (one: SortValue, other: SortValue) => number;

export type Sorting<R> = {
  /** Follows `sorted by`: `commits in 14 days`. */
  title: string;
  /** Default direction. */
  first: Order;
  /** Null is not known, and comes last in both directions. */
  value: (row: R) => SortValue | null;
  /** Numbers by size and texts as names without it. */
  compare?: Comparison;
};

/** All that a list can be chosen by. */
export type Choosable<R> = {
  facets: readonly Facet<R>[];
  sortings: Readonly<Record<string, Sorting<R>>>;
  /** The sorting without one in the address; undefined for the order that the rows are in. */
  usual: string | undefined;
};

/** Picked values of each facet, any of which may match; a facet that is missing matches everything. */
export type Picked = Readonly<Partial<Record<string, readonly string[]>>>;
export type Choices = { picked: Picked; sort: string | undefined; order: Order };

/** Parameters of an address, as it gives them. */
export type AddressQuery = Readonly<Record<string, string | undefined>>;

/** A value in an address that its facet does not have. */
export type UnknownValue = { name: string; title: string; value: string; known: readonly string[] };

/** Values of one facet in an address at most, and how much of an unknown one is shown. */
const MAX_VALUES = 30;
const MAX_SHOWN = 60;

/**
 * Parses an address leniently: unknown values are left out and reported, so that a shared link never
 * fails because of one word.
 */
export function readChoices<R>(
  query: AddressQuery,
  { facets, sortings, usual }: Choosable<R>,
): { choices: Choices; unknown: UnknownValue[] } {
  const { picked, unknown } = readPicked(query, facets);
  const oneOf = <T extends string>(name: string, known: readonly T[]): T | undefined => {
    const value = query[name] ?? '';
    const found = known.find((one) => one === value);
    if (value !== '' && found === undefined && known.length > 0)
      unknown.push({ name, title: name, value: value.slice(0, MAX_SHOWN), known });
    return found;
  };
  const sort = oneOf('sort', Object.keys(sortings)) ?? usual;
  const order = oneOf('order', ORDERS) ?? firstOrder(sort, sortings);
  return { choices: { picked, sort, order }, unknown };
}

export function readPicked(
  query: AddressQuery,
  facets: readonly Facet<never>[],
): { picked: Record<string, string[]>; unknown: UnknownValue[] } {
  const picked: Record<string, string[]> = {};
  const unknown: UnknownValue[] = [];
  for (const { name, title, values } of facets) {
    const known = values.map(({ value }) => value);
    const asked = listIn((query[name] ?? '').toLowerCase()).slice(0, MAX_VALUES);
    const valid = known.filter((value) => asked.includes(value)).sort();
    if (valid.length > 0) picked[name] = valid;
    for (const value of asked)
      if (!known.includes(value))
        unknown.push({ name, title, value: value.slice(0, MAX_SHOWN), known });
  }
  return { picked, unknown };
}

/** The parts of a text with commas. */
export function listIn(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function firstOrder(sort: string | undefined, sortings: Choosable<never>['sortings']): Order {
  return sortings[sort ?? '']?.first ?? 'highest';
}

/** The rows that the facets pick. */
export function pickRows<R>(
  rows: readonly R[],
  facets: Choosable<R>['facets'],
  picked: Picked,
): R[] {
  const checks = facets.flatMap(({ name, of }): Check<R>[] => {
    const values = picked[name];
    if (values === undefined) return [];
    return [{ field: name, verdict: (row) => of(row).some((value) => values.includes(value)) }];
  });
  return filterRows(rows, checks).rows;
}

/** The picked rows, sorted; of the same value, in the order that they are in. */
export function chooseRows<R>(
  rows: readonly R[],
  { facets, sortings }: Choosable<R>,
  { picked, sort = '', order }: Choices,
): R[] {
  const left = pickRows(rows, facets, picked);
  const sorting = sortings[sort];
  if (sorting === undefined) return left;
  const { value, compare = compareCells } = sorting;
  return orderRows(left, value, { order, compare });
}

function compareCells(one: SortValue, other: SortValue): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : compareNames(String(one), String(other));
}

/** Counts the rows that each value of a facet would leave, with all other facets as they are picked. */
export function countFacets<R>(
  rows: readonly R[],
  facets: Choosable<R>['facets'],
  picked: Picked,
): CountedFacet[] {
  return facets.map(({ of, values, ...facet }) => {
    const others = facets.filter(({ name }) => name !== facet.name);
    const found = pickRows(rows, others, picked).flatMap((row) => [...new Set(of(row))]);
    const counts = Map.groupBy(found, (value) => value);
    const counted = values.map((each) => ({ ...each, count: counts.get(each.value)?.length ?? 0 }));
    return { ...facet, values: counted };
  });
}

/** Parameters of a list's address, without defaults, in canonical order. */
export function choiceParameters<R>(
  { picked, sort, order }: Choices,
  { facets, sortings, usual }: Choosable<R>,
): [string, string][] {
  const isTurned = sort !== undefined && order !== firstOrder(sort, sortings);
  return [
    ...pickedParameters(picked, facets),
    ...(sort === undefined || sort === usual ? [] : [['sort', sort] satisfies [string, string]]),
    ...(isTurned ? [['order', order] satisfies [string, string]] : []),
  ];
}

export function pickedParameters(
  picked: Picked,
  facets: readonly Pick<Facet<unknown>, 'name'>[],
): [string, string][] {
  return facets.flatMap(({ name }): [string, string][] => {
    const values = picked[name];
    return values === undefined ? [] : [[name, values.join(',')]];
  });
}

/** @param wanted from 1; beyond the last page, the last one is shown */
export function pageOf<R>(
  rows: readonly R[],
  wanted: number,
  size: number,
): { page: number; pages: number; rows: readonly R[] } {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(pages, Math.max(1, Math.trunc(wanted) || 1));
  return { page, pages, rows: rows.slice((page - 1) * size, page * size) };
}
