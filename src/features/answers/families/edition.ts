/** What is asked about all startups of the edition together. */

import { isoDay, lastDayNamed } from '../../../lib/period.ts';
import { count, counted, listed, percent } from '../../../lib/prose.ts';
import type { Startup } from '../../../pipeline/edition/record.ts';
import type { SIGNAL_TYPES } from '../../../pipeline/signals/classify.ts';
import { isNews, signalWords } from '../../../published/signal-words.ts';
import { agentShareOf, commitsOf } from '../../../published/startup-numbers.ts';
import type { Numbers } from '../current-numbers.ts';
import { commits, contributors, type Family, factEach, listedWith, MAX_NAMED } from './family.ts';

/** Below it, a share of commits says little. */
const MIN_COMMITS = 20;

function all({ startups }: Numbers): Startup[] {
  return [...startups.values()];
}

function most(numbers: Numbers, value: (startup: Startup) => number): Startup[] {
  return all(numbers)
    .sort((a, b) => value(b) - value(a) || (a.slug < b.slug ? -1 : 1))
    .slice(0, MAX_NAMED);
}

const SIGNAL_QUESTIONS: Readonly<Record<(typeof SIGNAL_TYPES)[number], string>> = {
  'Engineering hiring burst': 'Which startups are hiring?',
  'Infrastructure buildout': 'Which startups show an infrastructure buildout?',
  'Deploy frequency spike': 'Which startups show a deploy frequency spike?',
  'Framework migration': 'Which startups show a framework migration?',
};

function signalFamily(type: string, question: string): Family<undefined> {
  return {
    topic: type.toLowerCase().replaceAll(' ', '-'),
    question,
    fill: (_, numbers) => {
      const strong = all(numbers)
        .filter(
          ({ signalType, signalStrength }) => signalType === type && signalStrength === 'strong',
        )
        .sort((a, b) => b.scores.composite - a.scores.composite);
      const shown = strong.slice(0, MAX_NAMED);
      return {
        answer:
          strong.length === 0
            ? `No startup shows a strong signal of the type ${type} in ${numbers.week}.`
            : `${counted(strong.length, 'startup shows', 'startups show')} a strong signal of the type ${type} in ${numbers.week}; ${newOnes(strong.filter(isNews))}; highest scores: ${listedWith(shown, ({ scores }) => scores.composite)}. The type names public activity; its cause is not seen.`,
        facts:
          shown.length === 0
            ? [{ claim: `no strong ${type}`, sourceUrl: numbers.addresses.home(numbers.period) }]
            : factEach(shown, numbers, signalWords),
      };
    },
  };
}

function newOnes(startups: readonly Startup[]): string {
  if (startups.length === 0) return 'none of them is new this week';
  return `new this week: ${listed(startups.slice(0, MAX_NAMED).map(({ name }) => name))}`;
}

export const EDITION_FAMILIES: readonly Family<undefined>[] = [
  {
    topic: 'top-startups',
    question: 'Which startups accelerate fastest?',
    fill: (_, numbers) => {
      const best = numbers.trending.slice(0, MAX_NAMED);
      if (best.length === 0) return undefined;
      return {
        answer: `The highest composite scores of ${numbers.week} are ${listedWith(best, ({ scores }) => scores.composite)}, among ${counted(numbers.meta.totalStartups, 'covered startup')}. The ranking asks for at least 20 commits and three contributors.`,
        facts: factEach(
          best,
          numbers,
          (startup) =>
            `composite ${startup.scores.composite}, ${commits(startup)} in 14 days (${startup.commitVelocityChange})`,
        ),
      };
    },
  },
  {
    topic: 'most-commits',
    question: 'Which startups have the most commits?',
    fill: (_, numbers) => {
      const best = most(numbers, ({ commitVelocity14d }) => commitVelocity14d);
      return {
        answer: `Most commits in the 14 days to the end of ${numbers.week}: ${listedWith(best, ({ commitVelocity14d }) => count(commitVelocity14d))}.`,
        facts: factEach(best, numbers, (startup) => `${commits(startup)} in 14 days`),
      };
    },
  },
  {
    topic: 'most-contributors',
    question: 'Which startups have the most contributors?',
    fill: (_, numbers) => {
      const best = most(numbers, ({ contributors }) => contributors);
      return {
        answer: `Most contributors in the 30 days to the end of ${numbers.week}: ${listedWith(best, ({ contributors }) => contributors)}. These are people with public commits, not headcounts.`,
        facts: factEach(best, numbers, (startup) => `${contributors(startup)} in 30 days`),
      };
    },
  },
  {
    topic: 'agent-share',
    question: 'How much code do coding agents write?',
    fill: (_, numbers) => {
      const startups = all(numbers);
      const total = commitsOf(startups);
      if (total === 0) return undefined;
      const any = startups.filter(({ agentShare }) => agentShare > 0).length;
      return {
        answer: `Of ${counted(total, 'commit')} by ${counted(startups.length, 'covered startup')} in the 14 days to the end of ${numbers.week}, ${percent(agentShareOf(startups))} were written by coding agents or name one as co-author; ${count(any)} startups have at least one such commit. Agents that leave no mark are not seen.`,
        facts: [`agentShare and commitVelocity14d of ${counted(startups.length, 'startup')}`],
      };
    },
  },
  {
    topic: 'most-agents',
    question: 'Which startups use coding agents most?',
    fill: (_, numbers) => {
      const startups = all(numbers).filter(
        ({ commitVelocity14d }) => commitVelocity14d >= MIN_COMMITS,
      );
      const best = startups.sort((a, b) => b.agentShare - a.agentShare).slice(0, MAX_NAMED);
      if (best.length === 0) return undefined;
      return {
        answer: `Among startups with at least ${MIN_COMMITS} commits in the 14 days to the end of ${numbers.week}, the highest shares of commits by or with coding agents are ${listedWith(best, ({ agentShare }) => percent(agentShare))}. Agents that leave no mark are not seen.`,
        facts: factEach(best, numbers, ({ agentShare }) => `agent share ${percent(agentShare)}`),
      };
    },
  },
  {
    topic: 'current-coverage',
    question: 'How many startups are covered this week?',
    fill: (_, { meta, week }) => ({
      answer: `The current edition is that of ${week}. It covers ${counted(meta.totalStartups, 'startup')} in ${counted(meta.totalSectors, 'sector')}, names ${counted(meta.notCovered.length, 'further startup')} that it does not cover, and reaches to ${isoDay(lastDayNamed(meta.period.slug))}. Its numbers were computed on ${meta.lastUpdated.slice(0, 10)}.`,
      facts: [
        `${counted(meta.totalStartups, 'startup')}, up to ${isoDay(lastDayNamed(meta.period.slug))}, computed on ${meta.lastUpdated.slice(0, 10)}`,
      ],
    }),
  },
  ...Object.entries(SIGNAL_QUESTIONS).map(([type, phrasings]) => signalFamily(type, phrasings)),
];
