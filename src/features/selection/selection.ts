/**
 * A selection of startups: facets and a sort order, as in a list's address. Every list, with its
 * files, plot and feed, is derived from one.
 */
import { FACET_NAMES, type Facet, type FacetName, type FacetValue } from './facets.ts';
import type { Listed } from './listed-week.ts';
import { ORDERS, type Order, SORT_NAMES, SORTINGS, type SortName, sorted } from './orders.ts';

export type Selection = {
  /** Selected values of each facet, any of which may match; a missing facet matches everything. */
  facets: Readonly<Partial<Record<FacetName, readonly string[]>>>;
  sort: SortName;
  order: Order;
};

/** A value in an address that the facet does not have. */
export type UnknownValue = { name: string; value: string; known: readonly string[] };

/** Maximum number of values of one facet in an address. */
const MAX_VALUES = 30;
const MAX_SHOWN = 60;

export const SELECTION_PARAMETERS = [...FACET_NAMES, 'sort', 'order'] as const;

/**
 * Parses an address leniently: unknown values are ignored and reported, so that a shared link never
 * fails because of one word.
 */
export function readSelection(
  query: Readonly<Record<string, string | undefined>>,
  facets: readonly Facet[],
): { selection: Selection; unknown: UnknownValue[] } {
  const unknown: UnknownValue[] = [];
  const picked: Partial<Record<FacetName, string[]>> = {};
  for (const { name, values } of facets) {
    const known = new Set(values.map(({ value }) => value));
    const asked = valuesIn(query[name]);
    const valid = asked.filter((value) => known.has(value));
    if (valid.length > 0) picked[name] = [...new Set(valid)].sort();
    for (const value of asked)
      if (!known.has(value))
        unknown.push({ name, value: value.slice(0, MAX_SHOWN), known: [...known] });
  }
  const sort = SORT_NAMES.find((one) => one === query['sort']);
  if (isGiven(query['sort']) && sort === undefined)
    unknown.push({ name: 'sort', value: shown(query['sort']), known: SORT_NAMES });
  const order = ORDERS.find((one) => one === query['order']);
  if (isGiven(query['order']) && order === undefined)
    unknown.push({ name: 'order', value: shown(query['order']), known: ORDERS });
  const by = sort ?? 'score';
  return {
    selection: { facets: picked, sort: by, order: order ?? SORTINGS[by].first },
    unknown,
  };
}

/** The values of a facet, separated by commas. */
function valuesIn(text = ''): string[] {
  return text
    .toLowerCase()
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .slice(0, MAX_VALUES);
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function shown(text = ''): string {
  return text.slice(0, MAX_SHOWN);
}

/** The matching startups, sorted. */
export function selected(
  listed: readonly Listed[],
  { facets, sort, order }: Selection,
  known: readonly Facet[],
): Listed[] {
  return sorted(
    listed.filter((one) => isPicked(one, facets, known)),
    sort,
    order,
  );
}

/** @param except a facet to ignore */
export function isPicked(
  { startup }: Pick<Listed, 'startup'>,
  picked: Selection['facets'],
  known: readonly Facet[],
  except?: FacetName,
): boolean {
  return known.every(({ name, of }) => {
    const values = name === except ? undefined : picked[name];
    return values === undefined || values.includes(of(startup));
  });
}

export type CountedValue = FacetValue & { startups: number };

/** How many startups each value of a facet would match, given the other facets. */
export function countedValues(
  listed: readonly Listed[],
  { facets }: Selection,
  facet: Facet,
  known: readonly Facet[],
): CountedValue[] {
  const counts = new Map<string, number>();
  for (const one of listed) {
    if (!isPicked(one, facets, known, facet.name)) continue;
    const value = facet.of(one.startup);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return facet.values.map((value) => ({ ...value, startups: counts.get(value.value) ?? 0 }));
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
