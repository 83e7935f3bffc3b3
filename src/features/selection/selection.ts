/**
 * A selection of startups: facets and a sort order, as in a list's address. Every list, with its
 * files, plot and feed, is derived from one.
 */
import {
  countValues,
  filterRows,
  MAX_SHOWN,
  picks,
  readPicked,
  type UnknownValue,
} from '../query/list-engine.ts';
import { FACET_NAMES, type Facet, type FacetName, type FacetValue } from './facets.ts';
import type { Listed } from './listed-week.ts';
import { ORDERS, type Order, SORT_NAMES, SORTINGS, type SortName, sorted } from './orders.ts';

export type Selection = {
  /** Selected values of each facet, any of which may match; a missing facet matches everything. */
  facets: Readonly<Partial<Record<FacetName, readonly string[]>>>;
  sort: SortName;
  order: Order;
};

export const SELECTION_PARAMETERS = [...FACET_NAMES, 'sort', 'order'] as const;

/** Parses an address leniently: unknown values are ignored and reported. */
export function readSelection(
  query: Readonly<Record<string, string | undefined>>,
  facets: readonly Facet[],
): { selection: Selection; unknown: UnknownValue[] } {
  const { picked, unknown } = readPicked(facets, query);
  const sort = oneOf('sort', SORT_NAMES);
  const order = oneOf('order', ORDERS);
  const by = sort ?? 'score';
  return {
    selection: { facets: picked, sort: by, order: order ?? SORTINGS[by].first },
    unknown,
  };

  function oneOf<T extends string>(name: string, known: readonly T[]): T | undefined {
    const value = query[name] ?? '';
    const found = known.find((one) => one === value);
    if (value !== '' && found === undefined)
      unknown.push({ name, title: name, value: value.slice(0, MAX_SHOWN), known });
    return found;
  }
}

/** The matching startups, sorted. */
export function selected(
  listed: readonly Listed[],
  { facets, sort, order }: Selection,
  known: readonly Facet[],
): Listed[] {
  return sorted(picked(listed, facets, known), sort, order);
}

/** The startups that the facets select. */
export function picked<R extends Pick<Listed, 'startup'>>(
  rows: readonly R[],
  facets: Selection['facets'],
  known: readonly Facet[],
): R[] {
  return filterRows(rows, picks(facets, valuesIn(known))).rows;
}

const valuesIn =
  (known: readonly Facet[]) =>
  ({ startup }: Pick<Listed, 'startup'>, name: string): string[] =>
    known.flatMap((facet) => (facet.name === name ? facet.of(startup) : []));

export type CountedValue = FacetValue & { count: number };

/** How many startups each value of a facet would match, given the other facets. */
export function countedValues(
  listed: readonly Listed[],
  { facets }: Selection,
  facet: Facet,
  known: readonly Facet[],
): CountedValue[] {
  const valuesOf = valuesIn(known);
  const counts = countValues(listed, picks(facets, valuesOf), facet.name, valuesOf);
  return facet.values.map((value) => ({ ...value, count: counts.get(value.value) ?? 0 }));
}

/** Parameters of the selection's address, without defaults, in canonical order. */
export function selectionParameters({ facets, sort, order }: Selection): [string, string][] {
  const picked = FACET_NAMES.flatMap((name): [string, string][] => {
    const values = facets[name];
    return values === undefined ? [] : [[name, values.join(',')]];
  });
  const hasOrder = order !== SORTINGS[sort].first;
  return [
    ...picked,
    ...(sort === 'score' ? [] : [['sort', sort] satisfies [string, string]]),
    ...(hasOrder ? [['order', order] satisfies [string, string]] : []),
  ];
}

/** `path?sector=security&page=2` @param more parameters to append */
export function selectionAddress(
  path: string,
  parameters: readonly (readonly [string, string])[],
): string {
  if (parameters.length === 0) return path;
  const query = parameters.map(([name, value]) => `${name}=${encoded(value)}`);
  return `${path}?${query.join('&')}`;
}

/** Commas need not be encoded in a query (RFC 3986, section 3.4). */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',');
}

/** The selection in words for titles: `Security, Seed, strong…`; empty if it matches all startups. */
export function selectionWords({ facets }: Selection, known: readonly Facet[]): string {
  return known
    .flatMap(({ name, values }) => {
      const labels = (facets[name] ?? []).map(
        (value) => values.find((one) => one.value === value)?.label ?? value,
      );
      const said = name === 'geography' || name === 'stage' ? labels.map(ofUnknown(name)) : labels;
      return said.length === 0 ? [] : [said.join(' or ')];
    })
    .join(', ');
}

function ofUnknown(name: string): (label: string) => string {
  return (label) => (label === 'not known' ? `${name} ${label}` : label);
}
