import {
  type Composition,
  NONE_NAMED,
  type Windows,
} from '../../../src/pipeline/signals/windows.ts';

const EMPTY: Composition = {
  commits: 0,
  largest: 0,
  bulk: 0,
  people: 0,
  steadyPeople: 0,
  newPeople: 0,
};

/** A company in which nothing happens. */
export const QUIET: Windows = {
  weeklyCommits: new Array(30).fill(0),
  weeklyAgentCommits: [0, 0],
  contributors: 0,
  priorContributors: 0,
  newRepositories: [],
  newRepositoriesBasis: 'tracked',
  composition: { current14d: EMPTY, prior14d: EMPTY, current30d: EMPTY, prior30d: EMPTY },
  newcomers: { joined: 0, stayed: [0, 0, 0, 0] },
  infrastructure: { personDays: new Array(7).fill(0), people: 0, ciFiles: 0, infraFiles: 0 },
  releaseDays: new Array(7).fill(0),
  releases: NONE_NAMED,
  dependencies: {
    replacedRoles: 0,
    replaced: [],
    repository: null,
    basis: 'lines',
    left: NONE_NAMED,
    came: NONE_NAMED,
  },
  work: { weeklyPace: new Array(52).fill(0), workDays: 0, newcomerDays: 0 },
};
