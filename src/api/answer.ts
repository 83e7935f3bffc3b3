import { z } from 'zod';
import {
  answerTo,
  FoundAnswer,
  MIN_CONFIDENCE,
  NoAnswer,
} from '../features/answers/answer-question.ts';
import { questionReader } from '../features/answers/data-answers.ts';
import { prose } from '../features/answers/prose.ts';
import { dealTables } from '../features/query/deal-tables.ts';
import { weeklyTables } from '../features/query/weekly-tables.ts';
import { QuestionInput } from '../lib/inputs.ts';
import { operation, STANDARD_LIMIT } from './operation/operation.ts';

/** Specification, section 4: GET /api/answer. */
export default operation({
  name: 'answer_question',
  summary: 'The one best answer, with facts, their addresses and a confidence',
  description: `Reads a question about data as a typed query (docs/queries.md) and answers that, or gives the passage of prose that answers it. Every telling word must be read: what was not is named, and below a confidence of ${MIN_CONFIDENCE} no answer is given, only near questions. It is the first of /api/ask. No language model takes part, unless the operator has set one up to read what the rules decline; it never writes an answer.`,
  tag: 'Answers',
  input: z.strictObject({ q: QuestionInput }),
  output: z.union([FoundAnswer, NoAnswer]),
  rest: { path: '/api/answer', type: 'application/json' },
  prepares: [questionReader, prose, dealTables, weeklyTables],
  limit: STANDARD_LIMIT,
  examples: [{ q: 'What is commit velocity?' }, { q: 'Will it rain tomorrow in Lisbon?' }],
  run: async ({ q }, { published, reader }) => answerTo(q, published, reader),
});
