/**
 * Compares a question with every phrasing that has an answer. Rare words weigh more (inverse document
 * frequency); endings, typing errors and the glossary's synonyms make no difference.
 */
import { isWithin } from '../../lib/edit-distance.ts';
import { remember } from '../../lib/memoize.ts';
import type { GlossaryTerm } from '../../registry/glossary.ts';
import {
  representative,
  SECTOR,
  STARTUP,
  STOP_WORDS,
  stem,
  withoutExpressions,
  wordsOf,
} from './words.ts';

export type Phrasing<T> = {
  text: string;
  target: T;
  /** Text about the same, such as the answer; its words count a little. */
  context?: string;
};

export type Match<T> = {
  target: T;
  /** How much of the weight of the question's telling words the phrasing has, 0 to 1. */
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
  stems: ReadonlySet<string>;
  context: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
  weight: number;
};

/** What a word counts that matches in another way than by itself. */
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
  readonly #all: Indexed<T>[];
  readonly #count: number;
  readonly #frequency = new Map<string, number>();
  readonly #contextTerms = new Set<string>();
  readonly #synonyms = new Map<string, ReadonlySet<string>>();

  constructor(phrasings: readonly Phrasing<T>[], glossary: readonly GlossaryTerm[]) {
    const cut = phrasings.map(({ text, target, context = '' }) => ({
      target,
      list: termsOf(text),
      context: new Set(termsOf(context)),
    }));
    this.#count = cut.length;
    for (const { context } of cut) for (const term of context) this.#contextTerms.add(term);
    for (const { list } of cut)
      for (const stem of new Set(list))
        this.#frequency.set(stem, (this.#frequency.get(stem) ?? 0) + 1);
    this.#all = cut.map(({ target, list, context }) => {
      const stems = new Set(list);
      const pairs = new Set(pairsOf(list));
      return { target, stems, context, pairs, weight: this.#sum(stems) };
    });
    for (const { term, synonyms } of glossary) this.#learn([term, ...synonyms]);
  }

  /** The phrasings that share anything with the question, the most similar first. */
  matches(question: string): Match<T>[] {
    const list = termsOf(question);
    const asked = [...new Set(list)].map((stem) => ({
      stem,
      like: this.#like(stem),
      weight: this.#weight(stem),
    }));
    const sum = (words: typeof asked) => words.reduce((total, word) => total + word.weight, 0);
    const telling = asked.filter(({ stem }) => isTelling(stem));
    const foreign = telling.filter(
      ({ like }) =>
        !like.some(([stem]) => this.#frequency.has(stem) || this.#contextTerms.has(stem)),
    );
    const unknown = foreign.length / Math.max(1, telling.length);
    const strange = sum(foreign) / Math.max(1, sum(telling));
    const pairs = pairsOf(list);
    const tellingWeight = sum(telling);
    const askedWeight = sum(asked);
    const found = this.#all.flatMap(
      ({ target, stems, context, pairs: known, weight: own }): Match<T>[] => {
        let shared = 0;
        let told = 0;
        let kept = 0;
        for (const { stem, like, weight } of asked) {
          const best = like.find(([other]) => stems.has(other));
          const factor = best?.[1] ?? (context.has(stem) ? CONTEXT_FACTOR : 0);
          shared += weight * factor;
          if (isTelling(stem)) told += weight * factor;
          if (best) kept += this.#weight(best[0]) * factor;
        }
        if (kept === 0) return [];
        const held = Math.min(1, kept / own);
        const same = pairs.filter((pair) => known.has(pair)).length;
        const order = pairs.length === 0 ? 1 : (2 * same) / (pairs.length + known.size);
        const similarity =
          Math.sqrt((shared / askedWeight) * held) *
          (1 - ORDER_WEIGHT + ORDER_WEIGHT * Math.min(1, order));
        const covered = telling.length === 0 ? 1 : told / tellingWeight;
        return [{ target, covered, similarity, unknown, foreign: strange }];
      },
    );
    return found.sort((a, b) => b.similarity - a.similarity);
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

  readonly #corrected = remember(MAX_CORRECTIONS, (stem): readonly string[] => {
    const edits = stem.length >= 8 ? 2 : stem.length >= 5 ? 1 : 0;
    if (edits === 0 || !/^[a-z]+$/.test(stem)) return [];
    return [...this.#frequency.keys()].filter(
      (other) => other.length >= 4 && other[0] === stem[0] && isWithin(stem, other, edits),
    );
  });

  /** Names of several words are no synonyms of a word. */
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

/** Whether a word tells what is asked about: no stop word and no name. */
function isTelling(word: string): boolean {
  return !STOP_STEMS.has(word) && word !== STARTUP && word !== SECTOR;
}

function pairsOf(stems: readonly string[]): string[] {
  return stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`);
}
