import { z } from 'zod';
import { schedulerWords, statusOf } from '../features/status/status.ts';
import { OLD_AFTER_DAYS } from '../pipeline/edition/timing.ts';
import { operation, STANDARD_LIMIT } from './operation/operation.ts';

const Count = z.int().nonnegative();
const Moment = z.iso.datetime();

export default operation({
  name: 'get_status',
  summary: 'How old everything is, what the weekly cycle did, and what it does next',
  description:
    'The age of the current edition and of the copies; what the scheduler did, failed at and waits for. Also when no scheduler runs, which it says. Which startups are not covered says /api/coverage.json.',
  tag: 'Meta',
  input: z.strictObject({}),
  output: z
    .object({
      summary: z.string(),
      edition: z
        .object({
          period: z.string(),
          name: z.string(),
          endedAt: Moment,
          ageDays: Count.meta({ description: 'Whole days since it ended' }),
          isOld: z.boolean().meta({ description: `Older than ${OLD_AFTER_DAYS} days` }),
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
    })
    .meta({ id: 'Status' }),
  rest: { path: '/api/status.json', type: 'application/json' },
  limit: STANDARD_LIMIT,
  examples: [{}],
  isLive: true,
  // An hour would hide what the address is asked for.
  edgeSeconds: 60,
  run: async (_, { published, cycle }) => {
    const status = await statusOf(published, await cycle());
    return { summary: schedulerWords(status), ...status };
  },
});
