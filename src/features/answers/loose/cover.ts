/**
 * Which entry of the FAQ has most of what a question tells, in any order and in other words. For
 * questions that no phrasing is near to: long ones, and those in strangers' words.
 */
import { isNeutral } from '../../reader/wording/neutral.ts';
import { agreementOf, type QuestionType, typeOf } from '../question-type.ts';
import { STOP_WORDS, stem } from '../question-words.ts';
import { meaningsOf, serviceWords, stemsOf } from './service-words.ts';

export type Covered<T> = {
  target: T;
  /** Share of the weight of the question's telling words that the entry has, 0 to 1. */
  covered: number;
  /** The same with how much of its nearest phrasing the question has, 0 to 1. */
  similarity: number;
  /** Share of the weight that no entry has. */
  foreign: number;
  /** Similarity above that of the next entry. */
  margin: number;
};

type Terms = { stems: ReadonlySet<string>; meanings: ReadonlySet<number> };
type Phrasing = Terms & { type: QuestionType };
type Indexed<T> = { target: T; phrasings: readonly Phrasing[]; all: Terms; answer: Terms };
type Asked = { stem: string; meanings: readonly number[]; weight: number };

const SYNONYM_FACTOR = 0.8;
const ANSWER_FACTOR = 0.55;
const ANSWER_SYNONYM_FACTOR = 0.35;
/** The part of the similarity that depends on how much of a phrasing was asked. */
const HELD_WEIGHT = 0.4;
const SENTENCE_ENDS = /(?<=[.!?])\s+(?=\p{Lu})/u;
const POINTS_BACK = /\b(?:it|its|that|this|these|those|they|them|their|yours|so|then|there|one)\b/i;
const STOP_STEMS = new Set([...STOP_WORDS].map(stem));

export class Cover<T> {
  readonly #entries: readonly Indexed<T>[];
  readonly #frequency = new Map<string, number>();
  readonly #meaningFrequency = new Map<number, number>();
  readonly #weights = new Map<Terms, readonly Asked[]>();

  readonly #areNear: (one: T, other: T) => boolean;

  /** @param areNear whether both say much the same, so that either is right */
  constructor(
    entries: readonly { target: T; phrasings: readonly string[]; answer: string }[],
    areNear: (one: T, other: T) => boolean,
  ) {
    this.#areNear = areNear;
    this.#entries = entries.map(({ target, phrasings, answer }) => ({
      target,
      phrasings: phrasings.map((text) => ({ ...termsOf([text]), type: typeOf(text) })),
      all: termsOf(phrasings),
      answer: termsOf([answer]),
    }));
    for (const { all, answer } of this.#entries) {
      for (const term of all.stems.union(answer.stems)) tally(this.#frequency, term);
      for (const meaning of all.meanings.union(answer.meanings))
        tally(this.#meaningFrequency, meaning);
    }
  }

  /** The entry that has most of it; undefined where the question tells nothing. */
  best(question: string): Covered<T> | undefined {
    const [whole, proper] = [question, properOf(question)].map((text) => this.#bestOf(text));
    return proper && whole && proper.similarity > whole.similarity ? proper : whole;
  }

  #bestOf(question: string): Covered<T> | undefined {
    const asked = this.#asked(question);
    const total = asked.reduce((sum, { weight }) => sum + weight, 0);
    if (total === 0) return undefined;
    const foreign = asked
      .filter((word) => !this.#isKnown(word))
      .reduce((sum, { weight }) => sum + weight, 0);
    const known = {
      type: typeOf(question),
      stems: new Set(asked.map((word) => word.stem)),
      meanings: new Set(asked.flatMap(({ meanings }) => meanings)),
    };
    const ranked = this.#entries
      .map((entry) => ({ target: entry.target, ...this.#match(entry, asked, known, total) }))
      .toSorted((one, other) => other.similarity - one.similarity);
    const [first] = ranked;
    if (!first) return undefined;
    const second = ranked.find(
      ({ target }) => target !== first.target && !this.#areNear(target, first.target),
    );
    return {
      ...first,
      foreign: foreign / total,
      margin: first.similarity - (second?.similarity ?? 0),
    };
  }

  /**
   * Whether an entry has the word that tells most of what is asked, itself or in other words. True of one
   * that is not compared here.
   */
  hasKeyWord(question: string, target: T): boolean {
    const entry = this.#entries.find((one) => one.target === target);
    if (!entry) return true;
    const [key] = this.#asked(question)
      .filter((word) => this.#isKnown(word) && !isNeutral(word.stem, false))
      .toSorted((one, other) => other.weight - one.weight);
    if (!key) return true;
    return [entry.all, entry.answer].some((terms) => factorIn(terms, key, 1, 1) > 0);
  }

  /** The telling words of a question. */
  #asked(question: string): Asked[] {
    const telling = new Map(serviceWords(question).map((word) => [stem(word), word]));
    return [...telling].flatMap(([stemmed, word]): Asked[] => {
      if (STOP_STEMS.has(stemmed)) return [];
      const meanings = meaningsOf(stemmed);
      if (!this.#isKnown({ stem: stemmed, meanings }) && isNeutral(word, false)) return [];
      return [{ stem: stemmed, meanings, weight: this.#weight(stemmed, meanings) }];
    });
  }

  #match(
    { phrasings, all, answer }: Indexed<T>,
    asked: readonly Asked[],
    known: Phrasing,
    total: number,
  ) {
    const told = asked.reduce(
      (sum, word) =>
        sum +
        word.weight *
          Math.max(
            factorIn(all, word, 1, SYNONYM_FACTOR),
            factorIn(answer, word, ANSWER_FACTOR, ANSWER_SYNONYM_FACTOR),
          ),
      0,
    );
    if (told === 0) return { covered: 0, similarity: 0 };
    const held = Math.max(
      0,
      ...phrasings.map(
        (phrasing) => this.#held(phrasing, known) * agreementOf(phrasing.type, known.type),
      ),
    );
    const covered = told / total;
    return { covered, similarity: covered * (1 - HELD_WEIGHT + HELD_WEIGHT * held) };
  }

  /** How much of a phrasing's weight the question has. */
  #held(phrasing: Terms, asked: Terms): number {
    const words = this.#weighed(phrasing);
    let total = 0;
    let held = 0;
    for (const { stem: word, meanings, weight } of words) {
      total += weight;
      const isAsked =
        asked.stems.has(word) || meanings.some((meaning) => asked.meanings.has(meaning));
      if (isAsked) held += weight;
    }
    return total === 0 ? 0 : held / total;
  }

  /** The words of a phrasing, weighed when it is first compared. */
  #weighed(phrasing: Terms): readonly Asked[] {
    const known = this.#weights.get(phrasing);
    if (known) return known;
    const words = [...phrasing.stems].map((word): Asked => {
      const meanings = meaningsOf(word);
      return { stem: word, meanings, weight: this.#weight(word, meanings) };
    });
    this.#weights.set(phrasing, words);
    return words;
  }

  #isKnown({ stem: word, meanings }: Pick<Asked, 'stem' | 'meanings'>): boolean {
    return this.#frequency.has(word) || meanings.some((one) => this.#meaningFrequency.has(one));
  }

  /** Rare words weigh more; of a word that has others for it, its rarest meaning counts. */
  #weight(word: string, meanings: readonly number[]): number {
    const own = this.#frequency.get(word);
    const counts = meanings.map((one) => this.#meaningFrequency.get(one) ?? 0);
    const frequency = own ?? (counts.length === 0 ? 0 : Math.min(...counts));
    return Math.log(1 + this.#entries.length / (1 + frequency));
  }
}

/** Who asks and what for stands in sentences before the question, which may point back to them. */
function properOf(question: string): string {
  const last = question.split(SENTENCE_ENDS).at(-1) ?? question;
  return POINTS_BACK.test(last) ? question : last;
}

function factorIn({ stems, meanings }: Terms, word: Asked, same: number, alike: number): number {
  if (stems.has(word.stem)) return same;
  return word.meanings.some((meaning) => meanings.has(meaning)) ? alike : 0;
}

function termsOf(texts: readonly string[]): Terms {
  const stems = new Set(texts.flatMap(stemsOf).filter((word) => !STOP_STEMS.has(word)));
  return { stems, meanings: new Set([...stems].flatMap(meaningsOf)) };
}

function tally<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
