import { z } from 'zod';
import { ALL_PERIODS } from '../published/editions.ts';
import { PeriodInput, UNKNOWN_PERIOD } from '../lib/inputs.ts';
import { operation } from './operation.ts';

/** Specification, section 4: GET /api/dataset.jsonl. */
export default operation({
  name: 'get_dataset',
  summary: 'Every record of every period, one JSON object a line',
  description: 'Each line is a Startup. With a period, only the records of that period.',
  tag: 'Signals',
  input: PeriodInput,
  output: z.string(),
  rest: {
    path: '/api/dataset.jsonl',
    twin: '/api/v1/dataset.jsonl',
    type: 'application/x-ndjson',
  },
  errors: [UNKNOWN_PERIOD],
  examples: [{}, { period: '2026-w20' }],
  file: ({ period }, { published: { editions } }) => ({
    edition: period === undefined ? ALL_PERIODS : editions.resolve(period),
    name: 'dataset.jsonl',
  }),
});
