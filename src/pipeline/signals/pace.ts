/**
 * The growth that lasts: how far a company's pace of the last weeks is above that of the last year, in
 * units of its own week-to-week noise. Two exponential averages, as in a moving average convergence
 * divergence (Appel, 1979), of logarithms.
 */
import { PACE_WEEKS } from '../measures/windows.ts';

/** Choices of the method (docs/method.md, section 7); research computes the pace with others too. */
export type PaceChoices = {
  /** Weeks in which a week's weight in the average halves. */
  fastHalfLife: number;
  slowHalfLife: number;
  /** Standard deviation of a week's log pace around its level, as most companies have it. */
  typicalNoise: number;
  /** Weeks of its own past that count as much as the typical noise does. */
  noiseWeight: number;
};

export const PACE: PaceChoices = {
  fastHalfLife: 4,
  slowHalfLife: 26,
  typicalNoise: 0.4,
  noiseWeight: 13,
};

/**
 * (fast − slow) / noise; 0 without a past.
 *
 * @param weeklyPace newest first; weeks before the company's first commit, or before what is known
 *   of it, are left off the end
 */
export function paceGrowth(weeklyPace: readonly number[], choices: PaceChoices = PACE): number {
  const levels = weeklyPace.slice(0, PACE_WEEKS).map((pace) => Math.log(1 + pace));
  const fast = exponentialAverage(levels, choices.fastHalfLife);
  const slow = exponentialAverage(levels, choices.slowHalfLife);
  return (fast - slow) / weekToWeekNoise(levels, choices);
}

/** The mean of values whose weights halve every `halfLife` places; 0 of none. */
export function exponentialAverage(newestFirst: readonly number[], halfLife: number): number {
  const decay = 0.5 ** (1 / halfLife);
  let weight = 1;
  let weights = 0;
  let sum = 0;
  for (const value of newestFirst) {
    sum += weight * value;
    weights += weight;
    weight *= decay;
  }
  return weights === 0 ? 0 : sum / weights;
}

/**
 * Standard deviation of independent noise that would give these week-to-week changes, shrunk towards
 * the typical one: the shorter the past, the closer.
 */
export function weekToWeekNoise(
  levels: readonly number[],
  { typicalNoise, noiseWeight }: Pick<PaceChoices, 'typicalNoise' | 'noiseWeight'> = PACE,
): number {
  const changes = Math.max(0, levels.length - 1);
  let squares = 0;
  // The difference of two independent values has twice the variance of one.
  for (let ago = 0; ago < changes; ago++)
    squares += ((levels[ago] ?? 0) - (levels[ago + 1] ?? 0)) ** 2 / 2;
  const ownShare = changes / (changes + noiseWeight);
  const own = changes === 0 ? 0 : squares / changes;
  return Math.sqrt(ownShare * own + (1 - ownShare) * typicalNoise ** 2);
}
