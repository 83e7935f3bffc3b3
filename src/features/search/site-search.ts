/**
 * Site-wide search by words (specification, section 1: token overlap). MiniSearch ranks, the glossary
 * adds synonyms, words match by their stems, and every hit says why it was found.
 */
import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import { z } from 'zod';
import type { Published } from '../../published/published.ts';
import {
  SEARCH_TYPES,
  type SearchDocument,
  type SearchType,
} from '../../published/search-document.ts';
import { isWithin, STARTUP, STOP_WORDS, stem, wordsOf } from '../answers/words.ts';
import { searchDocuments } from './corpus.ts';

export const SearchHit = z
  .object({
    url: z.url(),
    title: z.string(),
    snippet: z.string(),
    type: z.enum(SEARCH_TYPES),
    score: z.number().nonnegative(),
    matches: z
      .array(
        z.object({
          term: z.string().meta({ description: 'As the document has it' }),
          query: z.array(z.string()).meta({ description: 'What of the query it stands for' }),
          fields: z.array(z.enum(['title', 'keywords', 'text'])),
          how: z.enum(['exact', 'synonym', 'typo or ending']),
        }),
      )
      .meta({ description: 'Why it was found' }),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

const FIELDS = ['title', 'keywords', 'text'] as const;
const BOOST = { title: 4, keywords: 2, text: 1 };
/** A synonym counts less than the word itself. */
const SYNONYM_WEIGHT = 0.4;
/** Of a query; further ones are ignored. */
const MAX_WORDS = 40;
const MAX_SNIPPET_LENGTH = 200;

type Indexed = Record<(typeof FIELDS)[number], string> & { id: number };

export class SiteSearch {
  readonly #documents: readonly SearchDocument[];
  readonly #synonyms: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #index: MiniSearch<Indexed>;

  constructor(documents: readonly SearchDocument[], synonyms: readonly (readonly string[])[]) {
    this.#documents = documents;
    this.#synonyms = linked(synonyms);
    this.#index = new MiniSearch<Indexed>({
      fields: [...FIELDS],
      tokenize: wordsOf,
      processTerm: (word) => (word === STARTUP ? null : stem(word)),
    });
    this.#index.addAll(
      documents.map(({ title, text, keywords }, id) => ({
        id,
        title,
        text,
        keywords: keywords.join(' '),
      })),
    );
  }

  /** @returns the number of all hits, and the best of them */
  search(
    text: string,
    type: SearchType | undefined,
    limit: number,
  ): { total: number; hits: SearchHit[] } {
    const words = wordsOf(text).slice(0, MAX_WORDS);
    const telling = words.filter((word) => !STOP_WORDS.has(word));
    const asked = [...new Set((telling.length > 0 ? telling : words).map(stem))];
    const found = this.#index.search(this.#query(asked), {
      boost: BOOST,
      // The words are stems already.
      tokenize: (word) => [word],
      processTerm: (word) => word,
      ...(type && { filter: ({ id }: SearchResult) => this.#documents[Number(id)]?.type === type }),
    });
    const results = this.#weighted(found, asked);
    const hits = results.slice(0, limit).flatMap((result) => {
      const document = this.#documents[Number(result.id)];
      return document ? [this.#hit(document, result, asked)] : [];
    });
    return { total: results.length, hits };
  }

  /**
   * MiniSearch multiplies a score by the number of query terms found. Here it is the number of words
   * asked for: a document with a word and two synonyms of it matches no more of the query.
   */
  #weighted(found: readonly SearchResult[], asked: readonly string[]): SearchResult[] {
    const wordsOfTerm = new Map<string, string[]>();
    for (const word of asked)
      for (const term of [word, ...(this.#synonyms.get(word) ?? [])])
        wordsOfTerm.set(term, [...(wordsOfTerm.get(term) ?? []), word]);
    return found
      .map((result) => {
        const matched = new Set(result.queryTerms.flatMap((term) => wordsOfTerm.get(term) ?? []));
        return { ...result, score: (result.score / result.queryTerms.length) * matched.size };
      })
      .sort((one, other) => other.score - one.score);
  }

  #query(asked: readonly string[]): Query {
    return {
      combineWith: 'OR',
      queries: asked.flatMap((word, index) => {
        const isLast = index === asked.length - 1;
        const own: Query = {
          queries: [word],
          fuzzy: allowedTypos(word),
          prefix: isLast && word.length > 2,
          weights: { fuzzy: 0.3, prefix: 0.3 },
        };
        const others: Query[] = [...(this.#synonyms.get(word) ?? [])].map((synonym) => ({
          queries: [synonym],
          fuzzy: 0,
          boostTerm: () => SYNONYM_WEIGHT,
        }));
        return [own, ...others];
      }),
    };
  }

  #hit(document: SearchDocument, result: SearchResult, asked: readonly string[]): SearchHit {
    const words = new Set(asked);
    const { url, title, type, text } = document;
    const terms = Object.keys(result.match);
    return {
      url,
      title,
      snippet: snippet(text, new Set(terms)),
      type,
      score: Math.round(result.score * 1000) / 1000,
      matches: terms.map((term) => ({
        term,
        query: asked.filter(
          (word) => word === term || this.#synonyms.get(word)?.has(term) || isNear(word, term),
        ),
        fields: FIELDS.filter((field) => result.match[term]?.includes(field)),
        how: words.has(term)
          ? 'exact'
          : asked.some((word) => this.#synonyms.get(word)?.has(term))
            ? 'synonym'
            : 'typo or ending',
      })),
    };
  }
}

/** Derived once per publication. */
export async function siteSearch(published: Published): Promise<SiteSearch> {
  const { glossary, sectors } = published.registry;
  return new SiteSearch(await searchDocuments(published), [
    ...glossary.map(({ term, synonyms }) => [term, ...synonyms]),
    ...sectors.map(({ name, synonyms }) => [name, ...synonyms]),
  ]);
}

/** The other stems that mean the same as a stem; names of several words are left out. */
function linked(groups: readonly (readonly string[])[]): ReadonlyMap<string, ReadonlySet<string>> {
  const links = new Map<string, Set<string>>();
  for (const names of groups) {
    const single = names
      .map(wordsOf)
      .flatMap((words) => (words.length === 1 ? words.map(stem) : []));
    for (const word of single) {
      const others = links.get(word) ?? new Set<string>();
      for (const other of single) if (other !== word) others.add(other);
      links.set(word, others);
    }
  }
  return links;
}

/** Whether MiniSearch found the term by the word's beginning or with a typing error. */
function isNear(word: string, term: string): boolean {
  return term.startsWith(word) || isWithin(word, term, allowedTypos(word));
}

/** How many letters of a word may be wrong. */
function allowedTypos(word: string): number {
  if (word.length > 7) return 2;
  return word.length > 3 ? 1 : 0;
}

/** The sentences from the first that matches, as plain text of at most 200 characters. */
function snippet(text: string, stems: ReadonlySet<string>): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= MAX_SNIPPET_LENGTH) return plain;
  const sentences = plain.split(/(?<=[.!?]) /);
  const first = sentences.findIndex((sentence) =>
    wordsOf(sentence).some((word) => stems.has(stem(word))),
  );
  const shown = sentences.slice(Math.max(0, first)).join(' ');
  if (shown.length <= MAX_SNIPPET_LENGTH) return shown;
  const cut = shown.slice(0, MAX_SNIPPET_LENGTH);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_SNIPPET_LENGTH / 2)).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
