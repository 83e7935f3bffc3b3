/**
 * Step 4, accelerate: velocity, growth and acceleration of one company in one period.
 */
import type { Windows } from '../ledger/windows.ts';
import { fortnight, growthRatio } from './growth.ts';

export type Acceleration = {
  /** Counted commits in [D−13, D]. */
  commitVelocity14d: number;
  /** Counted commits in [D−27, D−14]. */
  priorVelocity: number;
  /** Signed whole percent, at most `+999%`. */
  commitVelocityChange: string;
  /** (velocity − prior) / prior; null when prior is 0. */
  commitVelocityChangeRatio: number | null;
  contributors: number;
  /** Signed whole percent against the 30 days before. */
  contributorGrowth: string;
  newRepos: number;
  /** Share of the counted commits that agents wrote or helped with, 0–1, four decimals. */
  agentShare: number;
  /** Robust z-score of the velocity's logarithmic change against the company's own past. */
  acceleration: number;
};

/** What the method chose for the acceleration; research computes it with other choices too. */
export type AccelerationChoices = {
  /** Added to both velocities of a change, so that small counts do not jump. */
  smoothing: number;
  /** Preceding weekly periods that a change is measured against. */
  baselinePeriods: number;
  /** Smallest spread that a change is measured in. */
  minSpread: number;
  /** Centre and spread of the changes in those periods. */
  distribution: (past: Float64Array) => { centre: number; spread: number };
};

export const ACCELERATION: AccelerationChoices = {
  smoothing: 5,
  baselinePeriods: 26,
  minSpread: 0.25,
  distribution: medianAndDeviation,
};

/** With fewer active periods than this the past says nothing: median 0, MAD 0. */
const MIN_ACTIVE_PERIODS = 8;
/** Scales a median absolute deviation to a standard deviation of normal data. */
const MAD_SCALE = 1.4826;

export function accelerate(windows: Windows): Acceleration {
  const { weeklyCommits, contributors, priorContributors, newRepositories } = windows;
  const velocity = fortnight(weeklyCommits, 0);
  const prior = fortnight(weeklyCommits, 2);
  const agentCommits = fortnight(windows.weeklyAgentCommits, 0);
  return {
    commitVelocity14d: velocity,
    priorVelocity: prior,
    commitVelocityChange: signedPercent(growthRatio(velocity, prior)),
    commitVelocityChangeRatio: prior === 0 ? null : (velocity - prior) / prior,
    contributors,
    contributorGrowth: signedPercent(growthRatio(contributors, priorContributors)),
    newRepos: newRepositories.length,
    agentShare: velocity === 0 ? 0 : Math.round((agentCommits / velocity) * 10_000) / 10_000,
    acceleration: acceleration(weeklyCommits),
  };
}

/** `+42%`, `-7%`, `0%`; at most `+999%`. */
export function signedPercent(ratio: number): string {
  const percent = Math.min(Math.sign(ratio) * Math.round(Math.abs(ratio) * 100), 999);
  return percent > 0 ? `+${percent}%` : `${percent === 0 ? 0 : percent}%`;
}

/**
 * Robust z-score of a velocity's logarithmic change against the same company's past.
 *
 * @param weeklyCommits newest first
 */
export function acceleration(
  weeklyCommits: readonly number[],
  { smoothing, baselinePeriods, minSpread, distribution }: AccelerationChoices = ACCELERATION,
): number {
  const changeAt = (weeksAgo: number) =>
    logChange(
      fortnight(weeklyCommits, weeksAgo),
      fortnight(weeklyCommits, weeksAgo + 2),
      smoothing,
    );
  const periods = Math.min(baselinePeriods, Math.max(0, weeklyCommits.length - 4));
  let active = 0;
  for (let ago = 1; ago <= periods; ago++) if ((weeklyCommits[ago] ?? 0) > 0) active++;
  if (active < MIN_ACTIVE_PERIODS) return changeAt(0) / minSpread;
  const past = new Float64Array(periods);
  for (let ago = 1; ago <= periods; ago++) past[ago - 1] = changeAt(ago);
  const { centre, spread } = distribution(past);
  return (changeAt(0) - centre) / Math.max(spread, minSpread);
}

/** Natural logarithm of (velocity + smoothing) / (prior + smoothing). */
export function logChange(
  velocity: number,
  prior: number,
  smoothing = ACCELERATION.smoothing,
): number {
  return Math.log((velocity + smoothing) / (prior + smoothing));
}

function medianAndDeviation(values: Float64Array): { centre: number; spread: number } {
  const centre = median(values);
  return { centre, spread: MAD_SCALE * median(values.map((x) => Math.abs(x - centre))) };
}

/** Median of at least one number; the mean of the middle two where there is an even count. */
export function median(values: ArrayLike<number>): number {
  const sorted = new Float64Array(values).sort();
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? 0)) / 2 : upper;
}
