import { z } from 'zod';
import { PeriodInput, UNKNOWN_PERIOD } from '../lib/inputs.ts';
import { operation } from './operation.ts';

/** Specification, section 4: GET /api/signals.csv. */
export default operation({
  name: 'get_signals_csv',
  summary: 'All signals of a period as a table, one line a startup',
  tag: 'Signals',
  input: PeriodInput,
  output: z.string(),
  rest: { path: '/api/signals.csv', type: 'text/csv' },
  errors: [UNKNOWN_PERIOD],
  examples: [{}, { period: '2026-w20' }],
  file: ({ period }, { published: { editions } }) => ({
    edition: editions.resolve(period),
    name: 'signals.csv',
  }),
});
