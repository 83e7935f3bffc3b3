import type { Windows } from '../../../src/pipeline/ledger/windows.ts';

/** A company in which nothing happens. */
export const QUIET: Windows = {
  weeklyCommits: new Array(30).fill(0),
  weeklyAgentCommits: [0, 0],
  weeklyReleases: new Array(28).fill(0),
  contributors: 0,
  priorContributors: 0,
  newRepos: 0,
  infraFiles: new Array(7).fill(0),
  dependencyTurnover: new Array(7).fill(0),
};
