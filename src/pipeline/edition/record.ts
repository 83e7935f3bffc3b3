/**
 * The published records, as the specification's section 2 names their fields. The schemas are the
 * single source: types, REST answers and the OpenAPI document are derived from them.
 */
import { z } from 'zod';
import { PERIOD_SLUG } from '../../lib/period.ts';
import { GEOGRAPHIES } from '../../registry/schema.ts';
import { SIGNAL_TYPES } from '../signals/classify.ts';
import { COMPANY_FACTS } from './company-facts.ts';
import { TIMINGS } from './timing.ts';

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
const ComputedAt = z.iso.datetime().meta({ description: 'When the numbers were computed' });
const TimingField = z.enum(TIMINGS).meta({
  description: 'live: computed within eight days of the period’s last day; backfilled: later',
});

export const Startup = z
  .object({
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    sector: z.string().meta({ description: 'Slug of its sector' }),
    ...COMPANY_FACTS,
    geography: z
      .enum(GEOGRAPHIES)
      .nullable()
      .meta({ description: 'Null where no source is known' }),
    period: PeriodSlug,
    commitVelocity14d: Count.meta({ description: 'Counted commits in the 14 days to its end' }),
    commitVelocityChange: Percent,
    commitVelocityChangeRatio: z
      .number()
      .nullable()
      .meta({ description: '(velocity − prior) / prior; null when prior is 0' }),
    contributors: Count.meta({ description: 'Distinct people in the 30 days to its end' }),
    contributorGrowth: Percent,
    newRepos: Count,
    agentShare: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'Share of the commits that coding agents wrote or helped with' }),
    signalType: z.enum(SIGNAL_TYPES),
    signalStrength: z.enum(['strong', 'weak']),
    scores: z.object({ velocity: Score, growth: Score, novelty: Score, composite: Score }),
    repositories: z.array(z.string()).meta({ description: 'The repositories counted' }),
    githubUrl: z.url(),
    websiteUrl: z.url().nullable(),
    linkedinUrl: z.url().nullable(),
    url: z.url().meta({ description: 'Its page on this service' }),
    evidenceUrl: z.url().meta({ description: 'What its numbers were computed from' }),
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
    startups: z.array(Startup).meta({ description: 'By composite score, highest first' }),
  })
  .meta({ id: 'Sector' });
export type Sector = z.infer<typeof Sector>;

const NotCovered = z.object({
  name: z.string(),
  slug: z.string(),
  reason: z.string().meta({ description: 'Why its numbers are unknown in this period' }),
});

export const SignalsResponse = z
  .object({
    meta: z.object({
      name: z.string(),
      period: z.object({ slug: PeriodSlug, name: z.string() }),
      totalSectors: Count,
      totalStartups: Count,
      lastUpdated: z.iso.datetime().meta({ description: 'When the numbers were computed' }),
      timing: TimingField,
      citation: z.string(),
      license: z.url(),
      method: z.url().meta({ description: 'How every number is defined' }),
      methodVersion: z.int(),
      revision: z.int().min(1).meta({ description: '1, and one more for every correction' }),
      manifest: z.url().meta({ description: 'The signed list of this edition’s files' }),
      notCovered: z.array(NotCovered).meta({ description: 'Left out: unknown is not zero' }),
    }),
    trending: z.array(Startup).max(20),
    sectors: z.array(Sector),
  })
  .meta({ id: 'SignalsResponse' });
export type SignalsResponse = z.infer<typeof SignalsResponse>;

/** What one startup's numbers of one period were computed from: a line of `evidence.jsonl`. */
export type EvidenceRecord = {
  slug: string;
  period: string;
  /** Evidence for each signal type; 1 is the threshold. */
  evidence: Record<string, number>;
  acceleration: number;
  priorVelocity: number;
  priorContributors: number;
  /** Counted commits by week, newest first, as far back as the ledger reaches, at most 30. */
  weeklyCommits: readonly number[];
  weeklyReleases: readonly number[];
  infraFiles30d: readonly number[];
  dependencyTurnover30d: readonly number[];
  repositories: readonly RepositoryEvidence[];
};

export type RepositoryEvidence = {
  repository: string;
  commits14d: number;
  priorCommits14d: number;
  /** The hosting service's own list of the default branch's commits in the same 14 days. */
  commitsUrl: string;
};

/** The weeks of all startups side by side: `history.json`. */
export type HistoryTable = {
  /** Period slugs, oldest first. */
  periods: string[];
  /** By slug; each list runs along `periods`, null where the startup was not covered. */
  startups: Record<
    string,
    { velocity: (number | null)[]; contributors: (number | null)[]; composite: (number | null)[] }
  >;
};
