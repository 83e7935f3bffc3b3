/**
 * Step 4, accelerate: velocity, people and their changes, of one company in one period.
 */
import { wholePercent } from '../../lib/prose.ts';
import { fortnight, growthRatio, shareOf } from './growth.ts';
import type { Windows } from './windows.ts';

export function accelerate(windows: Windows) {
  const { weeklyCommits, contributors, priorContributors, newRepositories } = windows;
  const velocity = fortnight(weeklyCommits, 0);
  const prior = fortnight(weeklyCommits, 2);
  const agentCommits = fortnight(windows.weeklyAgentCommits, 0);
  return {
    /** Counted commits in [D−13, D]. */
    commitVelocity14d: velocity,
    /** Counted commits in [D−27, D−14]. */
    priorVelocity: prior,
    /** Signed whole percent, at most `+999%`. */
    commitVelocityChange: signedPercent(growthRatio(velocity, prior)),
    /** (velocity − prior) / prior; null when prior is 0. */
    commitVelocityChangeRatio: prior === 0 ? null : (velocity - prior) / prior,
    contributors,
    /** Signed whole percent against the 30 days before. */
    contributorGrowth: signedPercent(growthRatio(contributors, priorContributors)),
    newRepos: newRepositories.length,
    /** Share of the counted commits that agents wrote or helped with, 0–1, four decimals. */
    agentShare: velocity === 0 ? 0 : shareOf(agentCommits, velocity),
  };
}

/** `+42%`, `-7%`, `0%`; at most `+999%`. */
export function signedPercent(ratio: number): string {
  const percent = Math.min(wholePercent(ratio), 999);
  return percent > 0 ? `+${percent}%` : `${percent === 0 ? 0 : percent}%`;
}
