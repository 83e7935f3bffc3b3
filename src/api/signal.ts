import { z } from 'zod';
import { PeriodText, StartupName } from '../lib/inputs.ts';
import { PartialStartup, Startup } from '../pipeline/edition/record.ts';
import { MISS } from '../published/not-covered.ts';
import { Found, found, foundLine, missed, UNKNOWN_PERIOD } from './operation/misses.ts';
import { documented, operation } from './operation/operation.ts';

const FoundStartup = Startup.extend({
  ...Found,
  notes: z.array(z.string()).optional().meta({
    description: 'That it was asked for by a slug which it had before',
  }),
}).meta({
  id: 'StartupSignal',
  description: 'One startup’s signal in one period, found by its name',
});
const FoundPartial = PartialStartup.extend(Found).meta({
  id: 'PartialStartupSignal',
  description: 'The same in a period after the current one: no scores, no ranks',
});
const NotFound = z
  .object(MISS)
  .meta({ id: 'SignalNotFound', description: 'No signal, and why; never another startup’s' });

/** Specification, section 4: GET /api/signal. */
export default operation({
  name: 'get_startup_signal',
  summary: 'One startup’s engineering signal in a period',
  description:
    'Finds the startup by display name, alias, slug, GitHub organization, domain, address or owner/name of a repository; case and punctuation are ignored. A name that is not certain gives found:false with near misses; a startup that the period does not cover gives found:false with the reason and what is known of it.',
  tag: 'Signals',
  input: z.strictObject({
    company: StartupName,
    period: PeriodText.optional().meta({ description: 'The current period without it' }),
  }),
  aliases: { name: 'company' },
  output: z.union([FoundStartup, FoundPartial, NotFound]),
  rest: { path: '/api/signal', type: 'application/json' },
  mcp: { title: 'Startup signal', rename: { company: 'name' } },
  limit: { perMinute: 30, burst: 60 },
  errors: documented(UNKNOWN_PERIOD),
  examples: [{ company: 'langfuse' }, { company: 'no such startup' }],
  // Most names are current, and what is published of most startups in most periods is a line.
  ready: async ({ company: text, period: asked }, { published: { editions, companies } }) => {
    const lookup = companies.find(text);
    if (!lookup.found || lookup.company.formerSlugs.includes(text)) return undefined;
    const line = await editions.startupLine(editions.resolveAny(asked), lookup.company.slug);
    return line && foundLine(line);
  },
  run: async ({ company: text, period: asked }, { published }) => {
    const { editions, companies } = published;
    const period = editions.resolveAny(asked);
    const lookup = companies.find(text);
    const company = lookup.found ? lookup.company : undefined;
    const { slug = '' } = company ?? {};
    const startup = await editions.startup(period, slug);
    const notes = [`${text} is a former slug of ${company?.name}, now ${slug}.`];
    if (startup && company?.formerSlugs.includes(text)) return found({ ...startup, notes });
    const known = startup ?? (await editions.partialStartup(period, slug));
    return known ? found(known) : missed(text, lookup, period, published);
  },
});
