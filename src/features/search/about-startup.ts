/**
 * The answers about a startup that a query names, and its comparisons. There are a dozen for every
 * startup and they differ in the name alone, so they are found by the name and the words of their
 * questions, without an index of each.
 */
import { LRUCache } from 'lru-cache';
import type { Published } from '../../published/published.ts';
import type { SearchDocument } from '../../published/search-document.ts';
import {
  type AnswerCorpus,
  type AnswerEntry,
  answerCorpus,
  comparisonEntry,
  NOT_COVERED_TOPIC,
  querySlug,
} from '../answers/answer-corpus.ts';
import { COMPARISON_TOPIC, neighbours, STARTUP_FAMILIES } from '../answers/families.ts';
import { representative, STARTUP, STOP_WORDS, stem, wordsOf } from '../answers/question-words.ts';

/** @param fit share of the query's other words that the document has, 0 to 1 */
export type AboutStartup = { document: SearchDocument; fit: number; matched: readonly string[] };

type Question = { topic: string; phrasings: readonly ReadonlySet<string>[]; stems: Set<string> };
/** How a topic fits the words of a query, whichever startup it is about. */
type Fitting = { topic: string; fit: number; matched: readonly string[] };

const TOPICS: ReadonlySet<string> = new Set([
  COMPARISON_TOPIC,
  NOT_COVERED_TOPIC,
  ...STARTUP_FAMILIES.map(({ topic }) => topic),
]);

/** Whether an answer's topic is about one startup or two. */
export function isAboutStartup(topic: string): boolean {
  return TOPICS.has(topic);
}

/** The part of a fit that depends on how near the whole question is. */
const WHOLE_QUESTION = 0.1;

/** Comparisons kept. A query that names one startup needs its few neighbours; one that names two, any. */
const MAX_COMPARISONS = 2_000;

export class AboutStartups {
  readonly #corpus: AnswerCorpus;
  readonly #questions: readonly Question[] = STARTUP_FAMILIES.map(
    ({ topic, question, phrasings = [] }) => {
      const sets = [question, ...phrasings].map((text) => new Set(stemsOf(text)));
      return { topic, phrasings: sets, stems: new Set(sets.flatMap((set) => [...set])) };
    },
  );
  /** Slugs of each startup's neighbours in its sector's ranking. */
  readonly #neighbours = new Map<string, string[]>();
  /** Each startup's answers by topic; the excerpt for a hit is kept with its document. */
  readonly #answers = new Map<string, ReadonlyMap<string, SearchDocument>>();
  /** Keyed by both slugs. */
  readonly #comparisons = new LRUCache<string, SearchDocument>({ max: MAX_COMPARISONS });
  /** Weights of words: a word that few questions have says more. */
  readonly #weights: ReadonlyMap<string, number>;
  readonly #unknownWeight: number;

  constructor(corpus: AnswerCorpus) {
    this.#corpus = corpus;
    const having = new Map<string, number>();
    for (const { stems } of this.#questions)
      for (const word of stems) having.set(word, (having.get(word) ?? 0) + 1);
    const weight = (questions: number) => Math.log(1 + this.#questions.length / (questions + 1));
    this.#weights = new Map([...having].map(([word, questions]) => [word, weight(questions)]));
    this.#unknownWeight = weight(0);
    for (const [{ slug: one }, { slug: other }] of neighbours(corpus.numbers)) {
      this.#neighbours.set(one, [...(this.#neighbours.get(one) ?? []), other]);
      this.#neighbours.set(other, [...(this.#neighbours.get(other) ?? []), one]);
    }
  }

  /** @param slug of a tracked startup @param words of the query other than the name */
  answers(slug: string, words: readonly string[]): AboutStartup[] {
    const own = this.#answers.getOrInsertComputed(slug, () => this.#answersOf(slug));
    return this.#fittings(words).flatMap(({ topic, fit, matched }) => {
      const document = own.get(topic);
      return document ? [{ document, fit, matched }] : [];
    });
  }

  #answersOf(slug: string): ReadonlyMap<string, SearchDocument> {
    const { entries } = this.#corpus;
    return new Map(
      [...TOPICS].flatMap((topic): [string, SearchDocument][] => {
        const entry = entries.get(querySlug(topic, slug));
        return entry ? [[topic, documentOf(entry)]] : [];
      }),
    );
  }

  #fittings(words: readonly string[]): Fitting[] {
    const asked = words.map((word) => ({ word, stem: meaningOf(word) }));
    const stems = asked.map(({ stem }) => stem);
    const fitting = this.#questions.map((question) => ({
      topic: question.topic,
      fit: this.#fit(question, stems),
      matched: asked.filter(({ stem }) => question.stems.has(stem)).map(({ word }) => word),
    }));
    // A startup that is not covered has one answer to every question: the reason.
    const best = fitting.toSorted((one, other) => other.fit - one.fit)[0];
    const missing = { topic: NOT_COVERED_TOPIC, fit: best?.fit ?? 0, matched: best?.matched ?? [] };
    return [missing, ...fitting];
  }

  /** @param slugs of the startups that the query names */
  comparisons(slugs: readonly string[]): SearchDocument[] {
    const [one, other] = slugs;
    if (one === undefined) return [];
    const others = other === undefined ? (this.#neighbours.get(one) ?? []) : [other];
    return others.flatMap((slug) => this.#comparison(one, slug) ?? []);
  }

  #comparison(one: string, other: string): SearchDocument | undefined {
    const key = `${one} ${other}`;
    const kept = this.#comparisons.get(key);
    if (kept) return kept;
    const { numbers } = this.#corpus;
    const [first, second] = [one, other].map((each) => numbers.startups.get(each));
    if (!first || !second || first === second) return undefined;
    const { url, answer, question } = comparisonEntry(first, second, numbers);
    const title = `${first.name} vs ${second.name}`;
    const made: SearchDocument = {
      ...{ kind: 'comparison', url, title, text: answer },
      keywords: [question],
    };
    this.#comparisons.set(key, made);
    return made;
  }

  #fit({ stems, phrasings }: Question, asked: readonly string[]): number {
    const telling = asked.filter((word) => !STOP_STEMS.has(word));
    const shared = this.#weight(telling.filter((word) => stems.has(word)));
    if (shared === 0) return 0;
    const nearest = Math.max(
      ...phrasings.map((known) => {
        const common = asked.filter((word) => known.has(word)).length;
        return common / (asked.length + known.size - common);
      }),
    );
    return (shared / this.#weight(telling)) * (1 - WHOLE_QUESTION + WHOLE_QUESTION * nearest);
  }

  #weight(words: readonly string[]): number {
    return words.reduce((sum, word) => sum + (this.#weights.get(word) ?? this.#unknownWeight), 0);
  }
}

const STOP_STEMS = new Set([...STOP_WORDS].map(meaningOf));

function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => word !== STARTUP)
    .map(meaningOf);
}

/** One stem for all words that mean the same. */
function meaningOf(word: string): string {
  return representative(stem(word));
}

function documentOf({ url, question, answer }: AnswerEntry): SearchDocument {
  return { kind: 'answer', url, title: question, text: answer, keywords: [] };
}

/** Derived once per publication. */
export async function aboutStartups(published: Published): Promise<AboutStartups> {
  return new AboutStartups(await published.derived(answerCorpus));
}
