/** Finds the passage of prose that answers a question about the service, its method and its use. */
import type { Published } from '../../published/published.ts';
import { type AnswerEntry, answerCorpus } from './answer-corpus.ts';
import { Guess, type Guesses } from './guess.ts';
import { type PassageKind, passages } from './passages.ts';
import { type Match, Phrasings } from './phrasings.ts';

type Target = { kind: PassageKind; entry: AnswerEntry };

export type FoundPassage = {
  kind: PassageKind;
  entry: AnswerEntry;
  /** Similarity of the question to the best of the passage's phrasings, 0 to 1. */
  similarity: number;
  /** Share of the question's telling words that the phrasing or passage has, by weight, 0 to 1. */
  covered: number;
  /** Share of the telling words that no passage has. */
  unknown: number;
  /** The same by weight. */
  foreign: number;
  /** Similarity above that of the next passage. */
  margin: number;
  /** Likelihood that the question means it, in any words, 0 to 1; undefined if nothing was learnt. */
  guessed: number | undefined;
};

export class Prose {
  readonly #phrasings: Phrasings<Target>;
  readonly #guess: Guess<Target>;

  private constructor(phrasings: Phrasings<Target>, guess: Guess<Target>) {
    this.#phrasings = phrasings;
    this.#guess = guess;
  }

  static async of(published: Published, faq: readonly AnswerEntry[]): Promise<Prose> {
    const { registry } = published;
    const also = new Map(registry.faq.map((entry) => [entry.slug, entry.also]));
    const all = [
      ...faq.map((entry) => ({ kind: 'faq' as const, entry, also: also.get(entry.slug) ?? [] })),
      ...passages(published),
    ].flatMap(({ kind, entry, also: others }) => {
      const target = { kind, entry };
      return [entry.question, ...others].map((text) => ({ text, target }));
    });
    const phrasings = all.map(({ text, target }) => ({
      text,
      target,
      // A definition answers what its term is, and not what its other words are about.
      context: target.kind === 'glossary' ? '' : target.entry.answer,
    }));
    return new Prose(
      await Phrasings.of(phrasings, registry.glossary),
      // Terms, steps, prices and findings are covered by entries of the FAQ.
      await Guess.learnt(all.filter(({ target }) => target.kind === 'faq')),
    );
  }

  /** The passages with the most similar phrasings, each once, followed by the likeliest one. */
  find(question: string, limit: number): FoundPassage[] {
    const guesses = this.#guess.of(question);
    const best = new Map<Target, Match<Target>>();
    for (const match of this.#phrasings.matches(question))
      if (!best.has(match.target)) best.set(match.target, match);
    const ranked = [...best.values()];
    const [first, second] = ranked;
    const found = ranked.slice(0, limit).map((match) => {
      const next = match === first ? second : first;
      return foundPassage(match, next, guesses);
    });
    const likeliest = likeliestOf(guesses);
    if (!likeliest || found.some(({ entry }) => entry === likeliest.entry)) return found;
    const match = best.get(likeliest) ?? { ...UNLIKE, target: likeliest };
    return [...found, foundPassage(match, first, guesses)];
  }
}

/** The match of a passage that shares no word with the question. */
const UNLIKE = { similarity: 0, covered: 0, unknown: 1, foreign: 1 };

/** @param next the nearest of the others */
function foundPassage(
  { target, similarity, covered, unknown, foreign }: Match<Target>,
  next: Match<Target> | undefined,
  guesses: Guesses<Target>,
): FoundPassage {
  return {
    ...target,
    similarity,
    covered,
    unknown,
    foreign,
    margin: similarity - (next?.similarity ?? 0),
    guessed: target.kind === 'faq' ? (guesses.get(target) ?? 0) : undefined,
  };
}

function likeliestOf(guesses: Guesses<Target>): Target | undefined {
  let likeliest: Target | undefined;
  for (const [target, probability] of guesses)
    if (likeliest === undefined || probability > (guesses.get(likeliest) ?? 0)) likeliest = target;
  return likeliest;
}

/** Derived once per publication: `published.derived(prose)`. */
export async function prose(published: Published): Promise<Prose> {
  const { entries } = await published.derived(answerCorpus);
  return Prose.of(
    published,
    [...entries.values()].filter(({ source }) => source === 'faq'),
  );
}
