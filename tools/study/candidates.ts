/** The formulas that were compared for version 2 of the scores (docs/method.md, section 7). */
import { PACE, type PaceChoices } from '../../src/pipeline/signals/pace.ts';
import { type CompositeChoices, scores } from '../../src/pipeline/signals/rank.ts';
import type { Scored } from './goal-figures.ts';
import type { ByPeriod, Study } from './study.ts';

export type GrowthCandidate = { name: string; maxCommitsADay: number; pace: PaceChoices };
export type CompositeCandidate = { name: string; composite: CompositeChoices };

/** Commits of one author and day that count at most. */
const CAPS = [Number.POSITIVE_INFINITY, 5, 3, 1];
/** Weeks: of the pace that is now, and of what it is compared with. */
const HALF_LIVES = [
  { fastHalfLife: 2, slowHalfLife: 8 },
  { fastHalfLife: 3, slowHalfLife: 13 },
  { fastHalfLife: 4, slowHalfLife: 13 },
  { fastHalfLife: 4, slowHalfLife: 26 },
];
/** In units of the company's own noise, shrunk; or in one unit for all companies. */
const NOISE_WEIGHTS = [PACE.noiseWeight, Number.POSITIVE_INFINITY];

export const GROWTH_CANDIDATES: readonly GrowthCandidate[] = CAPS.flatMap((maxCommitsADay) =>
  HALF_LIVES.flatMap((halfLives) =>
    NOISE_WEIGHTS.map((noiseWeight) => ({
      name: [
        maxCommitsADay === Number.POSITIVE_INFINITY ? 'all commits' : `${maxCommitsADay} a day`,
        `${halfLives.fastHalfLife}/${halfLives.slowHalfLife} weeks`,
        noiseWeight === Number.POSITIVE_INFINITY ? 'one unit' : 'own noise',
      ].join(', '),
      maxCommitsADay,
      pace: { ...PACE, ...halfLives, noiseWeight },
    })),
  ),
);

const WEIGHTS = [
  { velocity: 0, growth: 100, novelty: 0 },
  { velocity: 15, growth: 70, novelty: 15 },
  { velocity: 20, growth: 60, novelty: 20 },
  { velocity: 25, growth: 50, novelty: 25 },
];
/**
 * Largest share of one person, or in bulk, at which a composite counts in full. The goal speaks of 70%,
 * so a discount that only begins there would leave nothing to spare.
 */
const FULL_UP_TO = [1, 0.6, 0.5];

export const COMPOSITE_CANDIDATES: readonly CompositeCandidate[] = WEIGHTS.flatMap((weights) =>
  FULL_UP_TO.map((fullUpTo) => ({
    name: `growth ${weights.growth}, velocity ${weights.velocity}, novelty ${weights.novelty}, ${
      fullUpTo === 1 ? 'without a discount' : `in full up to ${Math.round(fullUpTo * 100)}% by one`
    }`,
    composite: { weights, fullUpTo },
  })),
);

/** The scores that a growth and a way to compose it give every startup and period. */
export function scored(study: Study, growth: ByPeriod, { composite }: CompositeCandidate): Scored {
  const none = () => new Float64Array(study.companies.length).fill(Number.NaN);
  const result = { growth: [] as Float64Array[], composite: [] as Float64Array[] };
  for (let period = 0; period < study.periods; period++) {
    const of = (numbers: ByPeriod, company: number) => numbers[period]?.[company] ?? Number.NaN;
    const covered = study.companies.flatMap(({ frames }, place) => (frames[period] ? [place] : []));
    const all = scores(
      covered.map((place) => ({
        name: study.companies[place]?.slug ?? '',
        commitVelocity14d: of(study.velocity, place),
        contributors: of(study.people, place),
        paceGrowth: of(growth, place),
        newcomerShare: of(study.newcomerShare, place),
        concentration: Math.max(of(study.largestShare, place), of(study.bulkShare, place) || 0),
      })),
      composite,
    );
    const columns = { growth: none(), composite: none() };
    for (const [index, place] of covered.entries()) {
      if (of(study.velocity, place) === 0) continue;
      columns.growth[place] = all[index]?.growth ?? Number.NaN;
      columns.composite[place] = all[index]?.composite ?? Number.NaN;
    }
    result.growth.push(columns.growth);
    result.composite.push(columns.composite);
  }
  return result;
}
