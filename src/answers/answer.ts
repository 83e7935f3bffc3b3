/** The answers as the specification shapes them (section 2, AnswerHit). */
import { z } from 'zod';
import type { Published } from '../published/published.ts';
import { type AnswerEngine, answerEngine, type Candidate, LEAST_CONFIDENCE } from '../features/answers/engine.ts';
import type { AnswerEntry } from './entry.ts';

const Related = z.array(z.object({ question: z.string(), url: z.url() }));

const shape = {
  question: z.string(),
  answer: z.string(),
  url: z.url().meta({ description: 'Canonical address for verification' }),
  source: z.enum(['agent-query', 'faq']),
  facts: z.array(z.object({ claim: z.string(), sourceUrl: z.url() })),
  related: Related,
};

export const Answer = z.object({ slug: z.string(), topic: z.string(), ...shape });

export const AnswerHit = z
  .object({
    ...shape,
    confidence: z.number().min(0).max(1).meta({
      description: 'Answers given with confidence c are right about that often',
    }),
  })
  .meta({ id: 'AnswerHit' });
export type AnswerHit = z.infer<typeof AnswerHit>;

export const NoAnswer = z
  .object({
    found: z.literal(false),
    question: z.string().meta({ description: 'As it was asked' }),
    confidence: z.number().min(0).max(1),
    related: Related.meta({ description: 'Near questions that have an answer' }),
  })
  .meta({ id: 'NoAnswer', description: 'No answer is sure enough to be given' });

const NEAR = 5;

/** The best answer, or near questions when none is sure enough. */
export async function answerTo(
  question: string,
  published: Published,
): Promise<AnswerHit | z.infer<typeof NoAnswer>> {
  const engine = await published.derived(answerEngine);
  const candidates = engine.candidates(question, NEAR);
  const [best] = candidates;
  if (best && best.confidence >= LEAST_CONFIDENCE) return hitOf(best, engine, published);
  const named = published.companies.find(lastWords(question));
  const near = named.found ? [] : named.nearMisses;
  return {
    found: false,
    question,
    confidence: best?.confidence ?? 0,
    related: [
      ...candidates.map(({ entry }) => linkTo(entry, published)),
      ...near.flatMap(({ slug }) => {
        const entry = engine.corpus.entries.get(`profile-${slug}`);
        return entry ? [linkTo(entry, published)] : [];
      }),
    ].slice(0, NEAR),
  };
}

/** The surest answers, however sure; those that are not in the least likely are left out. */
export async function answersTo(
  question: string,
  limit: number,
  published: Published,
): Promise<AnswerHit[]> {
  const engine = await published.derived(answerEngine);
  return engine
    .candidates(question, limit)
    .sort((a, b) => b.confidence - a.confidence)
    .map((candidate) => hitOf(candidate, engine, published));
}

/** An entry of the corpus as it is published, without a confidence. */
export function answerOf(
  entry: AnswerEntry,
  { corpus }: Pick<AnswerEngine, 'corpus'>,
  published: Published,
): z.infer<typeof Answer> {
  const { slug, topic, question, answer, source, facts } = entry;
  const related = entry.related.flatMap((other) => {
    const near = corpus.entries.get(other);
    return near ? [linkTo(near, published)] : [];
  });
  const { url } = linkTo(entry, published);
  return { slug, topic, question, answer, url, source, facts: [...facts], related };
}

function hitOf(
  { entry, confidence }: Candidate,
  engine: AnswerEngine,
  published: Published,
): AnswerHit {
  const { slug: _, topic: __, ...answer } = answerOf(entry, engine, published);
  return { ...answer, confidence };
}

/** Comparisons have pages of their own, for any two startups. */
function linkTo({ slug, question, topic }: AnswerEntry, { addresses }: Published) {
  const url =
    topic === 'comparison'
      ? addresses.at(`/compare/${encodeURIComponent(slug.slice('comparison-'.length))}`)
      : addresses.answer(slug);
  return { question, url };
}

/** Where a name that is nearly one of ours most often stands. */
function lastWords(question: string): string {
  return question
    .replace(/[?!.\s]+$/, '')
    .split(/\s+/)
    .slice(-1)
    .join(' ')
    .slice(0, 80);
}
