/** Finds the passage of prose that answers a question about the service, its method and its use. */
import type { Published } from '../../published/published.ts';
import { type AnswerEntry, answerCorpus } from './answer-corpus.ts';
import { Cover } from './loose/cover.ts';
import { topicOf } from './loose/topics.ts';
import { type PassageKind, passages } from './passages.ts';
import { type Match, Phrasings } from './phrasings.ts';

type Target = { kind: PassageKind; entry: AnswerEntry };

export type FoundPassage = {
  kind: PassageKind;
  entry: AnswerEntry;
  /** Similarity of the question to the best of the passage's phrasings, 0 to 1. */
  similarity: number;
  /** How much of the question's telling words the phrasing or the passage has, by weight, 0 to 1. */
  covered: number;
  /** Share of the telling words that no passage has. */
  unknown: number;
  /** The same by weight. */
  foreign: number;
  /** Similarity above that of the next passage. */
  margin: number;
  /** Whether it has the word that tells most of what is asked. */
  hasKeyWord: boolean;
};

export class Prose {
  readonly #phrasings: Phrasings<Target>;
  readonly #cover: Cover<Target>;
  readonly #ofFaq: ReadonlyMap<string, AnswerEntry>;

  constructor(published: Published, faq: readonly AnswerEntry[]) {
    this.#ofFaq = new Map(faq.map((entry) => [entry.slug, entry]));
    const also = new Map(published.registry.faq.map((entry) => [entry.slug, entry.also]));
    const all = [
      ...faq.map((entry) => ({ kind: 'faq' as const, entry, also: also.get(entry.slug) ?? [] })),
      ...passages(published),
    ].map(({ kind, entry, also: others }) => ({ target: { kind, entry }, also: others }));
    this.#phrasings = new Phrasings(
      all.flatMap(({ target, also: others }) =>
        [target.entry.question, ...others].map((text) => ({
          text,
          target,
          // A definition answers what its term is, and not what its other words are about.
          context: target.kind === 'glossary' ? '' : target.entry.answer,
        })),
      ),
      published.registry.glossary,
    );
    // Terms and steps have entries of the FAQ beside them.
    this.#cover = new Cover(
      all
        .filter(
          ({ target: { kind } }) =>
            kind !== 'glossary' && kind !== 'methodology' && kind !== 'finding',
        )
        .map(({ target, also: others }) => ({
          target,
          phrasings: [target.entry.question, ...others],
          answer: target.entry.answer,
        })),
      ({ entry: one }, { entry: other }) =>
        one.related.includes(other.slug) && other.related.includes(one.slug),
    );
  }

  /** The passage that has most of what the question tells, however it says it. */
  covering(question: string): FoundPassage | undefined {
    const best = this.#cover.best(question);
    if (!best) return undefined;
    const { target, ...evidence } = best;
    const hasKeyWord = this.#cover.hasKeyWord(question, best.target);
    return { ...target, ...evidence, unknown: evidence.foreign, hasKeyWord };
  }

  /** The passage that is meant by the things that the question speaks of together. */
  ofTopic(question: string): AnswerEntry | undefined {
    const slug = topicOf(question);
    return slug === undefined ? undefined : this.#ofFaq.get(slug);
  }

  /** The most similar passages, each once. */
  find(question: string, limit: number): FoundPassage[] {
    const best = new Map<string, Match<Target>>();
    for (const match of this.#phrasings.matches(question)) {
      const { slug } = match.target.entry;
      if (!best.has(slug)) best.set(slug, match);
      if (best.size > limit) break;
    }
    const ranked = [...best.values()];
    return ranked
      .slice(0, limit)
      .map(({ target, similarity, covered, unknown, foreign }, index) => ({
        ...target,
        similarity,
        covered,
        unknown,
        foreign,
        margin: similarity - (ranked[index === 0 ? 1 : 0]?.similarity ?? 0),
        hasKeyWord: this.#cover.hasKeyWord(question, target),
      }));
  }
}

/** Derived once per publication: `published.derived(prose)`. */
export async function prose(published: Published): Promise<Prose> {
  const { entries } = await published.derived(answerCorpus);
  return new Prose(
    published,
    [...entries.values()].filter(({ source }) => source === 'faq'),
  );
}
