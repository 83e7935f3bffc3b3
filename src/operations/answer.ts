import { z } from 'zod';
import { AnswerHit, answersTo, answerTo, NoAnswer } from '../answers/answer.ts';
import { LimitInput, QuestionInput } from '../lib/inputs.ts';
import { operation, STANDARD_LIMIT } from './operation.ts';

/** Specification, section 4: GET /api/answer and GET /api/ask. */
export default [
  operation({
    name: 'answer_question',
    summary: 'The one best answer, with facts, their addresses and a confidence',
    description:
      'Answers from the FAQ and from the current edition. Below a confidence of 0.2 no answer is given, only near questions. No language model takes part.',
    tag: 'Answers',
    input: z.strictObject({ q: QuestionInput }),
    output: z.union([AnswerHit, NoAnswer]),
    rest: { path: '/api/answer', type: 'application/json' },
    limit: STANDARD_LIMIT,
    examples: [{ q: 'What is commit velocity?' }, { q: 'Will it rain tomorrow in Lisbon?' }],
    run: async ({ q }, { published }) => answerTo(q, published),
  }),
  operation({
    name: 'ask_question',
    summary: 'The likeliest answers, the surest first',
    tag: 'Answers',
    input: z.strictObject({ q: QuestionInput, limit: LimitInput(20, 5) }),
    output: z.object({ query: z.string(), hits: z.array(AnswerHit) }),
    rest: { path: '/api/ask', type: 'application/json' },
    limit: STANDARD_LIMIT,
    examples: [{ q: 'Do bots count?' }, { q: 'Do bots count?', limit: 1 }],
    run: async ({ q, limit }, { published }) => ({
      query: q,
      hits: await answersTo(q, limit, published),
    }),
  }),
];
