/** Finds the passage of prose that answers a question about the service, its method and its use. */
import type { Published } from '../../published/published.ts';
import { type AnswerEntry, answerCorpus } from './answer-corpus.ts';
import { Guess } from './guess.ts';
import { type PassageKind, passages } from './passages.ts';

type Target = { kind: PassageKind; entry: AnswerEntry };

export type FoundPassage = Target & {
  /** Likelihood that the question means it, 0 to 1. */
  guessed: number;
  /** Share of the question's telling words that no passage has. */
  foreign: number;
  /** The share that the likeliest passage does not have. */
  lacking: number;
};

export class Prose {
  readonly #guess: Guess<Target>;

  constructor(guess: Guess<Target>) {
    this.#guess = guess;
  }

  /** The likeliest passages, the likeliest first. */
  find(question: string, limit: number): FoundPassage[] {
    const { ranked, foreign, lacking } = this.#guess.of(question);
    return ranked
      .slice(0, limit)
      .map(([target, guessed]) => ({ ...target, guessed, foreign, lacking }));
  }
}

/** Derived once per publication: `published.derived(prose)`. */
export async function prose(published: Published): Promise<Prose> {
  const { entries } = await published.derived(answerCorpus);
  const faq = published.registry.faq.flatMap(({ slug, also }) => {
    const entry = entries.get(slug);
    return entry ? [{ kind: 'faq' as const, entry, also }] : [];
  });
  const all = [...faq, ...passages(published)];
  const phrasings = all.flatMap(({ kind, entry, also }) => {
    const target = { kind, entry };
    return [entry.question, ...also].map((text) => ({ text, target, context: entry.answer }));
  });
  return new Prose(await Guess.learnt(phrasings));
}
