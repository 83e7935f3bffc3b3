import { z } from 'zod';
import { answersTo } from '../features/answers/answer-question.ts';
import { questionReader } from '../features/answers/data-answers.ts';
import { AnswerHit } from '../features/answers/hits.ts';
import { prose } from '../features/answers/prose.ts';
import { dealTables } from '../features/query/deal-tables.ts';
import { weeklyTables } from '../features/query/weekly-tables.ts';
import { LimitInput, QuestionInput } from '../lib/inputs.ts';
import { operation, STANDARD_LIMIT } from './operation/operation.ts';

/** Specification, section 4: GET /api/ask. */
export default operation({
  name: 'ask_question',
  summary: 'The likeliest answers, the surest first',
  description:
    'The candidates of /api/answer with their confidence, also those that are too unsure to be given as the answer.',
  tag: 'Answers',
  input: z.strictObject({ q: QuestionInput, limit: LimitInput(20, 5) }),
  output: z.object({ query: z.string(), hits: z.array(AnswerHit) }),
  rest: { path: '/api/ask', type: 'application/json' },
  prepares: [questionReader, prose, dealTables, weeklyTables],
  limit: STANDARD_LIMIT,
  examples: [{ q: 'Do bots count?' }, { q: 'Do bots count?', limit: 1 }],
  run: async ({ q, limit }, { published, reader }) => ({
    query: q,
    hits: await answersTo(q, limit, published, reader),
  }),
});
