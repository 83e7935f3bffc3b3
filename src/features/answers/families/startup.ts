/** What is asked about one startup. */

import { count, counted, percent } from '../../../lib/prose.ts';
import type { Startup } from '../../../pipeline/edition/record.ts';
import { signalBasis, signalWords, standingWords } from '../../../published/signal-words.ts';
import { hasLongPast, standingIn } from '../../../published/startup-numbers.ts';
import { commits, contributors, direction, type Family } from './family.ts';
import { STARTUP_DEAL_FAMILIES } from './startup-deals.ts';

const A_YEAR_IN_WEEKS = 52;

export const STARTUP_FAMILIES: readonly Family<Startup>[] = [
  {
    topic: 'team-growth',
    question: 'Is ⟨startup⟩ growing its engineering team?',
    phrasings: [
      'Is ⟨startup⟩ growing its engineering team?',
      'Is ⟨startup⟩ hiring engineers?',
      'Is the team of ⟨startup⟩ growing?',
      'How fast is the engineering team of ⟨startup⟩ growing?',
      'Is ⟨startup⟩ adding developers?',
      'Has ⟨startup⟩ gained or lost contributors?',
      'What is the contributor growth of ⟨startup⟩?',
      'Is ⟨startup⟩ expanding its team?',
      'Is ⟨startup⟩ shrinking?',
    ],
    fill: (startup, numbers) => ({
      answer: `${startup.name} had ${contributors(startup)} in the 30 days to the end of ${numbers.week}, ${direction(startup.contributorGrowth)} from the 30 days before. Contributors are people with commits in its tracked public repositories; this is not its headcount, and hiring itself is not seen.`,
      facts: [`${contributors(startup)} in 30 days, ${startup.contributorGrowth}`],
    }),
  },
  {
    topic: 'contributors',
    question: 'How many contributors does ⟨startup⟩ have?',
    phrasings: [
      'How many contributors does ⟨startup⟩ have?',
      'How many engineers work on ⟨startup⟩?',
      'How many developers does ⟨startup⟩ have?',
      'How big is the engineering team of ⟨startup⟩?',
      'What is the team size of ⟨startup⟩?',
      'How many people commit to ⟨startup⟩?',
    ],
    fill: (startup, numbers) => ({
      answer: `${counted(startup.contributors, 'person', 'people')} committed to the tracked public repositories of ${startup.name} in the 30 days to the end of ${numbers.week}. People who work in private are not seen, and volunteers are counted.`,
      facts: [`${contributors(startup)} in 30 days`],
    }),
  },
  {
    topic: 'velocity',
    question: 'How fast is ⟨startup⟩ shipping?',
    phrasings: [
      'How fast is ⟨startup⟩ shipping?',
      'What is the commit velocity of ⟨startup⟩?',
      'How many commits does ⟨startup⟩ make?',
      'How active is ⟨startup⟩?',
      'What is the development speed of ⟨startup⟩?',
      'Is ⟨startup⟩ shipping more code?',
      'How many commits did ⟨startup⟩ land in the last two weeks?',
      'How productive is ⟨startup⟩?',
      'Is development at ⟨startup⟩ slowing down?',
      'Is ⟨startup⟩ accelerating?',
      'Is ⟨startup⟩ still active?',
      'What is the momentum of ⟨startup⟩?',
    ],
    fill: (startup, numbers) => {
      const { priorVelocity: prior, work } = numbers.evidence.get(startup.slug) ?? {};
      const growth = `growth score ${startup.scores.growth} of 100`;
      return {
        answer: `${startup.name} landed ${commits(startup)} in the 14 days to the end of ${numbers.week}${prior === undefined ? '' : `, after ${count(prior)} in the 14 days before (${direction(startup.commitVelocityChange)})`}.${work && !hasLongPast(work) ? ` Its pace is known for ${counted(work.weeklyPace.length, 'week')}, too few to say whether it grows.` : ` Its growth score, which compares the pace of the last weeks with its own past year, is ${startup.scores.growth} of 100.`}`,
        facts: [
          `${commits(startup)} in 14 days, ${startup.commitVelocityChange}`,
          ...(work && !hasLongPast(work) ? [] : [growth]),
        ],
      };
    },
  },
  {
    topic: 'signal',
    question: 'What is the signal of ⟨startup⟩?',
    phrasings: [
      'What is the signal of ⟨startup⟩?',
      'What kind of signal does ⟨startup⟩ show?',
      'Why is ⟨startup⟩ classified the way it is?',
      'What is the signal type of ⟨startup⟩?',
      'What is happening at ⟨startup⟩?',
      'What changed at ⟨startup⟩?',
      'Does ⟨startup⟩ show a strong signal?',
      'Is ⟨startup⟩ building out infrastructure?',
      'Is ⟨startup⟩ migrating to another framework?',
    ],
    fill: (startup, numbers) => {
      const { signalType, signalStrength } = startup;
      const sourceUrl = `${numbers.addresses.startup(startup.slug, numbers.period)}#evidence`;
      if (signalStrength === 'none')
        return {
          answer: `${startup.name} shows no signal of any of the four types in ${numbers.week}.`,
          facts: [{ claim: 'no signal', sourceUrl }],
        };
      const value = startup.signalValue ?? 0;
      const standing = standingWords(startup);
      return {
        answer: `In ${numbers.week} ${startup.name} shows ${an(signalType)}, a ${signalStrength} signal${standing.length === 0 ? ', new this week' : ` ${standing.join(', ')}`}. ${signalBasis(startup)} The evidence is ${value.toFixed(2)}, where 1 is the threshold.`,
        facts: [{ claim: `${signalWords(startup)}; evidence ${value.toFixed(2)}`, sourceUrl }],
      };
    },
  },
  {
    topic: 'agents',
    question: 'How much of the code of ⟨startup⟩ is written by coding agents?',
    phrasings: [
      'How much of the code of ⟨startup⟩ is written by coding agents?',
      'Does ⟨startup⟩ use AI to write code?',
      'What is the agent share of ⟨startup⟩?',
      'How much of ⟨startup⟩ is AI-written?',
      'What share of commits at ⟨startup⟩ comes from AI agents?',
      'Does ⟨startup⟩ use Copilot or Claude?',
      'How many commits of ⟨startup⟩ are by agents?',
    ],
    fill: (startup, numbers) => ({
      answer: `In the 14 days to the end of ${numbers.week}, ${percent(startup.agentShare)} of the ${commits(startup)} of ${startup.name} were written by coding agents or name one as co-author. Agents that leave no mark are not seen, so this is a lower bound.`,
      facts: [`agent share ${percent(startup.agentShare)}`],
    }),
  },
  {
    topic: 'profile',
    question: 'What does ⟨startup⟩ do?',
    phrasings: [
      'What does ⟨startup⟩ do?',
      'What is ⟨startup⟩?',
      'What does the company ⟨startup⟩ make?',
      'Tell me about ⟨startup⟩',
      'Who is ⟨startup⟩?',
      'Which sector is ⟨startup⟩ in?',
      'What industry does ⟨startup⟩ belong to?',
    ],
    fill: (startup, numbers) => {
      const sector = numbers.sectors.find(({ slug }) => slug === startup.sector);
      return {
        answer: `${startup.name} is tracked in the sector ${sector?.name ?? startup.sector}: ${startup.description} Its code is at ${startup.githubUrl}.`,
        facts: [
          `${startup.name}: ${startup.description}`,
          {
            claim: `in the sector ${sector?.name ?? startup.sector}`,
            sourceUrl: numbers.addresses.sector(startup.sector, numbers.period),
          },
        ],
      };
    },
  },
  {
    topic: 'rank',
    question: 'How does ⟨startup⟩ rank in its sector?',
    phrasings: [
      'How does ⟨startup⟩ rank in its sector?',
      'What is the rank of ⟨startup⟩?',
      'What is the score of ⟨startup⟩?',
      'Is ⟨startup⟩ trending?',
      'Is ⟨startup⟩ in the top 20?',
      'What is the composite score of ⟨startup⟩?',
      'How well does ⟨startup⟩ do against its peers?',
    ],
    fill: (startup, numbers) => {
      const standing = standingIn(numbers.sectors, startup);
      if (!standing) return undefined;
      const { sector, rank } = standing;
      const overall = numbers.trending.findIndex(({ slug }) => slug === startup.slug) + 1;
      return {
        answer: `With a composite score of ${startup.scores.composite} of 100, ${startup.name} is number ${rank} of ${sector.startupCount} in ${sector.name} in ${numbers.week}, and ${overall === 0 ? 'not among the top 20 of all sectors' : `number ${overall} of the top 20 of all sectors`}.`,
        facts: [
          {
            claim: `number ${rank} of ${sector.startupCount} in ${sector.name}`,
            sourceUrl: numbers.addresses.sector(sector.slug, numbers.period),
          },
          `composite score ${startup.scores.composite} of 100`,
        ],
      };
    },
  },
  {
    topic: 'history',
    question: 'How has ⟨startup⟩ developed over the past year?',
    phrasings: [
      'How has ⟨startup⟩ developed over the past year?',
      'How did ⟨startup⟩ change since last year?',
      'What is the history of ⟨startup⟩?',
      'Is ⟨startup⟩ faster than a year ago?',
      'How does ⟨startup⟩ compare with its own past?',
      'What is the long-term trend of ⟨startup⟩?',
    ],
    fill: (startup, numbers) => {
      const { periods, startups } = numbers.history;
      const rows = startups[startup.slug];
      const before = periods.length - 1 - A_YEAR_IN_WEEKS;
      const then = rows?.velocity[before] ?? null;
      const people = rows?.contributors[before] ?? null;
      const period = periods[before];
      if (then === null || people === null || period === undefined)
        return {
          answer: `${startup.name} landed ${commits(startup)} in the 14 days to the end of ${numbers.week}. It was not covered a year earlier, so the two cannot be compared.`,
          facts: ['the history chart begins later'],
        };
      return {
        answer: `${startup.name} landed ${commits(startup)} in the 14 days to the end of ${numbers.week}, against ${count(then)} a year (52 weeks) earlier; contributors of 30 days were ${count(startup.contributors)} against ${count(people)}.`,
        facts: [
          `${commits(startup)} now`,
          {
            claim: `${counted(then, 'commit')} and ${counted(people, 'contributor')} in ${period}`,
            sourceUrl: numbers.addresses.startup(startup.slug, period),
          },
        ],
      };
    },
  },
  {
    topic: 'repositories',
    question: 'Which repositories of ⟨startup⟩ are counted?',
    phrasings: [
      'Which repositories of ⟨startup⟩ are counted?',
      'Does ⟨startup⟩ have new repositories?',
      'What are the repos of ⟨startup⟩?',
      'Where is the code of ⟨startup⟩?',
      'Is ⟨startup⟩ open source?',
      'What is the GitHub of ⟨startup⟩?',
    ],
    fill: (startup, numbers) => ({
      answer: `Counted of ${startup.name}: ${startup.repositories.join(', ')}. ${startup.newRepos === 0 ? 'None of them began' : `${counted(startup.newRepos, 'of them began', 'of them began')}`} in the 30 days to the end of ${numbers.week}. Its account is ${startup.githubUrl}.`,
      facts: [
        `${counted(startup.repositories.length, 'repository', 'repositories')} counted, ${startup.newRepos} new`,
      ],
    }),
  },
  ...STARTUP_DEAL_FAMILIES,
];

function an(type: string): string {
  return `${/^[AEIOU]/.test(type) ? 'an' : 'a'} ${type.charAt(0).toLowerCase()}${type.slice(1)}`;
}
