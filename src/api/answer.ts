import { z } from 'zod';
import {
  answersTo,
  answerTo,
  FoundAnswer,
  MIN_CONFIDENCE,
  NoAnswer,
} from '../features/answers/answer-question.ts';
import { questionReader } from '../features/answers/data-answers.ts';
import { AnswerHit } from '../features/answers/hits.ts';
import { prose } from '../features/answers/prose.ts';
import { dealTables } from '../features/query/deal-tables.ts';
import { weeklyTables } from '../features/query/weekly-tables.ts';
import { LimitInput, QuestionInput } from '../lib/inputs.ts';
import { operation, STANDARD_LIMIT } from './operation/operation.ts';

const shared = {
  tag: 'Answers',
  prepares: [questionReader, prose, dealTables, weeklyTables],
  limit: STANDARD_LIMIT,
} as const;

/** Specification, section 4: GET /api/answer and GET /api/ask. */
export default [
  operation({
    ...shared,
    name: 'answer_question',
    summary: 'The one best answer, with facts, their addresses and a confidence',
    description: `Reads a question about data as a typed query (docs/queries.md) and answers that, or gives the passage of prose that answers it. Every telling word must be read: what was not is named, and below a confidence of ${MIN_CONFIDENCE} no answer is given, only near questions. It is the first of /api/ask. No language model takes part, unless the operator has set one up to read what the rules decline; it never writes an answer.`,
    input: z.strictObject({ q: QuestionInput }),
    output: z.union([FoundAnswer, NoAnswer]),
    rest: { path: '/api/answer', type: 'application/json' },
    examples: [{ q: 'What is commit velocity?' }, { q: 'Will it rain tomorrow in Lisbon?' }],
    run: async ({ q }, { published, reader }) => answerTo(q, published, reader),
  }),
  operation({
    ...shared,
    name: 'ask_question',
    summary: 'The likeliest answers, the surest first',
    description:
      'The candidates of /api/answer with their confidence, also those that are too unsure to be given as the answer.',
    input: z.strictObject({ q: QuestionInput, limit: LimitInput(20, 5) }),
    output: z.object({ query: z.string(), hits: z.array(AnswerHit) }),
    rest: { path: '/api/ask', type: 'application/json' },
    examples: [{ q: 'Do bots count?' }, { q: 'Do bots count?', limit: 1 }],
    run: async ({ q, limit }, { published, reader }) => ({
      query: q,
      hits: await answersTo(q, limit, published, reader),
    }),
  }),
];
