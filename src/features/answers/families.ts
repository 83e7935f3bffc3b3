/**
 * The questions that every edition answers on pages of their own: of each startup, of each sector, and of
 * all startups together. A row is a question and the query that answers it.
 */
import { comparisonSlug } from '../../lib/addresses.ts';
import { count, counted } from '../../lib/prose.ts';
import type { Sector, Startup } from '../../pipeline/edition/record.ts';
import { SIGNAL_TYPES } from '../../pipeline/signals/classify.ts';
import type { Registry } from '../../registry/schema.ts';
import type { Condition, WrittenQuery } from '../query/query.ts';
import { PROFILE } from '../reader/shapes/of-startups.ts';
import { equals } from '../reader/shapes/shape.ts';
import type { Asked } from './computed-answer.ts';
import type { Numbers } from './current-numbers.ts';

/** @template S a covered startup, a sector with startups, or undefined for the edition */
export type Family<S> = {
  /** Kebab case, unique. */
  topic: string;
  /** With the placeholder of its subject, if it has one. */
  question: string;
  /** Other ways to ask it, whose words search looks for beside the name. */
  phrasings?: readonly string[];
  ask: (subject: S, registry: Registry) => Asked;
};

const A_YEAR_AGO = 'latest-52';
/** Rows of a ready order. */
const FEW = 5;
/** Below it, a share of commits says little. */
const MIN_COMMITS = 20;

const ofOne =
  (query: Omit<WrittenQuery, 'subject'>): Family<Startup>['ask'] =>
  ({ slug }) => ({ query: { subject: 'startup', names: [slug], ...query } });

const top = (metric: string, ...where: Condition[]): Asked => ({
  query: {
    ...{ subject: 'startup', operation: 'rank', metric, limit: FEW },
    ...(where.length > 0 && { where }),
  },
});
const listOf = (condition: Condition): Asked => ({
  query: { subject: 'startup', operation: 'list', where: [condition], limit: 200 },
});
const agentShare = (...where: Condition[]): Asked => ({
  query: {
    ...{ subject: 'startup', measure: 'mean', metric: 'agentShare' },
    ...(where.length > 0 && { where }),
  },
});

/** By whom it was acquired and whom it acquired. */
function ownership({ slug }: Startup, { deals: { acquisitions } }: Registry): Asked {
  const made: WrittenQuery = { subject: 'acquisition', where: [equals('acquirer', slug)] };
  const own: WrittenQuery = { subject: 'acquisition', names: [slug] };
  const [isBought, isBuyer] = [
    acquisitions.some(({ acquired }) => acquired === slug),
    acquisitions.some(({ acquirer }) => acquirer === slug),
  ];
  if (!isBuyer) return { query: own };
  return isBought ? { query: own, also: [made] } : { query: made };
}

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
    ask: ofOne({ metric: 'contributorGrowth', show: ['contributors'] }),
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
    ask: ofOne({ metric: 'contributors', show: ['contributorGrowth'] }),
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
    ask: ofOne({ metric: 'commitVelocity14d', show: ['commitVelocityChangeRatio', 'scoreGrowth'] }),
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
    ask: ofOne({ metric: 'signalType', show: ['signalStrength'] }),
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
    ask: ofOne({ metric: 'agentShare', show: ['commitVelocity14d'] }),
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
    ask: ofOne({ show: PROFILE }),
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
    ask: ofOne({ metric: 'sectorRank', show: ['sector', 'trendingRank', 'scoreComposite'] }),
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
    ask: ofOne({ operation: 'change', metric: 'commitVelocity14d', against: A_YEAR_AGO }),
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
    ask: ofOne({ metric: 'repositories', show: ['newRepos', 'github'] }),
  },
  {
    topic: 'funding',
    question: 'Who invested in ⟨startup⟩?',
    phrasings: [
      'Who invested in ⟨startup⟩?',
      'How much money did ⟨startup⟩ raise?',
      'How much funding has ⟨startup⟩ raised?',
      'Who backs ⟨startup⟩?',
      'Who are the investors of ⟨startup⟩?',
      'What was the last funding round of ⟨startup⟩?',
      'At what stage is ⟨startup⟩?',
      'Is ⟨startup⟩ venture-backed?',
      'Has ⟨startup⟩ raised a Series A or Series B?',
    ],
    ask: (startup) => ({
      query: {
        subject: 'company',
        names: [startup.slug],
        metric: 'backers',
        show: ['raised', 'lastRound', 'lastRoundOn'],
      },
    }),
  },
  {
    topic: 'ownership',
    question: 'Who acquired ⟨startup⟩?',
    phrasings: [
      'Who acquired ⟨startup⟩?',
      'Was ⟨startup⟩ acquired?',
      'Who owns ⟨startup⟩?',
      'Which companies did ⟨startup⟩ acquire?',
      'Is ⟨startup⟩ independent?',
      'Has ⟨startup⟩ been bought?',
    ],
    ask: ownership,
  },
];

export const SECTOR_FAMILIES: readonly Family<Sector>[] = [
  {
    topic: 'sector-acceleration',
    question: 'Which ⟨sector⟩ startups accelerate fastest?',
    ask: ({ slug }) => top('scoreComposite', equals('sector', slug)),
  },
  {
    topic: 'sector-velocity',
    question: 'Which ⟨sector⟩ startups have the most commits?',
    ask: ({ slug }) => top('commitVelocity14d', equals('sector', slug)),
  },
  {
    topic: 'sector-contributors',
    question: 'Which ⟨sector⟩ startups have the most contributors?',
    ask: ({ slug }) => top('contributors', equals('sector', slug)),
  },
  {
    topic: 'sector-agents',
    question: 'How much code in ⟨sector⟩ is written by coding agents?',
    ask: ({ slug }) => agentShare(equals('sector', slug)),
  },
  {
    topic: 'sector-members',
    question: 'Which startups are in ⟨sector⟩?',
    ask: ({ slug }) => listOf(equals('sector', slug)),
  },
];

const SIGNAL_QUESTIONS: Readonly<Record<(typeof SIGNAL_TYPES)[number], string>> = {
  'Engineering hiring burst': 'Which startups are hiring?',
  'Infrastructure buildout': 'Which startups show an infrastructure buildout?',
  'Deploy frequency spike': 'Which startups show a deploy frequency spike?',
  'Framework migration': 'Which startups show a framework migration?',
};

export const EDITION_FAMILIES: readonly Family<undefined>[] = [
  {
    topic: 'top-startups',
    question: 'Which startups accelerate fastest?',
    ask: () => top('scoreComposite'),
  },
  {
    topic: 'most-commits',
    question: 'Which startups have the most commits?',
    ask: () => top('commitVelocity14d'),
  },
  {
    topic: 'most-contributors',
    question: 'Which startups have the most contributors?',
    ask: () => top('contributors'),
  },
  {
    topic: 'agent-share',
    question: 'How much code do coding agents write?',
    ask: () => agentShare(),
  },
  {
    topic: 'most-agents',
    question: 'Which startups use coding agents most?',
    ask: () => top('agentShare', { field: 'commitVelocity14d', op: '>=', values: [MIN_COMMITS] }),
  },
  {
    topic: 'current-coverage',
    question: 'How many startups are covered this week?',
    ask: () => ({ query: { subject: 'startup', measure: 'count' } }),
  },
  ...SIGNAL_TYPES.map((type) => ({
    topic: type.toLowerCase().replaceAll(' ', '-'),
    question: SIGNAL_QUESTIONS[type],
    ask: () => listOf(equals('signalType', type)),
  })),
];

export const COMPARISON_TOPIC = 'comparison';

/** How any two covered startups compare, in the order of their slugs. */
export function comparisonOf(
  pair: readonly [Startup, Startup],
  { addresses, period }: Pick<Numbers, 'addresses' | 'period'>,
) {
  const [first, second] = pair[0].slug < pair[1].slug ? pair : [pair[1], pair[0]];
  const [more, less] =
    first.commitVelocity14d >= second.commitVelocity14d ? [first, second] : [second, first];
  const commits = ({ commitVelocity14d }: Startup) => count(commitVelocity14d);
  const verdict =
    more.commitVelocity14d === less.commitVelocity14d
      ? `${more.name} and ${less.name} both landed ${counted(more.commitVelocity14d, 'commit')} in two weeks`
      : `${more.name} landed more commits in two weeks than ${less.name}, ${commits(more)} to ${commits(less)}`;
  return {
    slug: `${COMPARISON_TOPIC}-${comparisonSlug(first.slug, second.slug)}`,
    question: `How does ${first.name} compare with ${second.name}?`,
    answer: `${verdict}; contributors are ${more.contributors} to ${less.contributors}. The composite score, which compares each with its own past, is ${more.scores.composite} to ${less.scores.composite}.`,
    facts: [first, second].map((startup) => ({
      claim: `${startup.name}: ${counted(startup.commitVelocity14d, 'commit')} in two weeks, ${counted(startup.contributors, 'contributor')}, composite score ${startup.scores.composite}`,
      sourceUrl: addresses.startup(startup.slug, period),
    })),
    url: addresses.comparison(first.slug, second.slug),
  };
}

/** Pairs of startups next to each other in their sector's ranking, each in the order of slugs. */
export function neighbours({ sectors }: Pick<Numbers, 'sectors'>): [Startup, Startup][] {
  return sectors.flatMap(({ startups }) =>
    startups.slice(1).map((startup, index): [Startup, Startup] => {
      const before = startups[index] ?? startup;
      return before.slug < startup.slug ? [before, startup] : [startup, before];
    }),
  );
}
