import { z } from 'zod';
import { readForecastLog } from '../features/forecasts/log.ts';
import { listedMarkets, marketOf } from '../features/markets/market.ts';
import { ListedMarket, MarketRecord } from '../features/markets/market-record.ts';
import { slugInput } from './operation/kinds.ts';
import { Found, found } from './operation/misses.ts';
import {
  documented,
  EDGE_SECONDS,
  NoInput,
  operation,
  STANDARD_LIMIT,
} from './operation/operation.ts';

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
    input: slugInput('Slug of a market', 'modal-round-2027-q1'),
    output: MarketRecord.extend(Found).meta({ id: 'FoundMarket' }),
    rest: { path: '/api/markets/{slug}', type: 'application/json' },
    errors: documented({
      '404 unknown-market': [
        'there is none; the body lists those available',
        { slug: 'no-such-market' },
      ],
    }),
    examples: [{ slug: 'modal-round-2027-q1' }],
    run: async ({ slug }, { published }) => found(await marketOf(slug, published)),
  }),
  operation({
    ...shared,
    name: 'list_markets',
    summary: 'Every market: its question, its status and its days',
    description:
      'The slug of each leads to its rules, candidates, forecasts and rulings. The log of their forecasts has a signed end.',
    input: NoInput,
    output: z.object({
      markets: z.array(ListedMarket),
      log: z.object({
        entries: z.int().nonnegative(),
        head: z.string().meta({ description: 'SHA-256 of the last line' }),
        signature: z.string().nullable().meta({ description: 'Ed25519, by the editions’ key' }),
        url: z.url(),
      }),
    }),
    rest: { path: '/api/markets', type: 'application/json' },
    examples: [{}],
    run: async (_, { published }) => {
      const { forecasts } = published.editions.catalog;
      const { entries, head } = await readForecastLog(published.editions);
      return {
        markets: listedMarkets(published),
        log: {
          entries: entries.length,
          head,
          signature: forecasts?.signature ?? null,
          url: published.addresses.at('/api/markets.jsonl'),
        },
      };
    },
  }),
  operation({
    ...shared,
    name: 'get_market_log',
    summary: 'The log of the markets’ forecasts, every entry as it was made',
    description:
      'A JSON object a line, each with the SHA-256 of the line before. Nothing in it is ever computed again; bellwether verify checks it.',
    input: NoInput,
    output: z.string(),
    rest: { path: '/api/markets.jsonl', type: 'application/x-ndjson' },
    examples: [{}],
    run: async (_, { published }) => (await readForecastLog(published.editions)).text,
  }),
];
