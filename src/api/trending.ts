import { z } from 'zod';
import { LimitInput, PeriodInput } from '../lib/inputs.ts';
import { PeriodSlug, SignalsResponse, Startup } from '../pipeline/edition/record.ts';
import { UNKNOWN_PERIOD } from './operation/misses.ts';
import { documented, operation, STANDARD_LIMIT } from './operation/operation.ts';

/** Number of trending startups in an edition (specification, section 1). */
const MAX_STARTUPS = 20;

/** Specification, section 4: the MCP tool of this name. */
export default operation({
  name: 'get_trending_startups',
  summary: 'The breakout startups of a week across all sectors, strongest signal first',
  description:
    'Ranked by composite score, among startups with at least 20 commits in 14 days and 3 contributors in 30 days.',
  tag: 'Signals',
  input: PeriodInput.extend({
    limit: LimitInput(MAX_STARTUPS, 10).meta({ description: 'How many at most' }),
  }),
  output: z
    .object({
      period: z.object({ slug: PeriodSlug, name: z.string() }),
      citation: SignalsResponse.shape.meta.shape.citation,
      startups: z.array(Startup).max(MAX_STARTUPS),
    })
    .meta({ id: 'TrendingStartups' }),
  rest: { path: '/api/trending', type: 'application/json' },
  mcp: { title: 'Trending startups' },
  limit: STANDARD_LIMIT,
  errors: documented(UNKNOWN_PERIOD),
  examples: [{}, { limit: 3 }],
  run: async ({ limit, period }, { published: { editions } }) => {
    const { meta, trending } = await editions.signals(editions.resolve(period));
    return { period: meta.period, citation: meta.citation, startups: trending.slice(0, limit) };
  },
});
