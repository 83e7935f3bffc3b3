/** A watch list: named startups, or all startups that match a selection. */
import { formerSlugs } from '../../published/compared.ts';
import type { Published } from '../../published/published.ts';
import type { Company } from '../../registry/schema.ts';
import {
  type AddressQuery,
  listIn,
  type Picked,
  pickedParameters,
  readPicked,
  type UnknownValue,
} from './choices.ts';
import { facetsOf } from './facets.ts';
import { selectionAddress, selectionWords } from './selection.ts';

export const MAX_WATCHED = 200;
/** Maximum length of a list in an address, in characters: 200 slugs of 60. */
export const MAX_LIST_TEXT = 12_200;
const MAX_NAMED = 60;

export type WatchList =
  | {
      kind: 'startups';
      /** In the address's order. */
      companies: readonly Company[];
      /** Names that match no tracked startup. */
      strangers: readonly string[];
      /** Number of names beyond the limit. */
      tooMany: number;
    }
  | {
      kind: 'selection';
      facets: ReturnType<typeof facetsOf>;
      picked: Picked;
      /** `Security, Seed` */
      words: string;
      unknown: readonly UnknownValue[];
    }
  | { kind: 'nothing'; unknown: readonly UnknownValue[] };

/** @param query `s` with slugs, and `add` with another name as typed; otherwise facets */
export async function watchList(query: AddressQuery, published: Published): Promise<WatchList> {
  const asked = [...listIn(query['s']), ...listIn(query['add'])];
  if (asked.length > 0) return namedStartups(asked, published);
  const facets = facetsOf(published.registry);
  const { picked, unknown } = readPicked(query, facets);
  if (Object.keys(picked).length === 0) return { kind: 'nothing', unknown };
  return { kind: 'selection', facets, picked, words: selectionWords(picked, facets), unknown };
}

async function namedStartups(asked: readonly string[], published: Published): Promise<WatchList> {
  const moved = await published.derived(formerSlugs);
  const companies = new Map<string, Company>();
  const strangers = new Set<string>();
  const names = [...new Set(asked)];
  for (const name of names.slice(0, MAX_WATCHED)) {
    const company = companyOf(name, moved, published);
    if (company) companies.set(company.slug, company);
    else strangers.add(name.slice(0, MAX_NAMED));
  }
  return {
    kind: 'startups',
    companies: [...companies.values()],
    strangers: [...strangers],
    tooMany: Math.max(0, names.length - MAX_WATCHED),
  };
}

/**
 * Looks up a slug, former slug or exact name. Typing errors are not corrected, since a feed could
 * then follow the wrong startup.
 */
function companyOf(name: string, moved: ReadonlyMap<string, string>, { companies }: Published) {
  const known = companies.get(name.toLowerCase()) ?? companies.get(moved.get(name) ?? '');
  if (known) return known;
  const found = companies.find(name);
  return found.found ? found.company : undefined;
}

/** Parameters of a list's address, in canonical form. */
export function watchParameters(watched: WatchList): [string, string][] {
  if (watched.kind === 'nothing') return [];
  if (watched.kind === 'startups')
    return [['s', watched.companies.map(({ slug }) => slug).join(',')]];
  return pickedParameters(watched.picked, watched.facets);
}

export function watchAddress(path: string, list: WatchList, period?: string): string {
  const parameters = watchParameters(list);
  return selectionAddress(
    path,
    period === undefined ? parameters : [...parameters, ['period', period]],
  );
}
