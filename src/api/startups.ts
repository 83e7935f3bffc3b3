import { z } from 'zod';
import { choiceParameters, ORDERS } from '../features/selection/choices.ts';
import { SORT_NAMES } from '../features/selection/orders.ts';
import { selectionAddress } from '../features/selection/selection.ts';
import { type ShownList, shownList } from '../features/selection/shown-list.ts';
import { BellwetherError } from '../lib/errors.ts';
import { PeriodInput, QuestionInput, TypedText } from '../lib/inputs.ts';
import { PARQUET_TYPE } from '../pipeline/edition/all-periods.ts';
import { SignalsResponse, Startup } from '../pipeline/edition/record.ts';
import { CSV_HEADER, csvLines, recordsParquet } from '../pipeline/edition/record-table.ts';
import type { Published } from '../published/published.ts';
import { UNKNOWN_PERIOD } from './operation/misses.ts';
import { documented, operation, STANDARD_LIMIT } from './operation/operation.ts';

const Values = (what: string, example: string) =>
  TypedText(500)
    .optional()
    .meta({ description: `${what}; several are joined by commas`, example });

const SelectionInput = PeriodInput.extend({
  sector: Values('Slugs of sectors', 'security,databases'),
  stage: Values('pre-seed, seed, series-a-b, growth or unknown', 'seed'),
  status: Values('active, acquired, merged, closed or public', 'active'),
  signal: Values('hiring, infrastructure, deploy, migration or none', 'hiring,migration'),
  geography: Values('us, uk, eu, apac, canada, latam, mena or unknown', 'eu,uk'),
  size: Values('By contributors: under-5, 5-19, 20-49 or 50-or-more', '20-49'),
  sort: z
    .enum(SORT_NAMES, `must be one of ${SORT_NAMES.join(', ')}`)
    .optional()
    .meta({ description: 'The column to sort by; score without it', example: 'commits' }),
  order: z
    .enum(ORDERS, 'must be highest or lowest')
    .optional()
    .meta({ description: 'What comes first; what suits the column without it' }),
  q: QuestionInput.optional().meta({
    description: 'A question that asks for a list of startups; facets then pick among its rows',
    example: 'Seed startups with more than 10 contributors',
  }),
});
type SelectionInput = z.output<typeof SelectionInput>;

const ERRORS = documented({
  ...UNKNOWN_PERIOD,
  '400 unknown-value': [
    'a facet has no such value; the body lists those that it has',
    { stage: 'series-z' },
  ],
  '400 no-list': [
    'the question is not understood, or its answer is no list of startups of one week',
    { q: 'What is commit velocity?' },
  ],
});

const shared = {
  description:
    'The covered startups of a week, picked by facets and sorted as the page /startups shows them, on all its pages. Without any parameter, all of the current week.',
  tag: 'Startups',
  input: SelectionInput,
  limit: STANDARD_LIMIT,
  errors: ERRORS,
  examples: [{}, { sector: 'ai-agents', sort: 'commits' }],
} as const;

/** Beyond the specification: the files of a selection. */
export default [
  operation({
    ...shared,
    name: 'list_startups',
    summary: 'A selection of startups with their records',
    output: z
      .object({
        period: SignalsResponse.shape.meta.shape.period,
        citation: z.string(),
        license: z.url(),
        url: z.url().meta({ description: 'The page that shows the same' }),
        readAs: z.string().nullable().meta({ description: 'How a question was read' }),
        total: z.int().nonnegative(),
        startups: z.array(Startup).meta({ description: 'In the order that was asked for' }),
      })
      .meta({ id: 'StartupSelection' }),
    rest: { path: '/api/startups.json', type: 'application/json' },
    run: async (input, { published }) => {
      const shown = await strictList(input, published);
      const { meta } = await published.editions.signals(shown.period);
      const { citation, license, period } = meta;
      const { asked, question, choices, list, rows } = shown;
      const parameters: [string, string][] = [
        ...choiceParameters(choices, list),
        ['period', period.slug],
      ];
      if (question !== '') parameters.unshift(['q', question]);
      return {
        period,
        citation,
        license,
        url: published.addresses.at(selectionAddress('/startups', parameters)),
        readAs: asked?.kind === 'list' ? asked.readAs : null,
        total: rows.length,
        startups: rows.map(({ startup }) => startup),
      };
    },
  }),
  operation({
    ...shared,
    name: 'list_startups_csv',
    summary: 'A selection of startups as a table',
    output: z.string(),
    rest: { path: '/api/startups.csv', type: 'text/csv' },
    run: async (input, { published }) =>
      CSV_HEADER + csvLines((await strictList(input, published)).rows),
  }),
  operation({
    ...shared,
    name: 'list_startups_parquet',
    summary: 'A selection of startups as Parquet',
    output: z.string().meta({ contentMediaType: PARQUET_TYPE }),
    rest: { path: '/api/startups.parquet', type: PARQUET_TYPE },
    run: async (input, { published }) => recordsParquet((await strictList(input, published)).rows),
  }),
];

/**
 * The list that the page shows. Unlike the page, it rejects misspelt filters: a program would take
 * the unfiltered list for the filtered one.
 *
 * @throws BellwetherError `unknown-value`, `no-list` or `unknown-period`
 */
async function strictList(
  { period, ...query }: SelectionInput,
  published: Published,
): Promise<ShownList> {
  const shown = await shownList(query, published.editions.resolve(period), published);
  const [unknown] = shown.unknown;
  if (unknown)
    throw new BellwetherError(
      'unknown-value',
      `No ${unknown.name} is called ${JSON.stringify(unknown.value)}; there are ${unknown.known.join(', ')}.`,
      { status: 400, details: { known: unknown.known } },
    );
  const { asked } = shown;
  if (asked !== undefined && asked.kind !== 'list') {
    const notUnderstood = asked.kind === 'unread' ? asked.words : [];
    const left = notUnderstood.length === 0 ? '' : `; not understood: ${notUnderstood.join(', ')}`;
    const why = asked.kind === 'other' ? asked.why : undefined;
    const text = why ?? `The question was not read as a list of startups${left}.`;
    throw new BellwetherError('no-list', text, { status: 400, details: { notUnderstood } });
  }
  return shown;
}
