/** What a startup's numbers come to, in plain sentences. Every number is one of its record. */
import type { Startup } from '../../pipeline/edition/record.ts';
import { counted, percent } from '../../lib/prose.ts';

export type Rank = { inSector: number; sectorTotal: number; sectorPercentile: number };

/** @returns two to four sentences */
export function thesis(startup: Startup, rank: Rank, sectorName: string): string {
  return [pace(startup), people(startup), standing(startup, rank, sectorName), agents(startup)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function pace({ name, commitVelocity14d, commitVelocityChange, signalType, ...rest }: Startup) {
  const commits = counted(commitVelocity14d, 'commit');
  const change = comparedWith(commitVelocityChange, 'the 14 days before');
  const evidence = rest.signalStrength === 'strong' ? 'clear evidence' : 'weak evidence';
  return `${name} made ${commits} in 14 days, ${change}, with ${evidence} of "${signalType}".`;
}

function people({ contributors, contributorGrowth, newRepos }: Startup): string {
  const who = `${counted(contributors, 'person', 'people')} contributed in 30 days, ${comparedWith(contributorGrowth, 'the 30 days before')}`;
  return newRepos === 0
    ? `${who}.`
    : `${who}, and ${counted(newRepos, 'new repository', 'new repositories')} opened.`;
}

function standing({ scores }: Startup, rank: Rank, sectorName: string): string {
  const place = `it ranks ${rank.inSector} of ${rank.sectorTotal} in ${sectorName}`;
  return `With a composite score of ${scores.composite} of 100 ${place}.`;
}

/** Said where it matters to how commits are read. */
function agents({ agentShare }: Startup): string {
  return agentShare < 0.05
    ? ''
    : `Coding agents wrote or helped with ${percent(agentShare)} of the commits.`;
}

function comparedWith(change: string, before: string): string {
  if (change === '0%') return `as many as in ${before}`;
  const direction = change.startsWith('-') ? 'less' : 'more';
  return `${change.slice(1)} ${direction} than in ${before}`;
}
