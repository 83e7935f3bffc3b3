import { z } from 'zod';
import { answerTo, FoundAnswer, NoAnswer } from '../features/answers/answer.ts';
import { answerEngine } from '../features/answers/engine.ts';
import { QuestionInput } from '../lib/inputs.ts';
import { operation, STANDARD_LIMIT } from './operation/operation.ts';

/** Specification, section 4: GET /api/answer. */
export default operation({
  name: 'answer_question',
  summary: 'The one best answer, with facts, their addresses and a confidence',
  description:
    'Answers from the FAQ and from the current edition. Below a confidence of 0.2 no answer is given, only near questions. No language model takes part.',
  tag: 'Answers',
  input: z.strictObject({ q: QuestionInput }),
  output: z.union([FoundAnswer, NoAnswer]),
  rest: { path: '/api/answer', type: 'application/json' },
  prepares: [answerEngine],
  limit: STANDARD_LIMIT,
  examples: [{ q: 'What is commit velocity?' }, { q: 'Will it rain tomorrow in Lisbon?' }],
  run: async ({ q }, { published }) => answerTo(q, published),
});
