import { z } from 'zod';
import { ALL_PERIODS } from '../published/editions.ts';
import { NoInput, operation } from './operation.ts';

/** Specification, section 4: GET /api/changelog.json. */
export default operation({
  name: 'get_changelog',
  summary: 'Periods, refresh dates, sector counts, corrections and changes of the method',
  tag: 'Signals',
  input: NoInput,
  output: z.looseObject({}),
  rest: { path: '/api/changelog.json', twin: '/api/v1/changelog.json', type: 'application/json' },
  examples: [{}],
  file: () => ({ edition: ALL_PERIODS, name: 'changelog.json' }),
});
