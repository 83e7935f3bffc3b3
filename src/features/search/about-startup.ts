/**
 * The answers about a startup that a query names, and its comparisons. There are a dozen for every
 * startup and they differ in the name alone, so they are found by the name and the words of their
 * questions, without an index of each.
 */
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
import { COMPARISON_TOPIC, neighbours } from '../answers/families/comparison.ts';
import { STARTUP_FAMILIES } from '../answers/families/startup.ts';
import { representative, STARTUP, STOP_WORDS, stem, wordsOf } from '../answers/question-words.ts';

/** @param fit 0 to 1: how much of the words beside the name the document has */
export type AboutStartup = { document: SearchDocument; fit: number; matched: readonly string[] };

type Question = { topic: string; phrasings: readonly ReadonlySet<string>[]; stems: Set<string> };

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

export class AboutStartups {
  readonly #corpus: AnswerCorpus;
  readonly #questions: readonly Question[] = STARTUP_FAMILIES.map(
    ({ topic, question, phrasings = [] }) => {
      const sets = [question, ...phrasings].map((text) => new Set(stemsOf(text)));
      return { topic, phrasings: sets, stems: new Set(sets.flatMap((set) => [...set])) };
    },
  );
  /** Slugs of those beside each in its sector's ranking. */
  readonly #neighbours = new Map<string, string[]>();

  constructor(corpus: AnswerCorpus) {
    this.#corpus = corpus;
    for (const [{ slug: one }, { slug: other }] of neighbours(corpus.numbers)) {
      this.#neighbours.set(one, [...(this.#neighbours.get(one) ?? []), other]);
      this.#neighbours.set(other, [...(this.#neighbours.get(other) ?? []), one]);
    }
  }

  /** @param words of the query beside the name */
  answers(slug: string, words: readonly string[]): AboutStartup[] {
    const { entries } = this.#corpus;
    const asked = words.map(meaningOf);
    const fitting = this.#questions.map((question) => ({
      topic: question.topic,
      fit: this.#fit(question, asked),
      matched: words.filter((word) => question.stems.has(meaningOf(word))),
    }));
    // Whatever is asked of a startup that is not covered, the answer is why.
    const best = fitting.toSorted((one, other) => other.fit - one.fit)[0];
    const missing = { topic: NOT_COVERED_TOPIC, fit: best?.fit ?? 0, matched: best?.matched ?? [] };
    return [missing, ...fitting].flatMap(({ topic, fit, matched }) => {
      const entry = entries.get(querySlug(topic, slug));
      return entry ? [{ document: documentOf(entry), fit, matched }] : [];
    });
  }

  /** @param slugs of the startups that the query names */
  comparisons(slugs: readonly string[]): SearchDocument[] {
    const [one, other] = slugs;
    if (one === undefined) return [];
    const others = other === undefined ? (this.#neighbours.get(one) ?? []) : [other];
    const { numbers } = this.#corpus;
    return others.flatMap((slug) => {
      const [first, second] = [one, slug].map((each) => numbers.startups.get(each));
      if (!first || !second || first === second) return [];
      const { url, answer, question } = comparisonEntry(first, second, numbers);
      const title = `${first.name} vs ${second.name}`;
      return [{ kind: 'comparison' as const, url, title, text: answer, keywords: [question] }];
    });
  }

  #fit({ stems, phrasings }: Question, asked: readonly string[]): number {
    const telling = asked.filter((word) => !STOP_STEMS.has(word));
    const weight = (words: readonly string[]) =>
      words.reduce((sum, word) => sum + this.#weight(word), 0);
    const shared = weight(telling.filter((word) => stems.has(word)));
    if (shared === 0) return 0;
    const nearest = Math.max(
      ...phrasings.map((known) => {
        const common = asked.filter((word) => known.has(word)).length;
        return common / (asked.length + known.size - common);
      }),
    );
    return (shared / weight(telling)) * (1 - WHOLE_QUESTION + WHOLE_QUESTION * nearest);
  }

  /** Words that few questions have tell more. */
  #weight(word: string): number {
    const having = this.#questions.filter(({ stems }) => stems.has(word)).length;
    return Math.log(1 + this.#questions.length / (having + 1));
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

/** One for each entry, since what is cut for a hit is kept with its document. */
const documents = new WeakMap<AnswerEntry, SearchDocument>();

function documentOf(entry: AnswerEntry): SearchDocument {
  const { url, question, answer } = entry;
  return documents.getOrInsertComputed(entry, () => ({
    kind: 'answer',
    url,
    title: question,
    text: answer,
    keywords: [],
  }));
}

/** Derived once per publication. */
export async function aboutStartups(published: Published): Promise<AboutStartups> {
  return new AboutStartups(await published.derived(answerCorpus));
}
