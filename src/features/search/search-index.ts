/**
 * The index of documents by words: MiniSearch ranks (BM25+), words match by their stems and by their
 * synonyms, and a word that no document has by words like it.
 */
import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import { Slices } from '../../lib/slices.ts';
import type { SearchDocument } from '../../published/search-document.ts';
import { STARTUP, stem, wordsOf } from '../answers/question-words.ts';

export const FIELDS = ['title', 'keywords', 'text'] as const;
type SearchField = (typeof FIELDS)[number];

const BOOST = { title: 4, keywords: 2, text: 1 };
/**
 * Weights of matches by words alone: an organization that the query does not name says little, and the
 * FAQ explains a term better than its definition.
 */
const KIND_WEIGHTS: Readonly<Record<string, number>> = {
  ...{ fund: 0.4, acquirer: 0.4, company: 0.4 },
  term: 0.7,
};
/** A synonym counts less than the word itself. */
const SYNONYM_WEIGHT = 0.4;
const CORRECTION_WEIGHT = 0.6;
const BEGINNING_WEIGHT = 0.3;
const MIN_BEGINNING = 3;
/** Shares of a word's letters that may differ: in a slip, and in a name that is merely like it. */
const SLIP = 0.2;
const LIKENESS = 0.34;
/** Queries are stems already. */
const AS_GIVEN: SearchOptions = { tokenize: (text) => [text], processTerm: (term) => term };

/** How a term of the index matches a word of the query. */
type How = 'exact' | 'synonym' | 'typo or ending';
export type Match = { term: string; query: string[]; fields: SearchField[]; how: How };
/** A document that was found; its matches are made lazily, for the few hits that are shown. */
export type Found = { document: SearchDocument; score: number; matches: () => Match[] };

/** A word of a query; `isKnown` if a document has it or a synonym of it. */
type Asked = { word: string; stemmed: string; synonyms: readonly string[]; isKnown: boolean };
type Indexed = Record<SearchField, string> & { id: number };

export class SearchIndex {
  readonly #documents: readonly SearchDocument[];
  readonly #synonyms: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #stems = new Set<string>();
  readonly #index = new MiniSearch<Indexed>({
    fields: [...FIELDS],
    tokenize: wordsOf,
    processTerm: (word) => {
      if (word === STARTUP) return null;
      const stemmed = stem(word);
      this.#stems.add(stemmed);
      return stemmed;
    },
  });

  private constructor(
    documents: readonly SearchDocument[],
    synonyms: readonly (readonly string[])[],
  ) {
    this.#documents = documents;
    this.#synonyms = linked(synonyms);
  }

  /** @param synonyms names that mean the same */
  static async of(
    documents: readonly SearchDocument[],
    synonyms: readonly (readonly string[])[],
  ): Promise<SearchIndex> {
    const made = new SearchIndex(documents, synonyms);
    await new Slices().each(documents.entries(), ([id, { title, text, keywords }]) =>
      made.#index.add({ id, title, text, keywords: keywords.join(' ') }),
    );
    return made;
  }

  /**
   * The documents that have any of the words, the best first.
   *
   * @param isAmong whether a document is looked for
   */
  search(words: readonly string[], isAmong: (document: SearchDocument) => boolean): Found[] {
    const asked = words.map((word): Asked => {
      const stemmed = stem(word);
      const synonyms = [...(this.#synonyms.get(stemmed) ?? [])];
      const isKnown = synonyms.length > 0 || this.#stems.has(stemmed);
      return { word, stemmed, synonyms, isKnown };
    });
    return this.#index
      .search(
        { combineWith: 'OR', queries: asked.map((one) => queryOf(one, one === asked.at(-1))) },
        {
          ...AS_GIVEN,
          boost: BOOST,
          boostDocument: (id) => KIND_WEIGHTS[this.#documents[Number(id)]?.kind ?? ''] ?? 1,
        },
      )
      .flatMap(({ id, score, match }) => {
        const document = this.#documents[Number(id)];
        if (!document || !isAmong(document)) return [];
        return { document, score, matches: () => matchesOf(match, asked) };
      });
  }

  /** Documents whose titles have words that are like these, the most alike first. */
  titlesLike(words: readonly string[]): SearchDocument[] {
    const like = { ...AS_GIVEN, fields: ['title'], fuzzy: LIKENESS, prefix: true };
    return this.#index
      .search({ combineWith: 'OR', queries: words.map(stem) }, like)
      .flatMap(({ id }) => this.#documents[Number(id)] ?? []);
  }
}

/** @param isLast whether the word may be unfinished: hits are shown while the reader types */
function queryOf({ word, stemmed, synonyms, isKnown }: Asked, isLast: boolean): Query {
  const prefix = isLast && word.length >= MIN_BEGINNING;
  const weights = { prefix: BEGINNING_WEIGHT, fuzzy: CORRECTION_WEIGHT };
  return {
    combineWith: 'OR',
    queries: [
      { queries: [stemmed], prefix, weights, fuzzy: isKnown ? false : SLIP },
      { queries: [...synonyms], boostTerm: () => SYNONYM_WEIGHT },
    ],
  };
}

function matchesOf(terms: Readonly<Record<string, string[]>>, asked: readonly Asked[]): Match[] {
  return Object.entries(terms).map(([term, fields]) => {
    const standing = asked.filter(
      ({ stemmed, synonyms }) => synonyms.includes(term) || term.startsWith(stemmed),
    );
    const words = standing.length > 0 ? standing : asked.filter(({ isKnown }) => !isKnown);
    const isExact = standing.some(({ stemmed }) => stemmed === term);
    const isSynonym = standing.some(({ synonyms }) => synonyms.includes(term));
    return {
      term,
      query: words.map(({ word }) => word),
      fields: FIELDS.filter((field) => fields.includes(field)),
      how: isExact ? 'exact' : isSynonym ? 'synonym' : 'typo or ending',
    };
  });
}

/** The other stems that mean the same as a stem; names of several words are left out. */
function linked(groups: readonly (readonly string[])[]): ReadonlyMap<string, ReadonlySet<string>> {
  const links = new Map<string, Set<string>>();
  for (const names of groups) {
    const stems = names
      .map(wordsOf)
      .flatMap((words) => (words.length === 1 ? words.map(stem) : []));
    for (const word of stems) {
      const others = new Set(stems.filter((other) => other !== word));
      links.set(word, others.union(links.get(word) ?? new Set()));
    }
  }
  return links;
}
