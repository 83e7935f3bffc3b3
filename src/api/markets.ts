import { z } from 'zod';
import { ListedMarket, listedMarkets, MarketRecord, marketOf } from '../features/markets/market.ts';
import { SlugText } from '../registry/schema.ts';
import { Found, found, notFound } from './operation/misses.ts';
import { EDGE_SECONDS, NoInput, operation, STANDARD_LIMIT } from './operation/operation.ts';

/** A market closes at a time, and its log grows between publications. */
const shared = {
  tag: 'Scout',
  limit: STANDARD_LIMIT,
  isLive: true,
  edgeSeconds: EDGE_SECONDS,
} as const;

/** Specification, section 4: GET /api/markets/{slug}. */
export default [
  operation({
    ...shared,
    name: 'get_market',
    summary:
      'A question that public documents decide: rules, candidates, logged forecasts, outcome',
    description:
      'Whether a startup announces a round or is acquired by a day, or how many startups an edition covers. Every forecast is logged when it is made and never computed again; once the market is resolved the first one is scored (Brier).',
    input: z.strictObject({
      slug: SlugText.meta({ description: 'Slug of a market', example: 'modal-round-2027-q1' }),
    }),
    output: MarketRecord.extend(Found).meta({ id: 'FoundMarket' }),
    rest: { path: '/api/markets/{slug}', type: 'application/json' },
    errors: [
      notFound('unknown-market', 'there is none; the body lists those available', {
        slug: 'no-such-market',
      }),
    ],
    examples: [{ slug: 'modal-round-2027-q1' }],
    run: async ({ slug }, { published }) => found(await marketOf(slug, published)),
  }),
  operation({
    ...shared,
    name: 'list_markets',
    summary: 'Every market: its question, its status and its days',
    description: 'The slug of each leads to its rules, candidates, forecasts and rulings.',
    input: NoInput,
    output: z.object({ markets: z.array(ListedMarket) }),
    rest: { path: '/api/markets', type: 'application/json' },
    examples: [{}],
    run: async (_, { published }) => ({ markets: listedMarkets(published) }),
  }),
];
