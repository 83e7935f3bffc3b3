/**
 * Suggestions while the reader types: names with a word that begins with the text, startups first.
 * The index of prefixes is built with the publication, so that a key press costs one look-up.
 */

import SearchableMap from 'minisearch/SearchableMap';
import { z } from 'zod';
import { compareCodeUnits } from '../../lib/compare.ts';
import { Slices } from '../../lib/slices.ts';
import type { Published } from '../../published/published.ts';
import {
  SEARCH_KINDS,
  type SearchDocument,
  type SearchKind,
} from '../../published/search-document.ts';
import { siteSearch } from './site-search.ts';

export const TypedName = z
  .object({
    name: z.string(),
    kind: z.enum(SEARCH_KINDS),
    url: z.url(),
    slug: z.string().nullable().meta({ description: 'Of a startup, a sector or an organization' }),
  })
  .meta({ id: 'TypedName' });
type TypedName = z.infer<typeof TypedName>;

export const MAX_TYPED_NAMES = 8;
/** Startups among the suggestions if there are other matches as well. */
const MAX_STARTUPS = 5;

/** Kinds suggested, in this order; kinds of one group rank equally. */
const GROUPS: readonly (readonly SearchKind[])[] = [
  ['startup'],
  ['sector'],
  ['fund', 'acquirer', 'company'],
  ['question', 'answer', 'term'],
];
/** Kinds that have names other than their title. */
const NAMED: ReadonlySet<SearchKind> = new Set(GROUPS.slice(0, 3).flat());
/** Words of a title at which a match may begin. */
const MAX_WORDS = 8;

/** Place of a match: at the first word of the name, at a later one, or in another name. */
type Place = 0 | 1 | 2;
type Beginning = { document: SearchDocument; group: number; place: Place };

export class TypedNames {
  readonly #beginnings: SearchableMap<Beginning[]>;
  readonly #published: Published;

  private constructor(published: Published, beginnings: SearchableMap<Beginning[]>) {
    this.#published = published;
    this.#beginnings = beginnings;
  }

  static async of(published: Published): Promise<TypedNames> {
    const { documents } = await published.derived(siteSearch);
    // Startups' keywords include their sector, which is not one of their names.
    const sectors = new Set(published.registry.sectors.map(({ slug }) => slug));
    const beginnings = new SearchableMap<Beginning[]>();
    await new Slices().each(documents, (document) => {
      const { kind, title, keywords } = document;
      const group = GROUPS.findIndex((kinds) => kinds.includes(kind));
      if (group < 0) return;
      const add = (key: string, place: Place) =>
        beginnings.fetch(key, () => []).push({ document, group, place });
      for (const [at, key] of beginningsOf(title).entries()) add(key, at === 0 ? 0 : 1);
      if (!NAMED.has(kind)) return;
      for (const other of keywords)
        if (!other.includes('/') && (kind !== 'startup' || !sectors.has(other)))
          add(typedKey(other), 2);
    });
    return new TypedNames(published, beginnings);
  }

  /**
   * At most eight, each page once; nothing for a text without letters and digits. Where no name begins
   * so, startups that may have been meant.
   *
   * @param kind only names of that kind
   */
  like(text: string, kind?: SearchKind): TypedName[] {
    const key = typedKey(text);
    if (key === '') return [];
    const found = [...this.#beginnings.atPrefix(key).values()]
      .flat()
      .filter(({ document }) => kind === undefined || document.kind === kind)
      .sort(byRank);
    const seen = new Set<string>();
    const distinct = found.filter(({ document: { url } }) => !seen.has(url) && seen.add(url));
    const startups = distinct.filter(({ group }) => group === 0);
    const others = distinct.filter(({ group }) => group > 0);
    const room = Math.max(MAX_STARTUPS, MAX_TYPED_NAMES - others.length);
    const shown = [...startups.slice(0, room), ...others].slice(0, MAX_TYPED_NAMES);
    if (shown.length > 0) return shown.map(({ document }) => typedName(document));
    return kind === undefined || kind === 'startup' ? this.#meant(text) : [];
  }

  #meant(text: string): TypedName[] {
    const { companies, addresses } = this.#published;
    const found = companies.find(text);
    const near = found.found ? [found.company] : found.nearMisses;
    return near.map(({ name, slug }) => {
      return { name, kind: 'startup', slug, url: addresses.startup(slug) };
    });
  }
}

/** Derived once per publication. */
export const typedNames = TypedNames.of;

/** Words in lower case without accents, with one space between them. */
function typedKey(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The title from each of its words on. */
function beginningsOf(title: string): string[] {
  const words = typedKey(title).split(' ');
  return words.slice(0, MAX_WORDS).map((_, index) => words.slice(index).join(' '));
}

function byRank(one: Beginning, other: Beginning): number {
  return (
    one.group - other.group ||
    one.place - other.place ||
    one.document.title.length - other.document.title.length ||
    compareCodeUnits(one.document.title, other.document.title)
  );
}

function typedName({ title, kind, url, slug }: SearchDocument): TypedName {
  return { name: title, kind, url, slug: slug ?? null };
}
