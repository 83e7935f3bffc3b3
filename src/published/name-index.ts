/**
 * Looks things up by name. A hit is certain: the exact name, ignoring case, punctuation and legal
 * form. Anything else is a near miss.
 */
import MiniSearch from 'minisearch';
import { z } from 'zod';
import { Slices } from '../lib/slices.ts';
import { foldKey } from '../registry/fold.ts';
import type { Company } from '../registry/schema.ts';

export type NearMiss = { name: string; slug: string };

/** The part of an answer that a failed look-up adds to the name asked for. */
export const NearMisses = {
  notes: z.array(z.string()),
  nearMisses: z.array(z.object({ name: z.string(), slug: z.string(), url: z.url() })),
};

export type Named<T> = {
  entry: T;
  names: readonly string[];
  /** Accounts on the hosting service. Any entry's name takes precedence over another's account. */
  accounts?: readonly string[];
};

/** All names that an organization has or had, its slugs among them. */
export function namesOf(
  one: Pick<Company, 'slug' | 'name' | 'aliases' | 'formerNames' | 'formerSlugs'>,
): string[] {
  const former = one.formerNames.map(({ name }) => name);
  return [one.slug, one.name, ...one.aliases, ...former, ...one.formerSlugs];
}

/** Entries by normalized name and account; if two share one, the later entry wins. Made in slices, for long lists. */
export async function byFoldedName<T>(list: readonly Named<T>[]): Promise<Map<string, T>> {
  const entries = new Map<string, T>();
  const slices = new Slices();
  await slices.each(list, ({ entry, names }) => {
    for (const name of names) entries.set(foldKey(name), entry);
  });
  await slices.each(list, ({ entry, accounts = [] }) => {
    for (const account of accounts)
      if (!entries.has(foldKey(account))) entries.set(foldKey(account), entry);
  });
  entries.delete('');
  return entries;
}

/** The texts of an entry that near misses are searched in. */
type Searched = { name: string; others: string };

const NEAR_MISSES = 5;
/** How much of a text is searched for near misses. */
const MAX_SEARCHED_CHARACTERS = 100;
const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|llc|ltd|limited|gmbh|ag|bv|b\.v|sas|ab|oy|corp|corporation|co|pbc|plc)\.?$/i;

export class NameIndex<T extends NearMiss> {
  /** Entries by normalized name. */
  readonly byKey: ReadonlyMap<string, T>;
  readonly #bySlug = new Map<string, T>();
  readonly #search = new MiniSearch<{ id: string; name: string; others: string }>({
    fields: ['name', 'others'],
    searchOptions: { fuzzy: 0.34, prefix: true, boost: { name: 2 } },
  });

  private constructor(byKey: ReadonlyMap<string, T>) {
    this.byKey = byKey;
  }

  /** @param searched the texts to search for near misses; matches in `name` weigh twice as much */
  static async of<T extends NearMiss>(
    list: readonly Named<T>[],
    searched: (named: Named<T>) => Searched,
  ): Promise<NameIndex<T>> {
    const index = new NameIndex(await byFoldedName(list));
    await new Slices().each(list, (named) => {
      index.#bySlug.set(named.entry.slug, named.entry);
      index.#search.add({ id: named.entry.slug, ...searched(named) });
    });
    return index;
  }

  get(slug: string): T | undefined {
    return this.#bySlug.get(slug);
  }

  find(text: string): T | undefined {
    const withoutLegalForm = text.trim().replace(LEGAL_FORM, '');
    return this.byKey.get(foldKey(text)) ?? this.byKey.get(foldKey(withoutLegalForm));
  }

  /** Entries with a similar name, most similar first. */
  nearMisses(text: string): NearMiss[] {
    return this.#search
      .search(text.normalize('NFKC').slice(0, MAX_SEARCHED_CHARACTERS))
      .slice(0, NEAR_MISSES)
      .flatMap(({ id }) => this.#bySlug.get(String(id)) ?? [])
      .map(({ name, slug }) => ({ name, slug }));
  }
}
