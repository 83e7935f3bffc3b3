/**
 * Step 6, rank: percentile scores among all startups of a period, and the orders built on them.
 */
import { compareCodeUnits } from '../../lib/compare.ts';

export type Rankable = {
  name: string;
  commitVelocity14d: number;
  contributors: number;
  /** How far the pace of the last weeks is above that of the year (`pace.ts`). */
  paceGrowth: number;
  /** Share of the people's days of work of the last eight weeks that newcomers did, 0–1. */
  newcomerShare: number;
  /** The larger of the shares of the 14 days' commits that one person wrote or that landed in bulk. */
  concentration: number;
};

/** Whole numbers, 0–100. */
export type Scores = { velocity: number; growth: number; novelty: number; composite: number };

/** Choices of the method (docs/method.md, section 7); research compares others. */
export type CompositeChoices = {
  /** How much each score contributes, in percent. */
  weights: Omit<Scores, 'composite'>;
  /** The contributions count in full up to this concentration, and less and less above it. */
  fullUpTo: number;
};

export const COMPOSITE: CompositeChoices = {
  weights: { velocity: 15, growth: 70, novelty: 15 },
  fullUpTo: 0.6,
};

/** Places of the trending list. */
export const TRENDING = 20;
/** Fewer commits and people than these mean too little to be in the trending list. */
export const MIN_TRENDING_COMMITS = 20;
const MIN_TRENDING_CONTRIBUTORS = 3;

export const NO_SCORES: Scores = { velocity: 0, growth: 0, novelty: 0, composite: 0 };

/** Scores in the order of the startups: percentiles among those with commits. */
export function scores(
  startups: readonly Rankable[],
  choices: CompositeChoices = COMPOSITE,
): Scores[] {
  const active = startups.filter(({ commitVelocity14d }) => commitVelocity14d > 0);
  const velocity = percentiles(active.map((startup) => startup.commitVelocity14d));
  const growth = percentiles(active.map((startup) => startup.paceGrowth));
  const novelty = percentiles(active.map((startup) => startup.newcomerShare));
  const parts = active.map((startup) => ({
    velocity: velocity(startup.commitVelocity14d),
    growth: growth(startup.paceGrowth),
    novelty: novelty(startup.newcomerShare),
  }));
  const indexes = parts.map((part, place) =>
    compositeIndex(part, active[place]?.concentration ?? 0, choices),
  );
  const composite = percentiles(indexes);
  const scored = new Map(
    active.map((startup, place) => [
      startup,
      { ...NO_SCORES, ...parts[place], composite: composite(indexes[place] ?? 0) },
    ]),
  );
  return startups.map((startup) => scored.get(startup) ?? { ...NO_SCORES });
}

/** The index whose percentile is the composite: 0 to 100. Whole weights keep equal sums equal. */
export function compositeIndex(
  { velocity, growth, novelty }: Omit<Scores, 'composite'>,
  concentration: number,
  { weights, fullUpTo }: CompositeChoices = COMPOSITE,
): number {
  const sum = weights.velocity * velocity + weights.growth * growth + weights.novelty * novelty;
  return (sum / 100) * breadth(concentration, fullUpTo);
}

/** 1 up to that concentration, and from there evenly down to 0 where one person did everything. */
export function breadth(concentration: number, fullUpTo = COMPOSITE.fullUpTo): number {
  return concentration <= fullUpTo ? 1 : (1 - concentration) / (1 - fullUpTo);
}

/**
 * A function from a value of the population to its percentile:
 * 100 × (number below + half of the ties) / n, as a whole number.
 */
export function percentiles(population: readonly number[]): (value: number) => number {
  const sorted = Float64Array.from(population).sort();
  return (value) => {
    const below = indexAfter(sorted, (element) => element < value);
    const upTo = indexAfter(sorted, (element) => element <= value);
    return Math.round((100 * (below + (upTo - below) / 2)) / sorted.length);
  };
}

export type Ranked = Pick<Rankable, 'name' | 'commitVelocity14d' | 'contributors'> & {
  scores: Scores;
};

/** Highest composite first; ties by velocity, then by name. */
export function byComposite(a: Ranked, b: Ranked): number {
  return (
    b.scores.composite - a.scores.composite ||
    b.commitVelocity14d - a.commitVelocity14d ||
    compareCodeUnits(a.name, b.name)
  );
}

/** The 20 highest composites among startups with enough commits and people to mean something. */
export function trending<T extends Ranked>(startups: readonly T[], length = TRENDING): T[] {
  return startups
    .filter(
      ({ commitVelocity14d, contributors }) =>
        commitVelocity14d >= MIN_TRENDING_COMMITS && contributors >= MIN_TRENDING_CONTRIBUTORS,
    )
    .sort(byComposite)
    .slice(0, length);
}

/** Index of the first element that is not before the place looked for. */
function indexAfter(sorted: Float64Array, isBefore: (element: number) => boolean): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(sorted[middle] ?? 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}
