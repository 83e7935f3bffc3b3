/** Suggestions for a search without hits: names similar to the query, and kinds of documents. */
import { z } from 'zod';
import type { Addresses } from '../../lib/addresses.ts';
import {
  SEARCH_KINDS,
  SEARCH_TYPES,
  type SearchDocument,
  type SearchKind,
  typeOf,
} from '../../published/search-document.ts';

export const Suggestions = z
  .object({
    names: z
      .array(
        z.object({
          title: z.string(),
          url: z.url(),
          type: z.enum(SEARCH_TYPES),
          kind: z.enum(SEARCH_KINDS),
        }),
      )
      .meta({ description: 'Startups, funds and other names that are like what was asked for' }),
    kinds: z
      .array(
        z.object({
          kind: z.enum(SEARCH_KINDS),
          count: z.int().positive(),
          url: z.url(),
        }),
      )
      .meta({
        description:
          'Kinds in which the same words find something, with an address that shows it; if none do, the kinds that there is most of',
      }),
  })
  .meta({ id: 'SearchSuggestions' });
export type Suggestions = z.infer<typeof Suggestions>;

const MAX_NAMES = 5;
const MAX_KINDS = 6;
const NAMES: ReadonlySet<SearchKind> = new Set([
  'startup',
  'fund',
  'acquirer',
  'company',
  'sector',
]);

/** Address of the list of all documents of a kind. */
const LISTS: Readonly<Record<SearchKind, string>> = {
  startup: '/',
  fund: '/diligence',
  acquirer: '/diligence',
  company: '/diligence',
  sector: '/',
  answer: '/answers',
  comparison: '/compare',
  question: '/faq',
  term: '/glossary',
  method: '/methodology',
  finding: '/research',
  report: '/research',
  market: '/markets',
  digest: '/blog',
  price: '/pricing',
  document: '/docs',
};

/**
 * @param like documents whose titles are like the query, the most alike first
 * @param found what the same words find among all kinds
 * @param all everything that could be found
 */
export function suggestions(
  query: string,
  {
    like,
    found,
    all,
    addresses,
  }: {
    like: readonly SearchDocument[];
    found: readonly SearchDocument[];
    all: readonly SearchDocument[];
    addresses: Addresses;
  },
): Suggestions {
  const inKind = (kind: SearchKind) =>
    addresses.at(`/search?${new URLSearchParams({ q: query, kind })}`);
  const list = (kind: SearchKind) => addresses.at(LISTS[kind]);
  return {
    names: like
      .filter(({ kind }) => NAMES.has(kind))
      .slice(0, MAX_NAMES)
      .map(({ title, url, kind }) => ({ title, url, type: typeOf(kind), kind })),
    kinds: found.length > 0 ? counted(found, inKind) : counted(all, list),
  };
}

/** The most frequent kinds first. */
function counted(
  documents: readonly SearchDocument[],
  addressOf: (kind: SearchKind) => string,
): Suggestions['kinds'] {
  return [...Map.groupBy(documents, ({ kind }) => kind)]
    .map(([kind, own]) => ({ kind, count: own.length, url: addressOf(kind) }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_KINDS);
}
