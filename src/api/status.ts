import { z } from 'zod';
import { schedulerWords, statusOf } from '../features/status/status.ts';
import { operation, STANDARD_LIMIT } from './operation/operation.ts';

const Count = z.int().nonnegative();
const Moment = z.iso.datetime();
const MAX_LISTED = 500;

export default operation({
  name: 'get_status',
  summary: 'How old everything is, what the weekly cycle did, and what it does next',
  description:
    'The age of the current edition and of each company’s copies, stalest first; what the scheduler did, failed at and waits for. Also when no scheduler runs, which it says.',
  tag: 'Meta',
  input: z.strictObject({
    limit: z
      .int('must be a whole number')
      .min(0, 'must be at least 0')
      .max(MAX_LISTED, `must be at most ${MAX_LISTED}`)
      .default(100)
      .meta({ description: 'How many companies to list' }),
    offset: z
      .int('must be a whole number')
      .min(0, 'must be at least 0')
      .default(0)
      .meta({ description: 'How many companies to pass over' }),
  }),
  output: z
    .object({
      summary: z.string(),
      edition: z
        .object({
          period: z.string(),
          name: z.string(),
          endedAt: Moment,
          ageDays: Count.meta({ description: 'Whole days since it ended' }),
          isOld: z.boolean().meta({ description: 'Older than ten days' }),
          publishedAt: Moment.nullable(),
        })
        .nullable(),
      scheduler: z.object({
        isRunning: z.boolean(),
        duePeriod: z.string().meta({ description: 'The last week that is over' }),
        settled: Count.meta({ description: 'Companies with nothing left to collect for it' }),
        waiting: Count,
        retried: Count.meta({ description: 'Failed, and tried again later' }),
        hold: z
          .object({ until: Moment, why: z.string() })
          .nullable()
          .meta({ description: 'While the hosting service is left alone' }),
        steps: z.array(
          z.object({
            step: z.enum(['collect', 'publish', 'prune']),
            doneAt: Moment.nullable(),
            failures: Count.meta({ description: 'In a row' }),
            trouble: z.string().nullable(),
          }),
        ),
        done: z.array(z.object({ at: Moment, what: z.string() })),
        next: z.object({ at: Moment, what: z.string() }).nullable(),
      }),
      copies: z
        .object({
          oldestThrough: z.iso.date().nullable(),
          newestThrough: z.iso.date().nullable(),
          byAge: z.array(
            z.object({
              maxDays: z
                .union([z.int(), z.literal('never')])
                .nullable()
                .meta({ description: 'null: older than all before; never: never collected' }),
              companies: Count,
            }),
          ),
        })
        .nullable()
        .meta({ description: 'null where the ledger cannot be read' }),
      companies: z.object({
        total: Count,
        items: z.array(
          z.object({
            slug: z.string(),
            name: z.string(),
            through: z.iso.date().nullable(),
            ageDays: Count.nullable(),
            trouble: z.string().nullable(),
            retryAt: Moment.nullable(),
          }),
        ),
      }),
    })
    .meta({ id: 'Status' }),
  rest: { path: '/api/status.json', type: 'application/json' },
  limit: STANDARD_LIMIT,
  examples: [{}, { limit: 3 }],
  isLive: true,
  // An hour would hide what the address is asked for.
  edgeSeconds: 60,
  run: async ({ limit, offset }, { published, cycle }) => {
    const status = await statusOf(published, await cycle());
    const { companies } = status;
    return {
      summary: schedulerWords(status),
      ...status,
      companies: { total: companies.length, items: companies.slice(offset, offset + limit) },
    };
  },
});
