/** What is asked about one sector. */

import { counted, listed, percent } from '../../../lib/prose.ts';
import type { Sector, Startup } from '../../../pipeline/edition/record.ts';
import { agentShareOf, commitsOf } from '../../../published/startup-numbers.ts';
import { commits, contributors, type Family, factEach, listedWith, MAX_NAMED } from './family.ts';

function top(sector: Sector, value: (startup: Startup) => number): Startup[] {
  return [...sector.startups].sort((a, b) => value(b) - value(a)).slice(0, MAX_NAMED);
}

export const SECTOR_FAMILIES: readonly Family<Sector>[] = [
  {
    topic: 'sector-acceleration',
    question: 'Which ⟨sector⟩ startups accelerate fastest?',
    fill: (sector, numbers) => {
      const best = sector.startups.slice(0, MAX_NAMED);
      return {
        answer: `By composite score, which is mostly acceleration, the first in ${sector.name} in ${numbers.week} ${best.length === 1 ? 'is' : 'are'} ${listedWith(best, ({ scores }) => scores.composite)}, of ${counted(sector.startupCount, 'covered startup')}.`,
        facts: best.map((startup, index) => ({
          claim: `number ${index + 1}: ${startup.name}, composite ${startup.scores.composite}, ${commits(startup)} in 14 days (${startup.commitVelocityChange})`,
          sourceUrl: numbers.addresses.startup(startup.slug, numbers.period),
        })),
      };
    },
  },
  {
    topic: 'sector-velocity',
    question: 'Which ⟨sector⟩ startups have the most commits?',
    fill: (sector, numbers) => {
      const most = top(sector, ({ commitVelocity14d }) => commitVelocity14d);
      return {
        answer: `Most commits in ${sector.name} in the 14 days to the end of ${numbers.week}: ${listedWith(most, ({ commitVelocity14d }) => commitVelocity14d)}.`,
        facts: factEach(most, numbers, (startup) => `${commits(startup)} in 14 days`),
      };
    },
  },
  {
    topic: 'sector-contributors',
    question: 'Which ⟨sector⟩ startups have the most contributors?',
    fill: (sector, numbers) => {
      const most = top(sector, ({ contributors }) => contributors);
      return {
        answer: `Most contributors in ${sector.name} in the 30 days to the end of ${numbers.week}: ${listedWith(most, ({ contributors }) => contributors)}. These are people with public commits, not headcounts.`,
        facts: factEach(most, numbers, (startup) => `${contributors(startup)} in 30 days`),
      };
    },
  },
  {
    topic: 'sector-agents',
    question: 'How much code in ⟨sector⟩ is written by coding agents?',
    fill: (sector, numbers) => {
      const total = commitsOf(sector.startups);
      if (total === 0) return undefined;
      return {
        answer: `Of ${counted(total, 'commit')} in ${sector.name} in the 14 days to the end of ${numbers.week}, ${percent(agentShareOf(sector.startups))} were written by coding agents or name one as co-author; agents that leave no mark are not seen.`,
        facts: [`agent share of each startup in ${sector.name}`],
      };
    },
  },
  {
    topic: 'sector-members',
    question: 'Which startups are in ⟨sector⟩?',
    fill: (sector, numbers) => ({
      answer: `${sector.name} has ${counted(sector.startupCount, 'covered startup')} in ${numbers.week}: ${listed(sector.startups.map(({ name }) => name))}. ${sector.description}`,
      facts: [counted(sector.startupCount, 'covered startup')],
    }),
  },
];
