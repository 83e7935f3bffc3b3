/** The answers to a question, in the shape of the specification (section 2, AnswerHit). */
import { z } from 'zod';
import type { Published } from '../../published/published.ts';
import { Answer, type AnswerCorpus, type AnswerEntry, Related } from './corpus.ts';
import { answerEngine, type Candidate, MIN_CONFIDENCE } from './engine.ts';

export const AnswerHit = Answer.omit({ slug: true, topic: true })
  .extend({
    confidence: z.number().min(0).max(1).meta({
      description: 'Answers given with confidence c are right about that often',
    }),
  })
  .meta({ id: 'AnswerHit' });
export type AnswerHit = z.infer<typeof AnswerHit>;

/** The one best answer. */
export const FoundAnswer = AnswerHit.extend({ found: z.literal(true) }).meta({ id: 'FoundAnswer' });
type FoundAnswer = z.infer<typeof FoundAnswer>;

export const NoAnswer = z
  .object({
    found: z.literal(false),
    question: z.string().meta({ description: 'As it was asked' }),
    confidence: z.number().min(0).max(1),
    related: Related.meta({ description: 'Near questions that have an answer' }),
  })
  .meta({ id: 'NoAnswer', description: 'No answer is sure enough to be given' });

const MAX_NEAR = 5;
const MAX_NAME_LENGTH = 80;

/** The best answer, or near questions if none is sure enough. */
export async function answerTo(
  question: string,
  published: Published,
): Promise<FoundAnswer | z.infer<typeof NoAnswer>> {
  const engine = await published.derived(answerEngine);
  const { corpus } = engine;
  const candidates = engine.candidates(question, MAX_NEAR);
  const [best] = candidates;
  if (best && best.confidence >= MIN_CONFIDENCE) return { found: true, ...hitOf(best, corpus) };
  const named = published.companies.find(lastWord(question));
  const nearNames = named.found ? [] : named.nearMisses;
  const near = [
    ...candidates.map(({ entry }) => entry),
    ...nearNames.flatMap(({ slug }) => corpus.entries.get(`profile-${slug}`) ?? []),
  ];
  return {
    found: false,
    question,
    confidence: best?.confidence ?? 0,
    related: near.slice(0, MAX_NEAR).map(linkTo),
  };
}

/** The likeliest answers, surest first, with those too unsure to be given as the one answer. */
export async function answersTo(
  question: string,
  limit: number,
  published: Published,
): Promise<AnswerHit[]> {
  const engine = await published.derived(answerEngine);
  return engine
    .candidates(question, limit)
    .sort((a, b) => b.confidence - a.confidence)
    .map((candidate) => hitOf(candidate, engine.corpus));
}

/** An entry with links to its near questions. */
export function answerOf(
  { slug, topic, question, answer, url, source, facts, related }: AnswerEntry,
  { entries }: Pick<AnswerCorpus, 'entries'>,
): z.infer<typeof Answer> {
  const near = related.flatMap((other) => entries.get(other) ?? []);
  return { slug, topic, question, answer, url, source, facts, related: near.map(linkTo) };
}

function hitOf({ entry, confidence }: Candidate, corpus: AnswerCorpus): AnswerHit {
  const { slug: _, topic: __, ...answer } = answerOf(entry, corpus);
  return { ...answer, confidence };
}

function linkTo({ question, url }: AnswerEntry) {
  return { question, url };
}

/** Where an unknown name most often is. */
function lastWord(question: string): string {
  const words = question.replace(/[?!.\s]+$/, '').split(/\s+/);
  return (words.at(-1) ?? '').slice(0, MAX_NAME_LENGTH);
}
