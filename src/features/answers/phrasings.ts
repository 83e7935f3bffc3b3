/**
 * Compares a question with every phrasing that has an answer. Words weigh as much as they are rare
 * (inverse document frequency); endings, typing errors and the glossary's synonyms are seen through.
 */
import type { GlossaryTerm } from '../../registry/glossary.ts';
import { representative, withoutTurns } from '../../answers/vocabulary.ts';
import { isWithin, SECTOR, STARTUP, STOP_WORDS, stem, wordsOf } from '../../answers/words.ts';

export type Phrasing<T> = {
  text: string;
  target: T;
  /** What stands around the phrasing, such as its answer: speaks for it a little. */
  context?: string;
};

export type Match<T> = {
  target: T;
  /** How much the phrasing holds of the weight of the words that say what is asked about, 0 to 1. */
  covered: number;
  /** Share of the words that say what is asked about that no phrasing has, 0 to 1. */
  unknown: number;
  /** How much of the phrasing's weight the question holds, 0 to 1. */
  held: number;
  /** Geometric mean of both, raised by words in the same order, 0 to 1. */
  similarity: number;
};

type Indexed<T> = {
  target: T;
  stems: ReadonlySet<string>;
  context: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
  weight: number;
};

const SYNONYM = 0.75;
const TYPO = 0.85;
const CONTEXT = 0.4;
/** What a word that says nothing about the subject weighs, of its rarity. */
const EMPTY = 0.3;
const EMPTY_STEMS = new Set([...STOP_WORDS].map((word) => representative(stem(word))));
/** The part of the similarity that goes by pairs of neighbouring words. */
const ORDER = 0.15;

export class Phrasings<T> {
  readonly #all: Indexed<T>[];
  readonly #count: number;
  readonly #frequency = new Map<string, number>();
  readonly #around = new Set<string>();
  readonly #synonyms = new Map<string, ReadonlySet<string>>();
  readonly #corrections = new Map<string, readonly string[]>();

  constructor(phrasings: readonly Phrasing<T>[], glossary: readonly GlossaryTerm[]) {
    const cut = phrasings.map(({ text, target, context = '' }) => ({
      target,
      list: termsOf(text),
      context: new Set(termsOf(context)),
    }));
    this.#count = cut.length;
    for (const { context } of cut) for (const term of context) this.#around.add(term);
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
    const foreign = telling.filter(({ like }) => !like.some(([stem]) => this.#frequency.has(stem)));
    const unknown = foreign.length / Math.max(1, telling.length);
    const pairs = pairsOf(list);
    const found = this.#all.flatMap(
      ({ target, stems, context, pairs: known, weight: own }): Match<T>[] => {
        let shared = 0;
        let told = 0;
        let kept = 0;
        for (const { stem, like, weight } of asked) {
          const best = like.find(([other]) => stems.has(other));
          const factor = best?.[1] ?? (context.has(stem) ? CONTEXT : 0);
          shared += weight * factor;
          if (isTelling(stem)) told += weight * factor;
          if (best) kept += this.#weight(best[0]) * factor;
        }
        if (kept === 0) return [];
        const held = Math.min(1, kept / own);
        const same = pairs.filter((pair) => known.has(pair)).length;
        const order = pairs.length === 0 ? 1 : (2 * same) / (pairs.length + known.size);
        const similarity =
          Math.sqrt((shared / sum(asked)) * held) * (1 - ORDER + ORDER * Math.min(1, order));
        return [
          {
            target,
            covered: telling.length === 0 ? 1 : told / sum(telling),
            held,
            similarity,
            unknown,
          },
        ];
      },
    );
    return found.sort((a, b) => b.similarity - a.similarity);
  }

  /** Whether any phrasing, or what stands around it, has the word as it is. */
  knows(word: string): boolean {
    const [term] = termsOf(word);
    return term !== undefined && (this.#frequency.has(term) || this.#around.has(term));
  }

  /** The question with a placeholder for every run of words that no phrasing has; or itself. */
  withStranger(question: string): string {
    const isKnown = (word: string) =>
      this.#like(representative(stem(word))).some(([like]) => this.#frequency.has(like));
    const words = wordsOf(question).map((word) => (isKnown(word) ? word : STARTUP));
    return words
      .filter((word, index) => word !== STARTUP || words[index - 1] !== STARTUP)
      .join(' ');
  }

  #sum(stems: Iterable<string>): number {
    let sum = 0;
    for (const stem of stems) sum += this.#weight(stem);
    return sum;
  }

  /** Words that no phrasing has weigh most: the question is about something else. */
  #weight(word: string): number {
    const rarity = Math.log(1 + this.#count / (1 + (this.#frequency.get(word) ?? 0)));
    return EMPTY_STEMS.has(word) ? rarity * EMPTY : rarity;
  }

  /** Stems that may stand for this one, each with its factor, the surest first. */
  #like(stem: string): [string, number][] {
    const synonyms = [...(this.#synonyms.get(stem) ?? [])];
    const corrections =
      this.#frequency.has(stem) || synonyms.length > 0 ? [] : this.#corrected(stem);
    return [
      [stem, 1],
      ...corrections.map((known): [string, number] => [known, TYPO]),
      ...synonyms.map((known): [string, number] => [known, SYNONYM]),
    ];
  }

  #corrected(stem: string): readonly string[] {
    const most = stem.length >= 8 ? 2 : stem.length >= 5 ? 1 : 0;
    if (most === 0 || !/^[a-z]+$/.test(stem)) return [];
    const known = this.#corrections.get(stem);
    if (known) return known;
    const near = [...this.#frequency.keys()].filter(
      (other) => other.length >= 4 && other[0] === stem[0] && isWithin(stem, other, most),
    );
    if (this.#corrections.size < 10_000) this.#corrections.set(stem, near);
    return near;
  }

  /** Words that mean the same, where a single one says it. */
  #learn(names: readonly string[]): void {
    const single = names.map(termsOf).flatMap((stems) => (stems.length === 1 ? stems : []));
    for (const stem of single) {
      const others = single.filter((other) => other !== stem);
      this.#synonyms.set(stem, new Set([...(this.#synonyms.get(stem) ?? []), ...others]));
    }
  }
}

/** The terms of a text in their order: stems, one for all that ask the same. */
function termsOf(text: string): string[] {
  return wordsOf(withoutTurns(text.toLowerCase())).map((word) => representative(stem(word)));
}

/** Whether a word says what is asked, rather than being part of every question, or a name. */
function isTelling(word: string): boolean {
  return !EMPTY_STEMS.has(word) && word !== STARTUP && word !== SECTOR;
}

function pairsOf(stems: readonly string[]): string[] {
  return stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`);
}
