import { z } from 'zod';
import { MarketRecord, marketOf } from '../features/markets/market.ts';
import { SlugText } from '../registry/schema.ts';
import { Found, found, notFound } from './operation/misses.ts';
import { operation, STANDARD_LIMIT } from './operation/operation.ts';

/** Specification, section 4: GET /api/markets/{slug}. */
export default operation({
  name: 'get_market',
  summary: 'An open question, its ranked candidates with their signals, and a forecast',
  description:
    'A market is decided by an edition to come. The forecast is counted from past editions; once the market is decided it is scored (Brier).',
  tag: 'Scout',
  input: z.strictObject({
    slug: SlugText.meta({ description: 'Slug of a market', example: 'ai-agents-leader-2026-w53' }),
  }),
  output: MarketRecord.extend(Found).meta({ id: 'FoundMarket' }),
  rest: { path: '/api/markets/{slug}', type: 'application/json' },
  limit: STANDARD_LIMIT,
  errors: [
    notFound('unknown-market', 'there is none; the body lists those available', {
      slug: 'no-such-market',
    }),
  ],
  examples: [{ slug: 'ai-agents-leader-2026-w53' }],
  run: async ({ slug }, { published }) => found(await marketOf(slug, published)),
});
