/**
 * Step 6, rank: percentile scores among all startups of a period, and the orders built on them.
 */

/** What ranking reads of a startup. */
export type Rankable = {
  name: string;
  commitVelocity14d: number;
  contributors: number;
  acceleration: number;
  /** The larger evidence of buildout and migration. */
  novelty: number;
};

/** Whole numbers, 0–100. */
export type Scores = { velocity: number; growth: number; novelty: number; composite: number };

/** How much each score contributes to the composite; together 1. */
export const COMPOSITE_WEIGHTS = { velocity: 0.25, growth: 0.5, novelty: 0.25 };

const TRENDING = 20;
/** Fewer commits and people than these mean too little to be in the trending list. */
export const MIN_TRENDING_COMMITS = 20;
const MIN_TRENDING_CONTRIBUTORS = 3;

/** Scores in the order of the startups. */
export function scores(startups: readonly Rankable[]): Scores[] {
  const active = startups.filter(({ commitVelocity14d }) => commitVelocity14d > 0);
  const velocity = percentiles(active.map((startup) => startup.commitVelocity14d));
  const growth = percentiles(active.map((startup) => startup.acceleration));
  const novelty = percentiles(active.map((startup) => startup.novelty));
  return startups.map((startup) => {
    if (startup.commitVelocity14d === 0)
      return { velocity: 0, growth: 0, novelty: 0, composite: 0 };
    const score = {
      velocity: velocity(startup.commitVelocity14d),
      growth: growth(startup.acceleration),
      novelty: novelty(startup.novelty),
    };
    return { ...score, composite: composite(score) };
  });
}

/** The weighted sum of the three scores, as a whole number. */
export function composite(
  { velocity, growth, novelty }: Omit<Scores, 'composite'>,
  weights = COMPOSITE_WEIGHTS,
): number {
  return Math.round(
    weights.velocity * velocity + weights.growth * growth + weights.novelty * novelty,
  );
}

/**
 * A function from a value of the population to its percentile:
 * 100 × (number below + half of the ties) / n, as a whole number.
 */
export function percentiles(population: readonly number[]): (value: number) => number {
  const sorted = Float64Array.from(population).sort();
  return (value) => {
    const below = lowerBound(sorted, value);
    const upTo = upperBound(sorted, value);
    return Math.round((100 * (below + (upTo - below) / 2)) / sorted.length);
  };
}

/** What the orders read of a scored startup. */
export type Ranked = Pick<Rankable, 'name' | 'commitVelocity14d' | 'contributors'> & {
  scores: Scores;
};

/** Highest composite first; ties by velocity, then by name. */
export function byComposite(a: Ranked, b: Ranked): number {
  return (
    b.scores.composite - a.scores.composite ||
    b.commitVelocity14d - a.commitVelocity14d ||
    (a.name < b.name ? -1 : Number(a.name > b.name))
  );
}

/** The 20 highest composites among startups with enough commits and people to mean something. */
export function trending<T extends Ranked>(startups: readonly T[]): T[] {
  return startups
    .filter(
      ({ commitVelocity14d, contributors }) =>
        commitVelocity14d >= MIN_TRENDING_COMMITS && contributors >= MIN_TRENDING_CONTRIBUTORS,
    )
    .sort(byComposite)
    .slice(0, TRENDING);
}

/** Index of the first element that is not below the value. */
function lowerBound(sorted: Float64Array, value: number): number {
  return bound(sorted, (element) => element < value);
}

/** Index of the first element that is above the value. */
function upperBound(sorted: Float64Array, value: number): number {
  return bound(sorted, (element) => element <= value);
}

function bound(sorted: Float64Array, before: (element: number) => boolean): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (before(sorted[middle] ?? 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}
