/** Summarizes a startup's numbers in plain sentences. Every number is in its record. */
import { z } from 'zod';
import { counted, percent } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { statusWords } from '../../published/company-words.ts';
import { standingWords } from '../../published/signal-words.ts';

export const Rank = z.object({
  inSector: z.int().min(1),
  sectorTotal: z.int().min(1),
  sectorPercentile: z.int().min(0).max(100).meta({
    description: 'Share of the others in the sector that rank behind it',
  }),
});
export type Rank = z.infer<typeof Rank>;

/** @returns two to four sentences */
export function thesis(startup: Startup, rank: Rank, sectorName: string): string {
  return [pace(startup), people(startup), rankWords(startup, rank, sectorName), agents(startup)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function pace(startup: Startup) {
  const { name, commitVelocity14d, commitVelocityChange, signalType, ...rest } = startup;
  const commits = counted(commitVelocity14d, 'commit');
  const change = comparedWith(commitVelocityChange, 'the 14 days before');
  const standing = standingWords(startup);
  const signal = `with ${rest.signalStrength === 'strong' ? 'clear' : 'weak'} evidence of “${signalType}”${standing.length === 0 ? '' : ` ${standing.join(', ')}`}`;
  const kind = rest.signalStrength === 'none' ? 'with no signal of any type' : signal;
  const words = statusWords(rest);
  const who = words === '' ? name : `${name} (${words.charAt(0).toLowerCase()}${words.slice(1)})`;
  return `${who} made ${commits} in 14 days, ${change}, ${kind}.`;
}

function people({ contributors, contributorGrowth, newRepos }: Startup): string {
  const who = `${counted(contributors, 'person', 'people')} contributed in 30 days, ${comparedWith(contributorGrowth, 'the 30 days before')}`;
  return newRepos === 0
    ? `${who}.`
    : `${who}, and ${counted(newRepos, 'new repository', 'new repositories')} opened.`;
}

function rankWords({ scores }: Startup, rank: Rank, sectorName: string): string {
  return `With a composite score of ${scores.composite} of 100 it ranks ${rank.inSector} of ${rank.sectorTotal} in ${sectorName}.`;
}

/** Empty if agents contribute very little. */
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
