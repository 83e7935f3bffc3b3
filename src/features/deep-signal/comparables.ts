/** Finds the startups of a period with the most similar numbers. */
import type { Startup } from '../../pipeline/edition/record.ts';

export type Comparable = {
  startup: Startup;
  /** 0 to 1; 1 for identical numbers in the same sector. */
  similarity: number;
};

/** Weight of each feature. */
const WEIGHTS = {
  velocityScore: 1,
  growthScore: 2,
  noveltyScore: 1,
  velocity: 2,
  contributors: 2,
  agentShare: 1,
  sector: 2,
  signalType: 1,
} as const;
const TOTAL = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0);

/** Numbers of commits and people are capped at these values. */
const MAX_COMMITS = 4096;
const MAX_PEOPLE = 512;

/**
 * One minus the weighted distance between two records. Scores and the agents' share are compared
 * directly, commits and people by logarithm, sector and signal type for equality.
 */
export function similarity(one: Startup, other: Startup): number {
  const difference: Record<keyof typeof WEIGHTS, number> = {
    velocityScore: (one.scores.velocity - other.scores.velocity) / 100,
    growthScore: (one.scores.growth - other.scores.growth) / 100,
    noveltyScore: (one.scores.novelty - other.scores.novelty) / 100,
    velocity:
      magnitude(one.commitVelocity14d, MAX_COMMITS) -
      magnitude(other.commitVelocity14d, MAX_COMMITS),
    contributors:
      magnitude(one.contributors, MAX_PEOPLE) - magnitude(other.contributors, MAX_PEOPLE),
    agentShare: one.agentShare - other.agentShare,
    sector: one.sector === other.sector ? 0 : 1,
    signalType: signalOf(one) === signalOf(other) ? 0 : 1,
  };
  const squares = Object.entries(WEIGHTS).map(
    ([feature, weight]) => weight * difference[feature as keyof typeof WEIGHTS] ** 2,
  );
  const distance = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / TOTAL);
  return Math.round((1 - distance) * 10_000) / 10_000;
}

/** Most similar first; ties by composite score, then by slug. */
export function comparables(
  startup: Startup,
  others: Iterable<Startup>,
  limit: number,
): Comparable[] {
  return [...others]
    .filter(({ slug }) => slug !== startup.slug)
    .map((other) => ({ startup: other, similarity: similarity(startup, other) }))
    .sort(
      (a, b) =>
        b.similarity - a.similarity ||
        b.startup.scores.composite - a.startup.scores.composite ||
        (a.startup.slug < b.startup.slug ? -1 : 1),
    )
    .slice(0, limit);
}

function magnitude(value: number, max: number): number {
  return Math.min(1, Math.log2(1 + value) / Math.log2(1 + max));
}

/** Undefined without evidence, even though the record has a placeholder type. */
function signalOf({ signalType, signalStrength }: Startup): string | undefined {
  return signalStrength === 'none' ? undefined : signalType;
}
