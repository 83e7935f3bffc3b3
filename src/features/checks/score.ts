/** The calculation of a score, step by step, with every input (method, section 6). */
import { z } from 'zod';
import { count } from '../../lib/prose.ts';
import type { EvidenceRecord, Startup } from '../../pipeline/edition/record.ts';
import { exponentialAverage, PACE, weekToWeekNoise } from '../../pipeline/signals/pace.ts';
import { breadth, COMPOSITE, compositeIndex } from '../../pipeline/signals/rank.ts';

const Score = z.int().min(0).max(100);
const Count = z.int().nonnegative();

/** The percentile rank of a value among all startups with commits. */
const Place = z
  .object({
    value: z.number(),
    below: Count.meta({ description: 'Startups with a smaller value' }),
    ties: Count.meta({ description: 'Startups with the same value, this one included' }),
    score: Score.meta({ description: '100 · (below + ties / 2) / among, as a whole number' }),
  })
  .meta({ id: 'ScorePlace' });
export type Place = z.infer<typeof Place>;

export const ScoreCheck = z
  .object({
    number: z.literal('score'),
    value: Score,
    sentence: z.string(),
    among: Count.meta({ description: 'Startups with commits in the 14 days' }),
    commits: Place,
    growth: Place.extend({
      weeklyPace: z.array(Count).meta({ description: 'Newest week first' }),
      fast: z.number(),
      slow: z.number(),
      noise: z.number(),
    }).meta({ description: '(fast − slow) / noise' }),
    newcomers: Place.extend({ newcomerDays: Count, workDays: Count }).meta({
      description: 'newcomerDays / workDays',
    }),
    weights: z.object({ commits: z.number(), growth: z.number(), newcomers: z.number() }),
    concentration: z.object({
      value: z.number(),
      largestContributorShare: z.number().nullable(),
      bulkShare: z.number().nullable(),
      fullUpTo: z.number(),
      factor: z.number().meta({ description: '1 without a discount' }),
    }),
    mix: Place.meta({ description: 'The weighted sum of the three scores, times the factor' }),
  })
  .meta({ id: 'ScoreCheck', description: 'How a score comes about' });
export type ScoreCheck = z.infer<typeof ScoreCheck>;

type Scored = { startup: Startup; evidence: EvidenceRecord };

/** @param everybody the startups of the period, including `own` */
export function scoreCheck(own: Scored, everybody: readonly Scored[]): ScoreCheck {
  const active = everybody.filter(({ startup }) => startup.commitVelocity14d > 0);
  const { startup, evidence } = own;
  const { scores } = startup;
  const place = (value: (one: Scored) => number, score: number): Place => {
    const mine = value(own);
    const values = active.map(value);
    const below = values.filter((one) => one < mine).length;
    return { value: mine, below, ties: values.filter((one) => one === mine).length, score };
  };
  const { weeklyPace, newcomerDays, workDays } = evidence.work;
  const levels = weeklyPace.map((pace) => Math.log(1 + pace));
  const mixOf = (one: Scored) => compositeIndex(one.startup.scores, one.evidence.concentration);
  const mix = place(mixOf, scores.composite);
  const { largestContributorShare, bulkShare } = evidence.composition.current14d;
  return {
    number: 'score',
    value: scores.composite,
    sentence:
      startup.commitVelocity14d === 0
        ? 'No commit that counts landed in the 14 days, so there is nothing to rank and the score is 0.'
        : `${scores.composite} of 100: its mix of three ranks, ${mix.value.toFixed(2)}, is above that of ${count(mix.below)} of the ${count(active.length)} startups with commits.`,
    among: active.length,
    commits: place((one) => one.startup.commitVelocity14d, scores.velocity),
    growth: {
      ...place((one) => one.evidence.paceGrowth, scores.growth),
      weeklyPace: [...weeklyPace],
      fast: exponentialAverage(levels, PACE.fastHalfLife),
      slow: exponentialAverage(levels, PACE.slowHalfLife),
      noise: weekToWeekNoise(levels),
    },
    newcomers: {
      ...place((one) => one.evidence.newcomerShare, scores.novelty),
      newcomerDays,
      workDays,
    },
    weights: {
      commits: COMPOSITE.weights.velocity,
      growth: COMPOSITE.weights.growth,
      newcomers: COMPOSITE.weights.novelty,
    },
    concentration: {
      value: evidence.concentration,
      largestContributorShare,
      bulkShare,
      fullUpTo: COMPOSITE.fullUpTo,
      factor: breadth(evidence.concentration),
    },
    mix,
  };
}
