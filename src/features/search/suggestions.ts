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

const Kind = z.enum(SEARCH_KINDS);

export const Suggestions = z
  .object({
    names: z
      .array(z.object({ title: z.string(), url: z.url(), type: z.enum(SEARCH_TYPES), kind: Kind }))
      .meta({ description: 'Startups, funds and other names that are like what was asked for' }),
    kinds: z.array(z.object({ kind: Kind, count: z.int().positive(), url: z.url() })).meta({
      description:
        'Kinds in which the same words find something, with an address that shows it; if none do, the kinds in which names like them are',
    }),
  })
  .meta({ id: 'SearchSuggestions' });
export type Suggestions = z.infer<typeof Suggestions>;

const MAX_NAMES = 5;
const MAX_KINDS = 6;
const NAMES: ReadonlySet<SearchKind> = new Set([
  ...(['startup', 'fund', 'acquirer', 'company', 'sector'] as const),
]);

/**
 * @param like documents whose titles are like the query, the most alike first
 * @param found what the same words find among all kinds
 */
export function suggestions(
  query: string,
  like: readonly SearchDocument[],
  found: readonly SearchDocument[],
  addresses: Addresses,
): Suggestions {
  const [best] = like;
  return {
    names: like
      .filter(({ kind }) => NAMES.has(kind))
      .slice(0, MAX_NAMES)
      .map(({ title, url, kind }) => ({ title, url, type: typeOf(kind), kind })),
    kinds: kindsOf(found.length > 0 ? found : like)
      .slice(0, MAX_KINDS)
      .map(({ kind, count }) => {
        const q = found.length > 0 ? query : (best?.title ?? query);
        return { kind, count, url: addresses.at(`/search?${new URLSearchParams({ q, kind })}`) };
      }),
  };
}

/** Number of documents of each kind, the most frequent first. */
export function kindsOf(
  documents: readonly SearchDocument[],
): { kind: SearchKind; count: number }[] {
  return [...Map.groupBy(documents, ({ kind }) => kind)]
    .map(([kind, own]) => ({ kind, count: own.length }))
    .toSorted((one, other) => other.count - one.count);
}
