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

/** Preceding weekly periods that the acceleration is measured against. */
const BASELINE_PERIODS = 26;
/** With fewer active periods than this the past says nothing: median 0, MAD 0. */
const FEWEST_ACTIVE_PERIODS = 8;
/** Scales a median absolute deviation to a standard deviation of normal data. */
const MAD_SCALE = 1.4826;
const SMALLEST_SPREAD = 0.25;
const SMOOTHING = 5;

export function accelerate(windows: Windows): Acceleration {
  const { weeklyCommits, contributors, priorContributors, newRepos } = windows;
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
    newRepos,
    agentShare: velocity === 0 ? 0 : Math.round((agentCommits / velocity) * 10_000) / 10_000,
    acceleration: zScore(weeklyCommits),
  };
}

/** `+42%`, `-7%`, `0%`; at most `+999%`. */
export function signedPercent(ratio: number): string {
  const percent = Math.min(Math.sign(ratio) * Math.round(Math.abs(ratio) * 100), 999);
  return percent > 0 ? `+${percent}%` : `${percent === 0 ? 0 : percent}%`;
}

function zScore(weeklyCommits: readonly number[]): number {
  const periods = Math.min(BASELINE_PERIODS, Math.max(0, weeklyCommits.length - 4));
  let active = 0;
  for (let ago = 1; ago <= periods; ago++) if ((weeklyCommits[ago] ?? 0) > 0) active++;
  const change = logChange(weeklyCommits, 0);
  if (active < FEWEST_ACTIVE_PERIODS) return change / SMALLEST_SPREAD;
  const past = new Float64Array(periods);
  for (let ago = 1; ago <= periods; ago++) past[ago - 1] = logChange(weeklyCommits, ago);
  const centre = median(past);
  const spread = median(past.map((x) => Math.abs(x - centre)));
  return (change - centre) / Math.max(MAD_SCALE * spread, SMALLEST_SPREAD);
}

/** ln((velocity + 5) / (prior + 5)) as it stood some weeks ago. */
function logChange(weeklyCommits: readonly number[], weeksAgo: number): number {
  const velocity = fortnight(weeklyCommits, weeksAgo);
  const prior = fortnight(weeklyCommits, weeksAgo + 2);
  return Math.log((velocity + SMOOTHING) / (prior + SMOOTHING));
}

/** Median of at least one number; the mean of the middle two when their number is even. */
export function median(values: ArrayLike<number>): number {
  const sorted = new Float64Array(values).sort();
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? 0)) / 2 : upper;
}
