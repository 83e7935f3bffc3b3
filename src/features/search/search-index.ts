/**
 * The index of documents by words: MiniSearch ranks (BM25+), words match by their stems and by their
 * synonyms, and a word that no document has is replaced by words a slip away.
 */
import { LRUCache } from 'lru-cache';
import MiniSearch, { type Query } from 'minisearch';
import { Slices } from '../../lib/slices.ts';
import type { SearchDocument } from '../../published/search-document.ts';
import { STARTUP, stem, wordsOf } from '../answers/question-words.ts';
import { Vocabulary } from './vocabulary.ts';

export const FIELDS = ['title', 'keywords', 'text'] as const;
type SearchField = (typeof FIELDS)[number];

const BOOST = { title: 4, keywords: 2, text: 1 };
/**
 * Weights of matches by words alone: an organization that the query does not name says little, and the
 * FAQ explains a term better than its definition.
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

/** How a term of the index matches a word of the query. */
type How = 'exact' | 'synonym' | 'typo or ending';
export type Match = { term: string; query: string[]; fields: SearchField[]; how: How };
export type Found = {
  readonly document: SearchDocument;
  readonly score: number;
  matches(): Match[];
};

/** A word of a query, with the stems that match it. */
type Asked = {
  word: string;
  /** Itself; where no document has it, the nearest words. */
  stems: readonly string[];
  isCorrected: boolean;
  synonyms: readonly string[];
  /** The documents that have it, by their number. */
  having: ReadonlyMap<number, Having>;
};
/** @property terms of the index, each with the fields that it was found in */
type Having = { score: number; terms: Readonly<Record<string, readonly string[]>> };

/** Documents of all words that are kept; those of a word are most of a search's time. */
const MAX_KEPT = 100_000;

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
  readonly #kept = new LRUCache<string, Asked>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ having }) => 1 + having.size,
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
   * The documents that have any of the words, in no order.
   *
   * @param isAmong whether a document is looked for
   */
  search(words: readonly string[], isAmong: (document: SearchDocument) => boolean): Found[] {
    const asked = words.map((word, index) => this.#asked(word, index === words.length - 1));
    const found = new Map<number, FoundByWords>();
    for (const { having } of asked)
      for (const [id, { score }] of having) {
        const known = found.get(id);
        const document = this.#documents[id];
        if (known) known.add(score);
        else if (document && isAmong(document))
          found.set(id, new FoundByWords(document, id, asked, score));
      }
    return [...found.values()];
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

  /** @param isLast whether the word may be unfinished: hits are shown while the reader types */
  #asked(word: string, isLast: boolean): Asked {
    const isUnfinished = isLast && word.length >= MIN_BEGINNING;
    const key = `${isUnfinished} ${word}`;
    const kept = this.#kept.get(key) ?? this.#look(word, isUnfinished);
    this.#kept.set(key, kept);
    return kept;
  }

  #look(word: string, isUnfinished: boolean): Asked {
    const stemmed = stem(word);
    const synonyms = [...(this.#synonyms.get(stemmed) ?? [])];
    const isKnown = this.#vocabulary.has(word) || this.#vocabulary.has(stemmed);
    const corrected = isKnown || synonyms.length > 0 ? [] : this.#vocabulary.near(word);
    const isCorrected = corrected.length > 0;
    const stems = isCorrected ? corrected : [stemmed];
    const weighing = (terms: readonly string[], weight: number): Query => ({
      queries: [...terms],
      boostTerm: () => weight,
    });
    const own: Query = isCorrected
      ? weighing(stems, CORRECTION_WEIGHT)
      : { queries: stems, prefix: isUnfinished, weights: { prefix: BEGINNING_WEIGHT, fuzzy: 0 } };
    const results = this.#index.search(
      { combineWith: 'OR', queries: [own, weighing(synonyms, SYNONYM_WEIGHT)] },
      {
        boost: BOOST,
        boostDocument: (id) => KIND_WEIGHTS[this.#documents[Number(id)]?.kind ?? ''] ?? 1,
        // The words are stems already.
        tokenize: (text) => [text],
        processTerm: (text) => text,
      },
    );
    // MiniSearch multiplies a score by the number of terms found.
    const having = new Map(
      results.map(({ id, score, queryTerms, match }) => [
        Number(id),
        { score: score / queryTerms.length, terms: match },
      ]),
    );
    return { word, stems, isCorrected, synonyms, having };
  }
}

/**
 * Scores the sum of what each word scores, times the number of words found. A document with a word and two
 * synonyms of it matches no more of the query.
 */
class FoundByWords implements Found {
  readonly document: SearchDocument;
  readonly #id: number;
  readonly #asked: readonly Asked[];
  #sum: number;
  #words = 1;

  constructor(document: SearchDocument, id: number, asked: readonly Asked[], score: number) {
    this.document = document;
    this.#id = id;
    this.#asked = asked;
    this.#sum = score;
  }

  add(score: number): void {
    this.#sum += score;
    this.#words++;
  }

  get score(): number {
    return this.#sum * this.#words;
  }

  /** Computed lazily: only the few hits that are shown say why. */
  matches(): Match[] {
    return matchesOf(this.#id, this.#asked);
  }
}

function matchesOf(id: number, asked: readonly Asked[]): Match[] {
  const terms: Having['terms'] = Object.assign(
    {},
    ...asked.map((one) => one.having.get(id)?.terms),
  );
  return Object.entries(terms).map(([term, fields]) => {
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
