import { z } from 'zod';
import { RaiseStudy, raiseRounds, raiseStudy } from '../../features/research/raise-study.ts';
import { NoInput, operation, STANDARD_LIMIT } from '../operation/operation.ts';

const shared = {
  description:
    'The test, planned before its rounds were looked for, of whether commits jump more often before a funding round than in other weeks of the same company: docs/study.md.',
  tag: 'Meta',
  input: NoInput,
  limit: STANDARD_LIMIT,
  examples: [{}],
} as const;

/** Beyond the specification: the data on which the finding rests. */
export default [
  operation({
    ...shared,
    name: 'get_raise_study',
    summary: 'Does a spike of commits precede a raise? Every test with its interval and its power',
    output: RaiseStudy,
    rest: { path: '/api/research/raises.json', type: 'application/json' },
    run: raiseStudy,
  }),
  operation({
    ...shared,
    name: 'get_raise_study_rounds',
    summary: 'The rounds of that test, each with its source and its flag, as a table',
    output: z.string(),
    rest: { path: '/api/research/raises.csv', type: 'text/csv' },
    run: raiseRounds,
  }),
];
