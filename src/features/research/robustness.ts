/**
 * How much the scores depend on the constants of the method: editions are scored again with one choice
 * changed, and compared with the published ones.
 */
import type { EvidenceRecord, Startup } from '../../pipeline/edition/record.ts';
import {
  ACCELERATION,
  type AccelerationChoices,
  acceleration,
} from '../../pipeline/signals/accelerate.ts';
import {
  COMPOSITE_WEIGHTS,
  composite,
  percentiles,
  trending,
} from '../../pipeline/signals/rank.ts';
import type { Published } from '../../published/published.ts';
import {
  decimals,
  mean,
  rankCorrelation,
  share,
  standardDeviation,
  wholePercent,
} from './statistics.ts';

/** What can be chosen otherwise. */
type Choices = AccelerationChoices & { weights: typeof COMPOSITE_WEIGHTS };

/** As the method has them (docs/method.md). */
export const PUBLISHED_CHOICES: Choices = { ...ACCELERATION, weights: COMPOSITE_WEIGHTS };

/** One choice at a time. */
export const CHANGES: Readonly<Record<string, Partial<Choices>>> = {
  'smoothing-1': { smoothing: 1 },
  'smoothing-10': { smoothing: 10 },
  'floor-0.1': { minSpread: 0.1 },
  'floor-0.5': { minSpread: 0.5 },
  'baseline-13': { baselinePeriods: 13 },
  'mean-and-deviation': { distribution: meanAndDeviation },
  'equal-weights': { weights: { velocity: 1 / 3, growth: 1 / 3, novelty: 1 / 3 } },
  'growth-alone': { weights: { velocity: 0, growth: 1, novelty: 0 } },
  'without-novelty': { weights: { velocity: 1 / 3, growth: 2 / 3, novelty: 0 } },
};

export type Agreement = {
  /** Mean rank correlation of the composite scores with the published ones, three decimals. */
  correlation: number;
  /** Mean share of the published top 20 that stays in it, whole percent. */
  kept: number;
};

/** One edition: its startups with commits, and what their numbers were computed from. */
export type Scored = { startup: Startup; evidence: EvidenceRecord };

const A_YEAR = 52;

/** The last 52 editions up to one. */
export async function yearOfEditions(
  { editions }: Published,
  last: string,
): Promise<readonly (readonly Scored[])[]> {
  const slugs = editions.periods.map(({ slug }) => slug);
  const from = slugs.indexOf(last);
  const year: Scored[][] = [];
  // One after the other: editions are parsed one at a time and released again.
  for (const slug of slugs.slice(from, from + A_YEAR)) {
    const evidence = await editions.evidence(slug);
    const startups = [...(await editions.startups(slug)).values()];
    year.push(
      startups.flatMap((startup) => {
        const own = evidence.get(startup.slug);
        return own && startup.commitVelocity14d > 0 ? [{ startup, evidence: own }] : [];
      }),
    );
  }
  return year;
}

/** How far scores with a change agree with the published ones, as a mean over editions. */
export function agreement(
  editions: readonly (readonly Scored[])[],
  change: Partial<Choices>,
): Agreement {
  const compared = editions.map((edition) => {
    const changed = rescored(edition, { ...PUBLISHED_CHOICES, ...change });
    const published = edition.map(({ startup }) => startup);
    const scoreOf = ({ scores }: Startup) => scores.composite;
    const top = new Set(trending(changed).map(({ slug }) => slug));
    return {
      correlation: rankCorrelation(published.map(scoreOf), changed.map(scoreOf)),
      kept: share(trending(published), ({ slug }) => top.has(slug)),
    };
  });
  return {
    correlation: decimals(mean(compared.map(({ correlation }) => correlation)), 3),
    kept: wholePercent(mean(compared.map(({ kept }) => kept))),
  };
}

/** The startups of an edition with the scores that the choices give them. */
export function rescored(edition: readonly Scored[], choices: Choices): Startup[] {
  const accelerations = edition.map(({ evidence }) =>
    acceleration(evidence.weeklyCommits, choices),
  );
  const growthOf = percentiles(accelerations);
  return edition.map(({ startup }, index) => {
    const { velocity, novelty } = startup.scores;
    const scores = { velocity, growth: growthOf(accelerations[index] ?? 0), novelty };
    return { ...startup, scores: { ...scores, composite: composite(scores, choices.weights) } };
  });
}

function meanAndDeviation(values: Float64Array): { centre: number; spread: number } {
  return { centre: mean([...values]), spread: standardDeviation([...values]) };
}
