/**
 * Which passage a question means, learnt from all phrasings of all passages: a softmax regression over
 * their words and pairs of neighbouring words.
 */
import { isWithinEditDistance } from '../../lib/edit-distance.ts';
import { memoize } from '../../lib/memoize.ts';
import { Slices } from '../../lib/slices.ts';
import { fillWeights } from './kept-weights.ts';
import { representative, STOP_WORDS, stem, withoutExpressions, wordsOf } from './question-words.ts';

export type Guesses<T> = {
  /** How likely each passage is meant, the likeliest first; 1 for all together. */
  ranked: readonly (readonly [target: T, probability: number])[];
  /** Share of the question's telling words, by rarity, that no passage has, 0 to 1. */
  foreign: number;
  /** The share that the likeliest passage does not have. */
  lacking: number;
};

/** @param context text of the passage */
type Phrasing<T> = { text: string; target: T; context?: string };
/** Weights by feature: words, and pairs of neighbours. */
type Counted = ReadonlyMap<string, number>;
type Sparse = { features: Int32Array; values: Float32Array };

const ROUNDS = 15;
const RATE = 0.5;
/** Keeps the weights of words that only one phrasing has small. */
const DECAY = 5e-4;
/** The first steps are not divided by less than its root. */
const FIRST_SQUARE = 1e-4;
/** Misspelled words whose corrections are kept. */
const MAX_CORRECTIONS = 10_000;
/** A prime, so that neighbours in the list are far apart when they are learnt. */
const STRIDE = 7919;
/** Weights of common words and of pairs of words, relative to a telling word's 1. */
const COMMON = 0.5;
const PAIR = 0.6;

export class Guess<T> {
  readonly #targets: readonly T[];
  readonly #numbers = new Map<string, number>();
  /** Words of each passage: of its phrasings, and of its answer, which is not learnt from. */
  #words: ReadonlyMap<T, ReadonlySet<string>> = new Map();
  #allWords: ReadonlySet<string> = new Set();
  readonly #phrasings: number;
  #rarity = new Float32Array();
  /** By feature and target. */
  #weights = new Float32Array();

  private constructor(phrasings: readonly Phrasing<T>[]) {
    this.#targets = [...new Set(phrasings.map(({ target }) => target))];
    this.#phrasings = phrasings.length;
  }

  static async learnt<T>(phrasings: readonly Phrasing<T>[]): Promise<Guess<T>> {
    const guess = new Guess(phrasings);
    await guess.#count(phrasings);
    await guess.#cut(phrasings);
    const places = new Map(guess.#targets.map((target, place) => [target, place]));
    const placed = phrasings.map(({ text, target }) => ({ text, place: places.get(target) ?? 0 }));
    await fillWeights(guess.#weights, JSON.stringify(placed), () => guess.#learn(placed));
    return guess;
  }

  async #count(phrasings: readonly { text: string }[]): Promise<void> {
    const frequency: number[] = [];
    await new Slices().each(phrasings, ({ text }) => {
      for (const name of countedIn(text).keys()) {
        const number = this.#numbers.get(name) ?? this.#numbers.size;
        this.#numbers.set(name, number);
        frequency[number] = (frequency[number] ?? 0) + 1;
      }
    });
    this.#rarity = Float32Array.from(frequency, (count) => Math.log(1 + phrasings.length / count));
    this.#weights = new Float32Array(this.#numbers.size * this.#targets.length);
  }

  async #cut(phrasings: readonly Phrasing<T>[]): Promise<void> {
    const passages = [...Map.groupBy(phrasings, ({ target }) => target)];
    const words = await new Slices().map(passages, ([target, own]) => {
      const texts = new Set(own.flatMap(({ text, context = '' }) => [text, context]));
      return [target, new Set(countedIn([...texts].join('\n')).keys())] as const;
    });
    this.#words = new Map(words);
    this.#allWords = new Set(words.flatMap(([, own]) => [...own]));
  }

  async #learn(phrasings: readonly { text: string; place: number }[]): Promise<void> {
    const slices = new Slices();
    const examples = await slices.map(phrasings, ({ text, place }) => ({
      ...this.#sparse(countedIn(text)),
      place,
    }));
    const learning = new Learning(this.#weights, this.#targets.length);
    for (let round = 0; round < ROUNDS; round++)
      await slices.each(inOrder(examples, round), (example) => learning.step(example));
  }

  /** Nothing is ranked for a question with no word that a phrasing has. */
  of(question: string): Guesses<T> {
    const counted = countedIn(question);
    const sparse = this.#sparse(counted);
    const foreign = this.#lacking(counted, this.#allWords);
    if (sparse.features.length === 0) return { ranked: [], foreign, lacking: 1 };
    const probabilities = new Float32Array(this.#targets.length);
    predict(sparse, this.#weights, probabilities);
    const ranked = this.#targets.map(
      (target, place) => [target, probabilities[place] ?? 0] as const,
    );
    ranked.sort(([, one], [, other]) => other - one);
    const [[likeliest] = []] = ranked;
    const own = likeliest && this.#words.get(likeliest);
    return { ranked, foreign, lacking: this.#lacking(counted, own) };
  }

  /** Share of the question's telling words, by rarity, that are not among the words; 1 if none tells anything. */
  #lacking(counted: Counted, words: ReadonlySet<string> | undefined): number {
    let [all, lacking] = [0, 0];
    for (const [name, weight] of counted) {
      if (weight < 1) continue;
      const known = this.#named(name);
      const rarity = this.#rarity[this.#numbers.get(known) ?? -1] ?? Math.log(1 + this.#phrasings);
      all += rarity;
      if (!words?.has(known)) lacking += rarity;
    }
    return all === 0 ? 1 : lacking / all;
  }

  /** The feature, or the word that differs by a typing error. */
  readonly #named = memoize(MAX_CORRECTIONS, (name): string => {
    const edits = name.length >= 8 ? 2 : 1;
    if (this.#numbers.has(name) || name.length < 5 || !/^[a-z]+$/.test(name)) return name;
    for (const other of this.#numbers.keys())
      if (other[0] === name[0] && isWithinEditDistance(name, other, edits)) return other;
    return name;
  });

  #sparse(counted: Counted): Sparse {
    const features: number[] = [];
    const values: number[] = [];
    let square = 0;
    for (const [name, count] of counted) {
      const number = this.#numbers.get(this.#named(name));
      if (number === undefined) continue;
      const value = count * (this.#rarity[number] ?? 0);
      features.push(number);
      values.push(value);
      square += value * value;
    }
    const length = Math.sqrt(square) || 1;
    return {
      features: Int32Array.from(features),
      values: Float32Array.from(values, (value) => value / length),
    };
  }
}

type Example = Sparse & { place: number };

/** Stochastic gradient descent with the steps of AdaGrad. */
class Learning {
  readonly #weights: Float32Array;
  readonly #squares: Float32Array;
  readonly #errors: Float32Array;

  /** @param weights by feature and target, which are learnt in place */
  constructor(weights: Float32Array, targets: number) {
    this.#weights = weights;
    this.#squares = new Float32Array(weights.length).fill(FIRST_SQUARE);
    this.#errors = new Float32Array(targets);
  }

  step(example: Example): void {
    const { features, values, place: right } = example;
    const errors = this.#errors;
    predict(example, this.#weights, errors);
    errors[right] = (errors[right] ?? 0) - 1;
    for (let at = 0; at < features.length; at++) {
      const row = (features[at] ?? 0) * errors.length;
      const value = values[at] ?? 0;
      for (let place = 0; place < errors.length; place++) {
        const weight = this.#weights[row + place] ?? 0;
        const slope = (errors[place] ?? 0) * value + DECAY * weight;
        const square = (this.#squares[row + place] ?? 0) + slope * slope;
        this.#squares[row + place] = square;
        this.#weights[row + place] = weight - (RATE * slope) / Math.sqrt(square);
      }
    }
  }
}

/** All examples in another order each round, the same at every start. */
function inOrder(examples: readonly Example[], round: number): Example[] {
  return examples.flatMap((_, turn) => examples[(turn * STRIDE + round) % examples.length] ?? []);
}

/** @param weights by feature and target */
function predict(
  { features, values }: Sparse,
  weights: Float32Array,
  probabilities: Float32Array,
): void {
  const count = probabilities.length;
  probabilities.fill(0);
  for (let at = 0; at < features.length; at++) {
    const row = (features[at] ?? 0) * count;
    const value = values[at] ?? 0;
    for (let place = 0; place < count; place++)
      probabilities[place] = (probabilities[place] ?? 0) + value * (weights[row + place] ?? 0);
  }
  softmax(probabilities);
}

function softmax(scores: Float32Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of scores) highest = Math.max(highest, score);
  let sum = 0;
  for (let place = 0; place < scores.length; place++) {
    const value = Math.exp((scores[place] ?? 0) - highest);
    scores[place] = value;
    sum += value;
  }
  for (let place = 0; place < scores.length; place++) scores[place] = (scores[place] ?? 0) / sum;
}

/** Words and pairs of neighbours, with how much each counts. */
function countedIn(text: string): Counted {
  const counts = new Map<string, number>();
  const words = wordsOf(withoutExpressions(text.toLowerCase())).map((word) => ({
    name: representative(stem(word)),
    weight: STOP_WORDS.has(word) ? COMMON : 1,
  }));
  for (const [place, { name, weight }] of words.entries()) {
    counts.set(name, Math.max(weight, counts.get(name) ?? 0));
    const next = words[place + 1];
    if (next) counts.set(`${name} ${next.name}`, PAIR);
  }
  return counts;
}
