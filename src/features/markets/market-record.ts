/** The shape of a market as it is published: its question, rules, candidates, forecasts and outcome. */
import { z } from 'zod';
import { Startup } from '../../pipeline/edition/record.ts';
import { MARKET_ASKS, MARKET_OUTCOMES, MARKET_STATUSES } from '../../registry/markets.ts';
import { STATUSES } from '../../registry/status.ts';
import { STAGE_GROUPS } from '../outcomes/outcome-events.ts';

const Probability = z.number().min(0).max(1);
const Sha256 = z.string();

export const Candidate = z.object({
  rank: z.int().positive(),
  name: z.string(),
  slug: z.string(),
  probability: Probability.meta({ description: 'Probability that it happens to this startup' }),
  status: z
    .enum([...STATUSES, 'untracked'])
    .meta({ description: 'Current status: active, or how it ended' }),
  stage: z
    .enum(STAGE_GROUPS)
    .nullable()
    .meta({ description: 'Stage group that the model derives from its dated events' }),
  lastEventOn: z.iso.date().nullable().meta({
    description:
      'Date of its last round or valuation; the last day of a date known by month or year',
  }),
  signal: Startup.pick({
    period: true,
    commitVelocity14d: true,
    commitVelocityChange: true,
    contributors: true,
    signalType: true,
    signalStrength: true,
    scores: true,
  })
    .nullable()
    .meta({ description: 'Numbers of the current period; null if the startup is not covered' }),
  url: z.url().nullable().meta({ description: 'Null if the startup is no longer tracked' }),
});

const Source = z.object({
  url: z.url(),
  title: z.string(),
  publisher: z.string(),
  publishedOn: z.string().nullable(),
});

const RulingRecord = z.object({
  outcome: z.enum(MARKET_OUTCOMES),
  on: z.iso.date(),
  resolver: z.string(),
  announcedOn: z.iso.date().nullable(),
  reason: z.string(),
  isFinal: z.boolean(),
  withdrawn: z.object({ on: z.iso.date(), reason: z.string() }).nullable(),
  sources: z.array(Source),
});

export const MarketRecord = z
  .object({
    slug: z.string(),
    url: z.url(),
    question: z.string(),
    asks: z.enum(MARKET_ASKS),
    status: z.enum(MARKET_STATUSES).meta({
      description:
        'open; locked (no more forecasts); disputed (resolvers disagree); resolved; void',
    }),
    isBackTest: z.boolean().meta({
      description: 'Opened after its outcome was known; it is not part of any track record',
    }),
    opened: z.iso.date(),
    closes: z.iso.date().meta({ description: 'Last day that counts, UTC' }),
    resolver: z.string().meta({ description: 'Who decides, and on what evidence' }),
    sourceOfTruth: z.url(),
    rules: z.array(z.string()),
    forecast: z.object({
      probability: Probability.meta({ description: 'Latest forecast of the answer yes' }),
      madeOn: z.iso
        .date()
        .meta({ description: 'The forecast uses nothing published after this day' }),
      isLogged: z.boolean().meta({
        description:
          'Whether the forecast is in the log; back-tests and fresh installations have no logged forecast',
      }),
      method: z.string(),
      note: z
        .string()
        .meta({ description: 'How incomplete the events are that the model was fitted to' }),
      history: z
        .array(
          z.object({
            number: z
              .int()
              .positive()
              .meta({ description: 'Number of its entry in /api/markets.jsonl' }),
            madeAt: z.iso.datetime(),
            probability: Probability,
          }),
        )
        .meta({ description: 'Every logged forecast, oldest first' }),
      logHead: Sha256.meta({ description: 'SHA-256 of the newest entry of the log' }),
    }),
    candidates: z.array(Candidate),
    rulings: z.array(RulingRecord),
    resolution: z
      .object({
        outcome: z.enum(MARKET_OUTCOMES),
        on: z.iso.date().meta({ description: 'When it was ruled' }),
        announcedOn: z.iso.date().nullable(),
        reason: z.string(),
        sources: z.array(Source),
        brier: z.number().nullable().meta({
          description:
            'Brier score of the first logged forecast, or of a back-test’s computed one: 0 is perfect, 1 is worst. Null if there is no forecast, or if the market is void',
        }),
      })
      .nullable(),
  })
  .meta({ id: 'Market' });
export type MarketRecord = z.infer<typeof MarketRecord>;

export const ListedMarket = MarketRecord.pick({
  slug: true,
  question: true,
  asks: true,
  status: true,
  isBackTest: true,
  opened: true,
  closes: true,
  url: true,
});
