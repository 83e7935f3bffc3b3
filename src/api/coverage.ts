import { z } from 'zod';
import { coverage } from '../features/coverage/coverage.ts';
import { LimitInput } from '../lib/inputs.ts';
import { Gap, PeriodSlug } from '../pipeline/edition/record.ts';
import { operation, STANDARD_LIMIT } from './operation/operation.ts';

const Count = z.int().nonnegative();
const MAX_LISTED = 500;
const MAX_OFFSET = 1_000_000;

export default operation({
  name: 'get_coverage',
  summary: 'Which tracked startups are not covered now, why, and what would help',
  description:
    'Of every tracked startup that the current period does not cover: the reason, the repository, the last day held, the share of weight held, the last full period that covers it, and the remedy. Covered and listed startups together are all that are tracked.',
  tag: 'Signals',
  input: z.strictObject({
    reason: Gap.optional().meta({ description: 'Only these' }),
    limit: LimitInput(MAX_LISTED, MAX_LISTED, 0).meta({ description: 'How many startups to list' }),
    offset: LimitInput(MAX_OFFSET, 0, 0).meta({ description: 'How many startups to pass over' }),
  }),
  output: z
    .object({
      period: z.object({ slug: PeriodSlug, name: z.string() }),
      tracked: Count,
      covered: Count,
      notCovered: Count.meta({ description: 'Of the asked reason' }),
      byReason: z.array(z.object({ reason: Gap, startups: Count })),
      startups: z.array(
        z.object({
          slug: z.string(),
          name: z.string(),
          reason: Gap,
          words: z.string().meta({ description: 'The reason in words' }),
          repository: z.string().nullable(),
          heldThrough: z.iso.date().nullable().meta({ description: 'null: never collected' }),
          weightHeld: z.number().min(0).max(1).meta({ description: 'Of its repositories’ weight' }),
          lastCovered: PeriodSlug.nullable(),
          remedy: z.string(),
          command: z.string().nullable().meta({ description: 'Run by who operates the service' }),
        }),
      ),
    })
    .meta({ id: 'Coverage' }),
  rest: { path: '/api/coverage.json', type: 'application/json' },
  limit: STANDARD_LIMIT,
  examples: [{ limit: 3 }, { reason: 'copy-ended', limit: 3 }],
  run: async ({ reason: asked, limit, offset }, { published }) => {
    const { byGap, items, ...totals } = await published.derived(coverage);
    const chosen = items.filter(({ gap }) => asked === undefined || gap === asked);
    return {
      ...totals,
      notCovered: chosen.length,
      byReason: byGap.map(({ gap: reason, startups }) => ({ reason, startups })),
      startups: chosen
        .slice(offset, offset + limit)
        .map(({ gap: reason, reason: words, ...item }) => ({ ...item, reason, words })),
    };
  },
});
