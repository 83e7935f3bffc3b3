import { SignalsResponse } from '../pipeline/edition/record.ts';
import { PeriodInput, UNKNOWN_PERIOD } from '../lib/inputs.ts';
import { operation } from './operation.ts';

/** Specification, section 4: GET /api/signals.json. */
export default operation({
  name: 'get_signals',
  summary: 'All signals of a period: the trending 20 and every sector’s startups',
  tag: 'Signals',
  input: PeriodInput,
  output: SignalsResponse,
  rest: { path: '/api/signals.json', twin: '/api/v1/signals.json', type: 'application/json' },
  errors: [UNKNOWN_PERIOD],
  examples: [{}, { period: '2026-w20' }],
  file: ({ period }, { published: { editions } }) => ({
    edition: editions.resolve(period),
    name: 'signals.json',
  }),
});
