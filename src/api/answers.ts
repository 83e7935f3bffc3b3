import { z } from 'zod';
import { Answer, answerCorpus } from '../features/answers/answer-corpus.ts';
import { answerOf } from '../features/answers/hits.ts';
import { DATA_LICENSE } from '../lib/terms.ts';
import { jsonDocument } from './operation/kinds.ts';

/** Specification, section 4: GET /api/answers.json. */
export default jsonDocument({
  name: 'get_answers',
  summary: 'Every question with its answer: the FAQ and the agent queries of the edition',
  description:
    'The whole corpus that /api/answer draws on, with stable slugs and the address of each answer.',
  tag: 'Answers',
  output: z.object({
    period: z.string(),
    license: z.url(),
    total: z.int().nonnegative(),
    answers: z.array(Answer),
  }),
  path: '/api/answers.json',
  mirror: '/api/v1/answers.json',
  document: async ({ published }) => {
    const corpus = await published.derived(answerCorpus);
    const entries = [...corpus.entries.values()];
    return {
      period: published.editions.latest,
      license: DATA_LICENSE,
      total: entries.length,
      answers: entries.map((entry) => answerOf(entry, corpus)),
    };
  },
});
