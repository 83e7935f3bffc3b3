/**
 * The index of documents by words: MiniSearch ranks (BM25+), words match by their stems and by their
 * synonyms, and words that no document has by those that are a slip away.
 */
import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import { Slices } from '../../lib/slices.ts';
import type { SearchDocument } from '../../published/search-document.ts';
import { STARTUP, stem, wordsOf } from '../answers/question-words.ts';
import { Vocabulary } from './vocabulary.ts';

export const FIELDS = ['title', 'keywords', 'text'] as const;
type SearchField = (typeof FIELDS)[number];

const BOOST = { title: 4, keywords: 2, text: 1 };
/**
 * By words alone, organizations that nobody named say little, and the FAQ says more of a term than its
 * definition.
 */
const KIND_WEIGHTS: Readonly<Record<string, number>> = {
  fund: 0.4,
  acquirer: 0.4,
  company: 0.4,
  term: 0.7,
};
/** A synonym counts less than the word itself. */
const SYNONYM_WEIGHT = 0.4;
const CORRECTION_WEIGHT = 0.6;
const BEGINNING_WEIGHT = 0.3;
const MIN_BEGINNING = 3;
/** Share of a word's letters that may differ in a name that is merely like it. */
const LIKENESS = 0.34;

/** How a term of the index stands for a word of the query. */
type How = 'exact' | 'synonym' | 'typo or ending';
export type Match = { term: string; query: string[]; fields: SearchField[]; how: How };
export type Found = { document: SearchDocument; score: number; matches: () => Match[] };

/** A word of a query, with the stems that stand for it. */
type Asked = {
  word: string;
  /** Itself; where no document has it, the nearest words. */
  stems: readonly string[];
  isCorrected: boolean;
  synonyms: readonly string[];
};

type Indexed = Record<SearchField, string> & { id: number };

export class SearchIndex {
  readonly #documents: readonly SearchDocument[];
  readonly #synonyms: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #vocabulary = new Vocabulary();
  readonly #index = new MiniSearch<Indexed>({
    fields: [...FIELDS],
    tokenize: wordsOf,
    processTerm: (word) => (word === STARTUP ? null : this.#learn(word)),
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
   * The documents that have any of the words, best first.
   *
   * @param isAmong whether a document is looked for
   */
  search(words: readonly string[], isAmong: (document: SearchDocument) => boolean): Found[] {
    const asked = words.map((word) => this.#asked(word));
    const results = this.#index.search(this.#query(asked), {
      boost: BOOST,
      boostDocument: (id) => KIND_WEIGHTS[this.#documents[Number(id)]?.kind ?? ''] ?? 1,
      // The words are stems already.
      tokenize: (word) => [word],
      processTerm: (word) => word,
      filter: ({ id }) => {
        const document = this.#documents[Number(id)];
        return document !== undefined && isAmong(document);
      },
    });
    return this.#weighted(results, asked).sort((one, other) => other.score - one.score);
  }

  /**
   * MiniSearch multiplies a score by the number of query terms found. Here it is the number of words
   * asked for: a document with a word and two synonyms of it matches no more of the query.
   */
  #weighted(results: readonly SearchResult[], asked: readonly Asked[]): Found[] {
    const termsOf = asked.map(({ stems, synonyms }) => [...stems, ...synonyms]);
    const found: Found[] = [];
    for (const result of results) {
      const document = this.#documents[Number(result.id)];
      if (!document) continue;
      const { queryTerms } = result;
      const matched = termsOf.filter((terms) => terms.some((term) => queryTerms.includes(term)));
      const score = (result.score / queryTerms.length) * matched.length;
      found.push({ document, score, matches: () => matchesOf(result, asked) });
    }
    return found;
  }

  /** Documents whose titles have words that are like these, the most alike first. */
  titlesLike(words: readonly string[]): SearchDocument[] {
    const asked = words.map(stem).join(' ');
    return this.#index
      .search(asked, {
        fields: ['title'],
        fuzzy: LIKENESS,
        prefix: true,
        tokenize: (text) => text.split(' '),
        processTerm: (word) => word,
      })
      .flatMap(({ id }) => this.#documents[Number(id)] ?? []);
  }

  /** Whether a document has the word as it is written. */
  knows(word: string): boolean {
    return this.#vocabulary.has(word);
  }

  #learn(word: string): string {
    this.#vocabulary.add(word);
    return stem(word);
  }

  #asked(word: string): Asked {
    const stemmed = stem(word);
    const synonyms = [...(this.#synonyms.get(stemmed) ?? [])];
    const isKnown = this.#vocabulary.has(word) || this.#vocabulary.has(stemmed);
    const corrected = isKnown || synonyms.length > 0 ? [] : this.#vocabulary.near(word);
    const isCorrected = corrected.length > 0;
    return { word, stems: isCorrected ? corrected : [stemmed], isCorrected, synonyms };
  }

  #query(asked: readonly Asked[]): Query {
    const weighing = (terms: readonly string[], weight: number): Query[] =>
      terms.length === 0 ? [] : [{ queries: [...terms], boostTerm: () => weight }];
    return {
      combineWith: 'OR',
      queries: asked.flatMap(({ word, stems, isCorrected, synonyms }, index) => {
        const isUnfinished = index === asked.length - 1 && word.length >= MIN_BEGINNING;
        const own: Query[] = isCorrected
          ? weighing(stems, CORRECTION_WEIGHT)
          : [
              {
                queries: [...stems],
                prefix: isUnfinished,
                weights: { prefix: BEGINNING_WEIGHT, fuzzy: 0 },
              },
            ];
        return [...own, ...weighing(synonyms, SYNONYM_WEIGHT)];
      }),
    };
  }
}

function matchesOf(result: SearchResult, asked: readonly Asked[]): Match[] {
  return Object.entries(result.match).map(([term, fields]) => {
    const standing = asked.filter(
      ({ stems, synonyms }) =>
        synonyms.includes(term) || stems.some((stemmed) => term.startsWith(stemmed)),
    );
    const isExact = standing.some((one) => !one.isCorrected && one.stems.includes(term));
    const isSynonym = standing.some(({ synonyms }) => synonyms.includes(term));
    return {
      term,
      query: standing.map(({ word }) => word),
      fields: FIELDS.filter((field) => fields.includes(field)),
      how: isExact ? 'exact' : isSynonym ? 'synonym' : 'typo or ending',
    };
  });
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
