/** The startups of a period whose numbers are most like one's own. */
import type { Startup } from '../../pipeline/edition/record.ts';

export type Comparable = {
  startup: Startup;
  /** 0 to 1; 1 for the same numbers in the same sector. */
  similarity: number;
};

/** How much each feature counts. */
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

/** More commits or people than these make no difference. */
const MAX_COMMITS = 4096;
const MAX_PEOPLE = 512;

/**
 * One minus the weighted distance of the two records: scores and the agents' share as they are,
 * commits and people by their logarithm, sector and signal type as same or not.
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

/** The most similar first; ties by composite, then by slug. */
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

/** Undefined without evidence, whatever the placeholder. */
function signalOf({ signalType, signalStrength }: Startup): string | undefined {
  return signalStrength === 'none' ? undefined : signalType;
}
