import { z } from 'zod';
import { ALL_PERIODS } from '../published/editions.ts';
import { NoInput, operation } from './operation.ts';

export default operation({
  name: 'get_signals_parquet',
  summary: 'All signals of the current period as a Parquet file',
  description: 'The columns of signals.csv; counts are integers, repositories a list of texts.',
  tag: 'Signals',
  input: NoInput,
  output: z.string(),
  rest: { path: '/api/signals.parquet', type: 'application/vnd.apache.parquet' },
  examples: [{}],
  file: () => ({ edition: ALL_PERIODS, name: 'signals.parquet' }),
});
