import { z } from 'zod';
import { CHECKED_NUMBERS, Check, checkOf } from '../features/checks/check.ts';
import { PeriodText, StartupName } from '../lib/inputs.ts';
import { PeriodSlug } from '../pipeline/edition/record.ts';
import { MISS } from '../published/not-covered.ts';
import { Found, found, missed, UNKNOWN_PERIOD } from './operation/misses.ts';
import { documented, operation, STANDARD_LIMIT } from './operation/operation.ts';

const FoundCheck = z
  .object({
    ...Found,
    name: z.string(),
    slug: z.string(),
    period: PeriodSlug,
    check: z.union([
      Check,
      z.object({ missing: z.string().meta({ description: 'Why it cannot be checked' }) }),
    ]),
    page: z.url().meta({ description: 'The same for people' }),
  })
  .meta({ id: 'NumberCheck', description: 'How one number of one startup adds up' });

const NotFound = z
  .object(MISS)
  .meta({ id: 'CheckNotFound', description: 'Nothing to check, and why' });

export default operation({
  name: 'check_number',
  summary: 'How a published number adds up, and how to count it again',
  description:
    'The days and repositories behind a count, what was left out of it by reason, and the git commands that print the same; for a score, its steps with all that goes into them. Counts only: no person is named.',
  tag: 'Startups',
  input: z.strictObject({
    company: StartupName,
    number: z
      .enum(CHECKED_NUMBERS, `must be one of ${CHECKED_NUMBERS.join(', ')}`)
      .default('commits')
      .meta({ description: 'Which number; its commits without it' }),
    period: PeriodText.optional().meta({ description: 'The current period without it' }),
  }),
  aliases: { name: 'company' },
  output: z.union([FoundCheck, NotFound]),
  rest: { path: '/api/check', type: 'application/json' },
  limit: STANDARD_LIMIT,
  errors: documented(UNKNOWN_PERIOD),
  examples: [
    { company: 'langfuse', number: 'commits' },
    { company: 'langfuse', number: 'contributors', period: '2026-w20' },
    { company: 'langfuse', number: 'new-repositories' },
    { company: 'langfuse', number: 'score' },
    { company: 'no such startup' },
  ],
  run: async ({ company: text, number, period: asked }, { published }) => {
    const { editions, companies, addresses } = published;
    const period = editions.resolveAny(asked);
    const lookup = companies.find(text);
    const checked = lookup.found && (await checkOf(lookup.company.slug, number, period, published));
    if (checked) {
      const { name, slug } = checked.startup;
      const page = addresses.check(slug, number, period);
      return found({ name, slug, period, check: checked.check, page });
    }
    return missed(text, lookup, period, published);
  },
});
