/**
 * The published records, as the specification's section 2 names their fields. The schemas are the
 * single source: types, REST answers and the OpenAPI document are derived from them.
 */
import { z } from 'zod';
import { PERIOD_SLUG } from '../../lib/period.ts';
import { GEOGRAPHIES } from '../../registry/schema.ts';
import { SIGNAL_STRENGTHS, SIGNAL_TYPES, type SignalType } from '../signals/classify.ts';
import { GAPS } from '../signals/coverage.ts';
import { TypeEvidence } from '../signals/type-evidence.ts';
import { COMPANY_FACTS } from './company-facts.ts';
import type { ComputedPeriod } from './compute-period.ts';
import { TIMINGS } from './timing.ts';

export type { EvidenceRecord } from './content.ts';
export type { SignalType, TypeEvidence };
export { SIGNAL_TYPES };

export const PeriodSlug = z
  .string('must be an ISO week like 2026-w31')
  .regex(PERIOD_SLUG, 'must be an ISO week like 2026-w31')
  .meta({ description: 'An ISO week', example: '2026-w31' });

const Count = z.int().nonnegative();
const Percent = z
  .string()
  .regex(/^(?:\+[1-9]\d{0,2}|-[1-9]\d{0,2}|0)%$/)
  .meta({ description: 'Signed whole percent, at most +999%', example: '+42%' });
const Score = z.int().min(0).max(100);
const ComputedAt = z.iso.datetime().describe('When the numbers were computed');
const TimingField = z
  .enum(TIMINGS)
  .describe('live: computed within eight days of the period’s last day; backfilled: later');

const NotCounted = z.object({
  repository: z.string(),
  reason: z.string().describe('Why nothing is known of it in this period'),
});

const Share = z.number().min(0).max(1);

/** The composition of one window's counts (method, section 4b). */
export const WindowComposition = z
  .object({
    commits: Count.describe('Counted commits'),
    largestContributorShare: Share.nullable().describe(
      'Share of the commits by the person who wrote most; null without commits',
    ),
    bulkShare: Share.nullable().describe(
      'Share of the commits that landed 20 or more a minute in one repository; null if not known',
    ),
    people: Count.describe('Distinct people'),
    peopleOnTwoDays: Count.describe('People with commits on at least two days'),
    newPeople: Count.nullable().describe(
      'People without a commit in the 180 days before; null if not known',
    ),
    returningPeople: Count.nullable().describe('All other people'),
  })
  .meta({ id: 'WindowComposition', description: 'What the counts of a window are made of' });
export type WindowComposition = z.infer<typeof WindowComposition>;

export const Startup = z
  .object({
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    sector: z.string().describe('Slug of its sector'),
    ...COMPANY_FACTS,
    geography: z.enum(GEOGRAPHIES).nullable().describe('Null where no source is known'),
    period: PeriodSlug,
    commitVelocity14d: Count.describe('Counted commits in the 14 days to its end'),
    commitVelocityChange: Percent,
    commitVelocityChangeRatio: z
      .number()
      .nullable()
      .describe('(velocity − prior) / prior; null when prior is 0'),
    contributors: Count.describe('Distinct people in the 30 days to its end'),
    contributorGrowth: Percent,
    newRepos: Count.describe('Tracked repositories that began in the 30 days to its end'),
    newReposBasis: z
      .literal('organization')
      .optional()
      .describe(
        'Where the organization’s whole list is known: `newRepos` counts all that it created',
      ),
    agentShare: Share.describe('Share of the commits that coding agents wrote or helped with'),
    composition14d: WindowComposition,
    composition30d: WindowComposition,
    signalType: z
      .enum(SIGNAL_TYPES)
      .describe('With the strength none a placeholder that says nothing'),
    signalStrength: z.enum(SIGNAL_STRENGTHS),
    signalSince: PeriodSlug.nullable().describe(
      'First week of the unbroken run of this type at this strength; news only if it is the record’s own period. Null with the strength none',
    ),
    signalValue: z
      .number()
      .nonnegative()
      .nullable()
      .describe(
        'This week’s evidence for the type: 1 is the threshold, below it a type fades. Null with the strength none',
      ),
    evidence: TypeEvidence.partial()
      .nullable()
      .describe('What the signal type rests on; null with the strength none'),
    scores: z.object({
      velocity: Score.describe('How many commits landed in 14 days'),
      growth: Score.describe(
        'How far the pace of the last weeks is above that of the year, in units of the startup’s own noise',
      ),
      novelty: Score.describe('How much of the work of eight weeks newcomers did'),
      composite: Score.describe(
        'Who is speeding up, with people who stay: 70% growth, 15% velocity, 15% novelty, discounted where one person or one bulk landing made more than 60% of the commits',
      ),
    }),
    repositories: z.array(z.string()).describe('The repositories counted'),
    notCounted: z
      .array(NotCounted)
      .describe('Tracked repositories that are left out, with the reason'),
    countedPart: z.string().nullable().meta({
      description:
        'How many repositories are counted, and their share of the weight; null where none is left out',
      example: 'counts 3 of 5 repositories, 72% of the weight',
    }),
    githubUrl: z.url(),
    websiteUrl: z.url().nullable(),
    linkedinUrl: z.url().nullable(),
    url: z.url().describe('Its page on this service'),
    evidenceUrl: z.url().describe('What its numbers were computed from'),
    computedAt: ComputedAt,
    timing: TimingField,
  })
  .meta({ id: 'Startup', description: 'One startup’s signal in one period' });
export type Startup = z.infer<typeof Startup>;

export const Sector = z
  .object({
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    url: z.url(),
    startupCount: Count,
    startups: z.array(Startup).describe('By composite score, highest first'),
  })
  .meta({ id: 'Sector' });
export type Sector = z.infer<typeof Sector>;

/** A startup of a partial period: its numbers, without scores and ranks. */
export const PartialStartup = Startup.omit({ scores: true })
  .extend({ isPartial: z.literal(true) })
  .meta({
    id: 'PartialStartup',
    description: 'One startup’s signal in a period after the current one: no scores, no ranks',
  });
export type PartialStartup = z.infer<typeof PartialStartup>;

const NotCovered = z.object({
  name: z.string(),
  slug: z.string(),
  repository: z.string().nullable().describe('The repository without which nothing can be said'),
  reason: z.string().describe('Why its numbers are unknown in this period'),
  lastCovered: PeriodSlug.nullable().describe('The last full period that covers it, however old'),
});

export const SignalsResponse = z
  .object({
    meta: z.object({
      name: z.string(),
      period: z.object({ slug: PeriodSlug, name: z.string() }),
      totalSectors: Count,
      totalStartups: Count,
      lastUpdated: z.iso.datetime().describe('When the numbers were computed'),
      timing: TimingField,
      citation: z.string(),
      license: z.url(),
      method: z.url().describe('How every number is defined'),
      methodVersion: z.string().meta({ example: '2.1' }),
      revision: z.int().min(1).describe('1, and one more for every correction'),
      manifest: z.url().describe('The signed list of this edition’s files'),
      isPartial: z
        .boolean()
        .describe('Later than the current period: look-up only, no scores and no ranks'),
      notCovered: z.array(NotCovered).describe('Left out: unknown is not zero'),
    }),
    trending: z.array(Startup).max(20),
    sectors: z.array(Sector),
  })
  .meta({ id: 'SignalsResponse' });
export type SignalsResponse = z.infer<typeof SignalsResponse>;

/** One repository's part in the numbers of a period. */
export const RepositoryEvidence = z
  .object({
    repository: z.string(),
    notCounted: z
      .string()
      .optional()
      .describe('Why it is not counted in the period; absent if it is'),
    commits14d: Count.nullable().describe('Null where it is not counted'),
    priorCommits14d: Count.nullable(),
    commitsUrl: z
      .url()
      .describe(
        'The hosting service’s own list of the default branch’s commits in the same 14 days',
      ),
  })
  .meta({ id: 'RepositoryEvidence' });
export type RepositoryEvidence = z.infer<typeof RepositoryEvidence>;

/** Why a startup is not covered. */
export const Gap = z.enum(GAPS);

/** The record of a startup that a period does not cover: a line of `not-covered.jsonl`. */
export type NotCoveredRecord = ComputedPeriod['notCovered'][number];

/** The weeks of all startups side by side: `history.json`. */
export type HistoryTable = {
  /** Period slugs, oldest first. */
  periods: string[];
  /** By slug; each list runs along `periods`, null where the startup was not covered. */
  startups: Record<string, HistoryRow>;
};

type HistoryRow = {
  velocity: (number | null)[];
  contributors: (number | null)[];
  composite: (number | null)[];
  /** Share of the commits by or with coding agents. */
  agents?: (number | null)[];
  /** Share of the commits that landed in bulk; null also where it is not known. */
  bulk?: (number | null)[];
  /** Days of the week with a release; null also where older tags were cut. */
  releaseDays?: (number | null)[];
};
