/** All charts that have an address of their own. */
import type { ChartDefinition } from './chart.ts';
import { compareCommits } from './compare-commits.ts';
import { allIntervals, findingIntervals } from './finding-intervals.ts';
import { startupAgents, startupCommits, startupContributors } from './startup-line.ts';
import { startupScatter } from './startup-scatter.ts';
import { weekOfAll } from './week-of-all.ts';

export const CHARTS: readonly ChartDefinition[] = [
  compareCommits,
  startupAgents,
  startupCommits,
  startupContributors,
  startupScatter,
  findingIntervals,
  allIntervals,
  weekOfAll,
];
