/**
 * Step 5, classify: how much evidence a company's period shows for each signal type. 1 is a type's
 * threshold; the type with the most evidence names the signal.
 */
import type { Windows } from '../ledger/windows.ts';
import { fortnight, growthRatio, mean } from './growth.ts';

/** In the order that breaks ties. */
export const SIGNAL_TYPES = [
  'Engineering hiring burst',
  'Infrastructure buildout',
  'Deploy frequency spike',
  'Framework migration',
] as const;
type SignalType = (typeof SIGNAL_TYPES)[number];
type Evidence = Record<SignalType, number>;

export type Classification = {
  signalType: SignalType;
  /** `strong` when the largest evidence reaches its threshold. */
  signalStrength: 'strong' | 'weak';
  evidence: Evidence;
};

const MIN_PEOPLE_ADDED = 3;
const MIN_TAGS = 3;
const PRECEDING_FORTNIGHTS = 13;

export function classify(windows: Windows): Classification {
  const evidence: Evidence = {
    'Engineering hiring burst': hiringBurst(windows),
    'Infrastructure buildout': infrastructureBuildout(windows),
    'Deploy frequency spike': deploySpike(windows),
    'Framework migration': frameworkMigration(windows),
  };
  const signalType = SIGNAL_TYPES.reduce((best, type) =>
    evidence[type] > evidence[best] ? type : best,
  );
  return { signalType, signalStrength: evidence[signalType] >= 1 ? 'strong' : 'weak', evidence };
}

function hiringBurst({ contributors, priorContributors }: Windows): number {
  if (contributors - priorContributors < MIN_PEOPLE_ADDED) return 0;
  return growthRatio(contributors, priorContributors) / 0.5;
}

function infrastructureBuildout({ newRepos, infraFiles }: Windows): number {
  const [files = 0, ...before] = infraFiles;
  return Math.max(newRepos / 3, files / Math.max(mean(before), 10) / 2);
}

function deploySpike({ weeklyCommits, weeklyReleases }: Windows): number {
  const change = growthRatio(fortnight(weeklyCommits, 0), fortnight(weeklyCommits, 2));
  return Math.max(change / 1.5, releaseRatio(weeklyReleases) / 2, 0);
}

/** Tags of the fortnight against the mean of the preceding ones; 0 with fewer than three tags. */
function releaseRatio(weeklyReleases: readonly number[]): number {
  const tags = fortnight(weeklyReleases, 0);
  if (tags < MIN_TAGS) return 0;
  const before: number[] = [];
  for (let ago = 1; ago <= PRECEDING_FORTNIGHTS && 2 * ago + 2 <= weeklyReleases.length; ago++)
    before.push(fortnight(weeklyReleases, 2 * ago));
  return tags / Math.max(mean(before), 1);
}

function frameworkMigration({ dependencyTurnover }: Windows): number {
  const [turnover = 0, ...before] = dependencyTurnover;
  return turnover / Math.max(2 * mean(before), 5);
}
