/**
 * Site-wide search (specification, section 1: token overlap). What a query names comes first, then
 * what else has its words; every hit says why it was found.
 */
import { z } from 'zod';
import { Slices } from '../../lib/slices.ts';
import { type EntityNames, entityNames } from '../../published/entity-names.ts';
import type { Published } from '../../published/published.ts';
import {
  SEARCH_KINDS,
  SEARCH_TYPES,
  type SearchDocument,
  type SearchKind,
  type SearchType,
  typeOf,
} from '../../published/search-document.ts';
import { type AnswerCorpus, answerCorpus } from '../answers/answer-corpus.ts';
import { STOP_WORDS, wordsOf } from '../answers/question-words.ts';
import { answersAbout, comparisonsOf } from './about-startup.ts';
import { type NamedEntity, namesIn } from './named.ts';
import { searchDocuments } from './search-corpus.ts';
import { FIELDS, type Found, type Match, SearchIndex } from './search-index.ts';
import { snippet } from './snippet.ts';
import { kindsOf, type Suggestions, suggestions } from './suggestions.ts';

export const SearchHit = z
  .object({
    url: z.url(),
    title: z.string(),
    snippet: z.string(),
    type: z.enum(SEARCH_TYPES),
    kind: z.enum(SEARCH_KINDS).meta({ description: 'What it is, more finely than its type' }),
    score: z.number().nonnegative(),
    matches: z
      .array(
        z.object({
          term: z.string().meta({ description: 'As the document has it' }),
          query: z.array(z.string()).meta({ description: 'What of the query it stands for' }),
          fields: z.array(z.enum(FIELDS)),
          how: z.enum(['exact', 'synonym', 'typo or ending']),
        }),
      )
      .meta({ description: 'Why it was found' }),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

export type SearchResult = { total: number; hits: SearchHit[]; suggestions?: Suggestions };

/** The types and kinds of documents to look for. */
export type Wanted = { type?: SearchType | undefined; kind?: SearchKind | undefined };

/** Words of a query; further ones are ignored. */
const MAX_WORDS = 40;

/** Multiples of the best score by words: for named entities, and for answers that fit the other words. */
const NAMED_FACTOR = 1.5;
const PAIR_FACTOR = 1.7;
const FIT_FACTOR = 2;
/** For further answers about a named entity, and for its comparisons. */
const FURTHER_FACTOR = 0.3;

/** All that a search reads. */
type Parts = {
  published: Published;
  documents: readonly SearchDocument[];
  index: SearchIndex;
  names: EntityNames;
  corpus: AnswerCorpus;
  bySubject: ReadonlyMap<string, SearchDocument>;
  /** Words of the service's own prose. */
  ordinary: ReadonlySet<string>;
};

export class SiteSearch {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async of(published: Published): Promise<SiteSearch> {
    const { glossary, sectors } = published.registry;
    const documents = await searchDocuments(published);
    const index = await SearchIndex.of(documents, [
      ...glossary.map(({ term, synonyms }) => [term, ...synonyms]),
      ...sectors.map(({ name, synonyms }) => [name, ...synonyms]),
    ]);
    const bySubject = new Map<string, SearchDocument>();
    const ordinary = new Set<string>();
    await new Slices().each(documents, (document) => {
      const { kind, slug, title, text, keywords } = document;
      if (slug !== undefined) bySubject.set(subjectOf(kind, slug), document);
      if (PROSE.has(kind))
        for (const word of ordinaryWords([title, text, ...keywords].join(' '))) ordinary.add(word);
    });
    const names = await published.derived(entityNames);
    const corpus = await published.derived(answerCorpus);
    return new SiteSearch({ published, documents, index, names, corpus, bySubject, ordinary });
  }

  /** Everything that can be found, but for what is made for a name that a query has. */
  get documents(): readonly SearchDocument[] {
    return this.#parts.documents;
  }

  /** Number of hits of each kind, the most frequent first. */
  kindsOf(text: string): { kind: SearchKind; count: number }[] {
    return kindsOf(this.#found(text, () => true).map(({ document }) => document));
  }

  /** The number of all hits and the best of them, or suggestions if there are none. */
  search(text: string, { type, kind }: Wanted, limit: number): SearchResult {
    const found = this.#found(
      text,
      (one) =>
        (type === undefined || typeOf(one.kind) === type) &&
        (kind === undefined || one.kind === kind),
    );
    const hits = found.slice(0, limit).map(hitOf);
    if (hits.length > 0) return { total: found.length, hits };
    const isAnywhere = type === undefined && kind === undefined;
    const elsewhere = isAnywhere ? [] : this.#found(text, () => true);
    const like = this.#parts.index.titlesLike(telling(wordsOf(text)));
    const documents = elsewhere.map(({ document }) => document);
    const near = suggestions(text, like, documents, this.#parts.published.addresses);
    return { total: 0, hits, suggestions: near };
  }

  /** The best first. */
  #found(written: string, isWanted: (one: { kind: SearchKind }) => boolean): Found[] {
    const { index, names, ordinary } = this.#parts;
    // Trademark signs are not part of a name.
    const text = written.replace(/[™®©℠]/g, '');
    const words = wordsOf(text).slice(0, MAX_WORDS);
    const { named, rest } = namesIn(text, words, names, (word) => ordinary.has(word));
    const byWords = index.search(telling(words), isWanted);
    const forNames = this.#named(named, rest, byWords[0]?.score ?? 1).filter(({ document }) =>
      isWanted(document),
    );
    const known = new Set(forNames.map(({ document }) => document.url));
    const others = byWords.filter(({ document }) => !known.has(document.url));
    return [...forNames, ...others].sort((one, other) => other.score - one.score);
  }

  /** The named entities themselves, answers about them, and their comparisons. */
  #named(named: readonly NamedEntity[], rest: readonly string[], best: number): Found[] {
    const { corpus, bySubject } = this.#parts;
    const found: Found[] = [];
    const startups = named.filter(({ entity }) => entity.kind === 'startup');
    // A query that names several startups is about them together.
    const fitFactor = startups.length > 1 ? 1 : FIT_FACTOR;
    const add = (document: SearchDocument, factor: number, matches: readonly Match[]) =>
      found.push({ document, score: factor * best, matches: () => [...matches] });
    for (const [place, one] of named.entries()) {
      const { kind, slug } = one.entity;
      const own = bySubject.get(subjectOf(kind, slug));
      if (own) add(own, NAMED_FACTOR - place / 100, [matchOf(one)]);
      if (kind !== 'startup') continue;
      for (const { document, fit, matched } of answersAbout(slug, rest, corpus))
        add(document, fit === 0 ? FURTHER_FACTOR / 2 : fitFactor * fit, [
          matchOf(one),
          ...matched.map((word) => exactMatch(word)),
        ]);
    }
    const slugs = startups.map(({ entity }) => entity.slug);
    const factor = slugs.length > 1 ? PAIR_FACTOR : FURTHER_FACTOR;
    for (const document of comparisonsOf(slugs, corpus))
      add(document, factor, startups.slice(0, 2).map(matchOf));
    return found;
  }
}

/** Derived once per publication. */
export const siteSearch = SiteSearch.of;

/** The words without stop words, unless there are no others. */
function telling(words: readonly string[]): string[] {
  const distinct = [...new Set(words)];
  const said = distinct.filter((word) => !STOP_WORDS.has(word));
  return said.length > 0 ? said : distinct;
}

const PROSE: ReadonlySet<SearchKind> = new Set(['question', 'term', 'method', 'price', 'document']);

/** Words in lower case, outside addresses: names are written otherwise. */
function ordinaryWords(text: string): string[] {
  return text.match(/(?<![\p{L}\p{N}./=,])\p{Ll}+(?![\p{L}\p{N}/])/gu) ?? [];
}

/** Startups, sectors and all other organizations have slugs of their own. */
function subjectOf(kind: string, slug: string): string {
  return `${kind === 'startup' || kind === 'sector' ? kind : 'organization'} ${slug}`;
}

function matchOf({ entity, words, isCorrected }: NamedEntity): Match {
  return { ...exactMatch(entity.name, words), how: isCorrected ? 'typo or ending' : 'exact' };
}

function exactMatch(term: string, words: readonly string[] = [term]): Match {
  return { term, query: [...words], fields: ['title'], how: 'exact' };
}

function hitOf(found: Found): SearchHit {
  const { url, title, kind } = found.document;
  const matches = found.matches();
  const terms = new Set(matches.map(({ term }) => term));
  const score = Math.round(found.score * 1000) / 1000;
  const excerpt = snippet(found.document, terms);
  return { url, title, snippet: excerpt, type: typeOf(kind), kind, score, matches };
}
