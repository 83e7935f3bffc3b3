/** The published schema of a scout's receipt. */
import { z } from 'zod';
import { EVENT_KINDS, STAGE_GROUPS } from '../outcomes/outcome-events.ts';

const Count = z.int().nonnegative();
const Velocity = Count.nullable();
const ScoreNumber = z.int().min(0).max(100);

const StarredStartup = z.object({
  company: z.string(),
  slug: z.string(),
  sector: z.string(),
  repository: z.string().meta({ description: 'The first of its repositories that was starred' }),
  starredOn: z.iso.date(),
  stageThen: z.enum(STAGE_GROUPS).meta({ description: 'By the events that were known by then' }),
  probability: z.number().min(0).max(1).meta({
    description:
      'Of an event in the time that the star was followed, among tracked startups of the same stage at the same time',
  }),
  velocityThen: Velocity.meta({ description: 'commitVelocity14d in the week of the star' }),
  velocityNow: Velocity,
  url: z.url(),
});

const Win = StarredStartup.extend({
  event: z.enum(EVENT_KINDS),
  what: z.string().meta({ description: 'The event in words, like “Series A”' }),
  eventOn: z.string().meta({ description: 'A day, a month or a year, as the source gives it' }),
  monthsEarly: z.number().nonnegative().meta({ description: 'From the star to the event' }),
  source: z.object({ url: z.url(), title: z.string(), publisher: z.string() }),
});

const Waiting = StarredStartup.extend({
  followedUntil: z.iso.date().meta({ description: 'The last day that counts' }),
});

export const ScoutReceipt = z
  .object({
    username: z.string(),
    score: ScoreNumber.nullable().meta({
      description:
        'Scout Score: 50 is what the peers of the starred startups did; null where no star counts',
    }),
    interval: z
      .object({ low: ScoreNumber, high: ScoreNumber })
      .nullable()
      .meta({ description: 'Where the score lies with a probability of 95%' }),
    explanation: z.string().meta({ description: 'What the score says, or why there is none' }),
    scoreVersion: z.string().meta({ description: 'Scores of two versions do not compare' }),
    personality: z.string(),
    personalityRule: z.string().meta({ description: 'The first rule that fits gives the label' }),
    breakdown: z.object({
      repositoriesStarred: Count.meta({ description: 'Read from the hosting service' }),
      startupsStarred: Count,
      startupsCounted: Count.meta({ description: 'Those whose star can be judged' }),
      wins: Count,
      expectedWins: z
        .number()
        .nonnegative()
        .meta({ description: 'What peers of the same stage had in the same time' }),
      misses: Count,
      open: Count,
      winsByKind: z.object({ funding: Count, valuation: Count, acquisition: Count }),
      startupsBySector: z.record(z.string(), Count),
      medianMonthsEarly: z.number().nonnegative().nullable(),
    }),
    wins: z.array(Win).meta({ description: 'An event came within three years of the star' }),
    misses: z.array(Waiting).meta({ description: 'Three years passed, or it closed, without one' }),
    open: z.array(Waiting).meta({ description: 'An event can still come' }),
    leftOut: z
      .array(z.object({ repository: z.string(), starredOn: z.iso.date(), reason: z.string() }))
      .meta({ description: 'Stars that count neither way' }),
    stars: z.object({
      readAt: z.iso.datetime(),
      read: Count,
      total: Count.nullable(),
      isComplete: z.boolean(),
    }),
    urls: z.object({ page: z.url(), badge: z.url(), method: z.url() }),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ScoutReceipt', description: 'What a user starred early, and what came of it' });
export type ScoutReceipt = z.infer<typeof ScoutReceipt>;
export type ReceiptStartup = z.infer<typeof StarredStartup>;
export type ReceiptWin = z.infer<typeof Win>;
export type ReceiptWaiting = z.infer<typeof Waiting>;
