/**
 * Compares a question with every phrasing that has an answer. Rare words weigh more (inverse document
 * frequency); endings, typing errors and the glossary's synonyms make no difference.
 */
import { isWithinEditDistance } from '../../lib/edit-distance.ts';
import { memoize } from '../../lib/memoize.ts';
import { Slices } from '../../lib/slices.ts';
import type { GlossaryTerm } from '../../registry/glossary.ts';
import {
  representative,
  SECTOR,
  STARTUP,
  STOP_WORDS,
  stem,
  withoutExpressions,
  wordsOf,
} from './question-words.ts';

export type Phrasing<T> = {
  text: string;
  target: T;
  /** Text about the same, such as the answer; its words count a little. */
  context?: string;
};

export type Match<T> = {
  target: T;
  /** Share of the question's telling words that the phrasing has, by weight, 0 to 1. */
  covered: number;
  /** Share of the question's telling words that no phrasing has, 0 to 1. */
  unknown: number;
  /** The same by weight. */
  foreign: number;
  /** Geometric mean of what each has of the other's weight, lower if the order differs, 0 to 1. */
  similarity: number;
};

type Indexed<T> = {
  target: T;
  context: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
  weight: number;
};

type AskedWord = {
  stem: string;
  /** Stems that may stand for it, each with its factor. */
  like: readonly [string, number][];
  weight: number;
  isTelling: boolean;
};

/** The overlap of a phrasing with a question, by weight, and the shared words. */
type Shared = { shared: number; told: number; kept: number; words: Set<string> };

/** Weights of words that match indirectly; an exact match counts 1. */
const SYNONYM_FACTOR = 0.75;
const TYPO_FACTOR = 0.85;
const CONTEXT_FACTOR = 0.4;
const STOP_WORD_FACTOR = 0.3;
const STOP_STEMS = new Set([...STOP_WORDS].map((word) => representative(stem(word))));
/** The part of the similarity that depends on the order of words. */
const ORDER_WEIGHT = 0.15;

/** Misspelled words whose corrections are kept. */
const MAX_CORRECTIONS = 10_000;

export class Phrasings<T> {
  #all: readonly Indexed<T>[] = [];
  readonly #count: number;
  readonly #frequency = new Map<string, number>();
  /** Which phrasings have a stem. */
  readonly #postings = new Map<string, number[]>();
  readonly #contextTerms = new Set<string>();
  readonly #synonyms = new Map<string, ReadonlySet<string>>();

  private constructor(count: number) {
    this.#count = count;
  }

  static async of<T>(
    phrasings: readonly Phrasing<T>[],
    glossary: readonly GlossaryTerm[],
  ): Promise<Phrasings<T>> {
    const made = new Phrasings<T>(phrasings.length);
    const slices = new Slices();
    // Several phrasings have the text of one answer.
    const contexts = new Map<string, ReadonlySet<string>>();
    const cut = await slices.map(phrasings, ({ text, target, context = '' }) => ({
      target,
      list: termsOf(text),
      context: contexts.getOrInsertComputed(context, () => new Set(termsOf(context))),
    }));
    for (const context of contexts.values())
      for (const term of context) made.#contextTerms.add(term);
    await slices.each(cut.entries(), ([index, { list }]) => {
      for (const stem of new Set(list)) {
        made.#frequency.set(stem, (made.#frequency.get(stem) ?? 0) + 1);
        made.#postings.getOrInsertComputed(stem, () => []).push(index);
      }
    });
    made.#all = await slices.map(cut, ({ target, list, context }) => {
      const stems = new Set(list);
      const pairs = new Set(pairsOf(list));
      return { target, context, pairs, weight: made.#sum(stems) };
    });
    await slices.each(glossary, ({ term, synonyms }) => made.#learn([term, ...synonyms]));
    return made;
  }

  /** The phrasings that share a telling word with the question, the most similar first. */
  matches(question: string): Match<T>[] {
    const list = termsOf(question);
    const asked = [...new Set(list)].map((stem) => ({
      stem,
      like: this.#like(stem),
      weight: this.#weight(stem),
      isTelling: isTelling(stem),
    }));
    const sum = (words: typeof asked) => words.reduce((total, word) => total + word.weight, 0);
    const telling = asked.filter((word) => word.isTelling);
    const foreign = telling.filter(
      ({ like }) =>
        !like.some(([stem]) => this.#frequency.has(stem) || this.#contextTerms.has(stem)),
    );
    const unknown = foreign.length / Math.max(1, telling.length);
    const strange = sum(foreign) / Math.max(1, sum(telling));
    const pairs = pairsOf(list);
    const tellingWeight = sum(telling);
    const askedWeight = sum(asked);
    // A phrasing that shares only stop words is about something else.
    const near = [...this.#sharedBy(asked)].filter(
      ([, { told }]) => told > 0 || telling.length === 0,
    );
    const found = near.map(([index, held]): Match<T> => {
      const { target, context, pairs: known, weight: own } = this.#all[index] as Indexed<T>;
      let { shared, told } = held;
      for (const { stem, weight, isTelling: tells } of asked) {
        if (held.words.has(stem) || !context.has(stem)) continue;
        shared += weight * CONTEXT_FACTOR;
        if (tells) told += weight * CONTEXT_FACTOR;
      }
      const same = pairs.filter((pair) => known.has(pair)).length;
      const order = pairs.length === 0 ? 1 : (2 * same) / (pairs.length + known.size);
      const similarity =
        Math.sqrt((shared / askedWeight) * Math.min(1, held.kept / own)) *
        (1 - ORDER_WEIGHT + ORDER_WEIGHT * Math.min(1, order));
      const covered = telling.length === 0 ? 1 : told / tellingWeight;
      return { target, covered, similarity, unknown, foreign: strange };
    });
    return found.sort((a, b) => b.similarity - a.similarity);
  }

  /** The overlap with each phrasing that shares a word with the question. */
  #sharedBy(asked: readonly AskedWord[]): Map<number, Shared> {
    const found = new Map<number, Shared>();
    for (const { stem, like, weight, isTelling: tells } of asked) {
      for (const [other, factor] of like) {
        const own = this.#weight(other) * factor;
        for (const index of this.#postings.get(other) ?? []) {
          let held = found.get(index);
          if (!held) {
            held = { shared: 0, told: 0, kept: 0, words: new Set() };
            found.set(index, held);
          }
          if (held.words.has(stem)) continue;
          held.words.add(stem);
          held.shared += weight * factor;
          if (tells) held.told += weight * factor;
          held.kept += own;
        }
      }
    }
    return found;
  }

  #sum(stems: Iterable<string>): number {
    let sum = 0;
    for (const stem of stems) sum += this.#weight(stem);
    return sum;
  }

  /** Words that no phrasing has weigh most: they mean that the question is about something else. */
  #weight(word: string): number {
    const rarity = Math.log(1 + this.#count / (1 + (this.#frequency.get(word) ?? 0)));
    return STOP_STEMS.has(word) ? rarity * STOP_WORD_FACTOR : rarity;
  }

  /** Stems that may stand for this one, each with its factor, the surest first. */
  #like(stem: string): [string, number][] {
    const synonyms = [...(this.#synonyms.get(stem) ?? [])];
    const corrections =
      this.#frequency.has(stem) || synonyms.length > 0 ? [] : this.#corrected(stem);
    return [
      [stem, 1],
      ...corrections.map((known): [string, number] => [known, TYPO_FACTOR]),
      ...synonyms.map((known): [string, number] => [known, SYNONYM_FACTOR]),
    ];
  }

  readonly #corrected = memoize(MAX_CORRECTIONS, (stem): readonly string[] => {
    const edits = stem.length >= 8 ? 2 : stem.length >= 5 ? 1 : 0;
    if (edits === 0 || !/^[a-z]+$/.test(stem)) return [];
    return [...this.#frequency.keys()].filter(
      (other) =>
        other.length >= 4 && other[0] === stem[0] && isWithinEditDistance(stem, other, edits),
    );
  });

  /** Names of several words are not synonyms of a word. */
  #learn(names: readonly string[]): void {
    const single = names.map(termsOf).flatMap((stems) => (stems.length === 1 ? stems : []));
    for (const stem of single) {
      const others = single.filter((other) => other !== stem);
      this.#synonyms.set(stem, new Set([...(this.#synonyms.get(stem) ?? []), ...others]));
    }
  }
}

/** Stems in the order of the text, one for all that mean the same. */
function termsOf(text: string): string[] {
  return wordsOf(withoutExpressions(text.toLowerCase())).map((word) => representative(stem(word)));
}

/** Whether a word tells what is asked about: it is neither a stop word nor a name. */
function isTelling(word: string): boolean {
  return !STOP_STEMS.has(word) && word !== STARTUP && word !== SECTOR;
}

function pairsOf(stems: readonly string[]): string[] {
  return stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`);
}
