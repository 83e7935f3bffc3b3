import { entitiesOf } from '../features/diligence/entities.ts';
import { answerQuery } from '../features/query/answer-query.ts';
import { QueryAnswer } from '../features/query/answer-schema.ts';
import { QUERY_EXAMPLES, QueryInput } from '../features/query/query.ts';
import { REFUSALS } from '../features/query/refusals.ts';
import { weeklyTables } from '../features/query/weekly-tables.ts';
import { documented, operation, STANDARD_LIMIT } from './operation/operation.ts';

const REFUSED: Readonly<Record<keyof typeof REFUSALS, Readonly<Record<string, unknown>>>> = {
  'unknown-field': { subject: 'startup', metric: 'revenue' },
  'unknown-value': { subject: 'startup', where: 'geography=Atlantis' },
  'no-number': { subject: 'startup', operation: 'rank', metric: 'stage' },
  'no-sum': { subject: 'startup', measure: 'sum', metric: 'scoreComposite' },
  'no-groups': { subject: 'startup', measure: 'count', groupBy: 'contributors' },
  'no-history': { subject: 'company', metric: 'raised', period: '2026-w20' },
  'missing-metric': { subject: 'startup', operation: 'rank', metric: undefined },
  'missing-names': { subject: 'startup', operation: 'series' },
  'missing-measure': { subject: 'startup', groupBy: 'sector' },
  'same-name-twice': { subject: 'sector', names: 'security,Security' },
  'contradictory-filter': { subject: 'startup', where: 'contributors>=10;contributors<5' },
  'empty-range': { subject: 'round', metric: 'amount', from: '2026', to: '2025' },
  'does-not-apply': { subject: 'startup', nth: 2, limit: 5 },
  'beyond-the-end': { subject: 'startup', metric: 'contributors', nth: 9999 },
};

const refusals = Object.entries(REFUSALS).map(([code, when]) => {
  // The table has an example for every code.
  const example = REFUSED[code as keyof typeof REFUSALS];
  return [`400 ${code}`, [when, example]] as const;
});

/** Beyond the specification: docs/queries.md. */
export default operation({
  name: 'query_signals',
  command: 'query',
  summary: 'Rows that answer a typed query over signals and deals',
  description:
    'Gets, lists, ranks, compares and follows startups, sectors, companies, investors, rounds, acquisitions and exits, with conditions, measures, groups and times. The answer says how the query was read, where the values come from, and at which address it stays.',
  tag: 'Answers',
  input: QueryInput,
  output: QueryAnswer,
  rest: { methods: ['GET', 'POST'], path: '/api/query', type: 'application/json' },
  mcp: { title: 'Query of signals and deals' },
  prepares: [weeklyTables, entitiesOf],
  limit: STANDARD_LIMIT,
  errors: documented({
    ...Object.fromEntries(refusals),
    '404 unknown-name': [
      'a name is unknown; the body lists similar names',
      { subject: 'startup', names: 'no such startup' },
    ],
    '404 unknown-period': [
      'no published week is meant; the body has the first and the last',
      { subject: 'startup', metric: 'contributors', period: '1999-w01' },
    ],
  }),
  examples: [
    { subject: 'startup', metric: 'contributors' },
    { subject: 'startup', metric: 'contributors', where: 'sector=security', limit: 5 },
    { subject: 'startup', measure: 'median', metric: 'scoreComposite', groupBy: 'stage' },
  ],
  questions: { uri: 'signal://queries', rows: QUERY_EXAMPLES },
  run: async (query, { published }) => answerQuery(query, published),
});
