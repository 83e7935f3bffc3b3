import { z } from 'zod';
import { PeriodText, TypedText } from '../lib/inputs.ts';
import { PeriodSlug, Startup } from '../pipeline/edition/record.ts';
import { NearMisses } from '../published/name-index.ts';
import type { Published } from '../published/published.ts';
import { coveredPeriods } from '../published/startup-numbers.ts';
import { TRACKED_COMPANY, trackedCompany } from '../published/tracked-company.ts';
import type { Company } from '../registry/schema.ts';
import { Found, found, UNKNOWN_PERIOD } from './operation/misses.ts';
import { operation } from './operation/operation.ts';

const FoundStartup = Startup.extend({
  ...Found,
  notes: z.array(z.string()).optional().meta({
    description: 'That it was asked for by a slug which it had before',
  }),
}).meta({
  id: 'StartupSignal',
  description: 'One startup’s signal in one period, found by its name',
});
const NotFound = z
  .object({
    found: z.literal(false),
    company: z.string().meta({ description: 'The name as it was asked for' }),
    period: PeriodSlug,
    ...TRACKED_COMPANY,
    ...NearMisses,
  })
  .meta({ id: 'SignalNotFound', description: 'No signal, and why; never another startup’s' });

/** Specification, section 4: GET /api/signal. */
export default operation({
  name: 'get_startup_signal',
  summary: 'One startup’s engineering signal in a period',
  description:
    'Finds the startup by display name, alias, slug or GitHub organization, whatever the case and punctuation. A name that is not certain gives found:false with near misses.',
  tag: 'Signals',
  input: z.strictObject({
    company: TypedText(80).meta({
      description: 'Display name, alias, slug or GitHub organization',
      example: 'langfuse',
    }),
    period: PeriodText.optional().meta({ description: 'The current period without it' }),
  }),
  aliases: { name: 'company' },
  output: z.union([FoundStartup, NotFound]),
  rest: { path: '/api/signal', type: 'application/json' },
  mcp: { title: 'Startup signal', rename: { company: 'name' } },
  limit: { perMinute: 30, burst: 60 },
  errors: [UNKNOWN_PERIOD],
  examples: [{ company: 'langfuse' }, { company: 'no such startup' }],
  run: async ({ company: text, period: asked }, { published }) => {
    const period = published.editions.resolve(asked);
    const lookup = published.companies.find(text);
    const notFound = (
      notes: string[],
      nearMisses: { name: string; slug: string }[],
      tracked?: Company,
    ) => ({
      found: false,
      company: text,
      period,
      ...trackedCompany(tracked, period, published),
      notes,
      nearMisses: nearMisses.map(({ name, slug }) => ({
        name,
        slug,
        url: published.addresses.startup(slug),
      })),
    });
    if (!lookup.found) return notFound(['No tracked startup has this name.'], lookup.nearMisses);
    const { company } = lookup;
    const startup = (await published.editions.startups(period)).get(company.slug);
    if (startup && company.formerSlugs.includes(text))
      return found({
        ...startup,
        notes: [`${text} is a former slug of ${company.name}, now ${company.slug}.`],
      });
    if (startup) return found(startup);
    const { notes, isShown } = await whyMissing(company, period, published);
    return notFound(notes, isShown ? [company] : [], company);
  },
});

async function whyMissing(
  company: Company,
  period: string,
  { editions }: Published,
): Promise<{ notes: string[] /** Whether it has a page, in another period. */; isShown: boolean }> {
  const { meta } = await editions.signals(period);
  const reason = meta.notCovered.find(({ slug }) => slug === company.slug)?.reason;
  const notes = [
    `${company.name} is tracked, but not covered in ${period}${reason === undefined ? '' : `: ${reason}`}.`,
  ];
  const covered = coveredPeriods(await editions.history(), company.slug);
  if (covered.length > 0)
    notes.push(`It is covered from ${covered[0]} to ${covered.at(-1)}; ask for one of those.`);
  return { notes, isShown: covered.length > 0 };
}
