/**
 * The questions that every edition answers on pages of their own: of each startup, of each sector, and of
 * all startups together. A line is a topic, the query that answers it, the question, and other ways to ask
 * it, whose words search looks for next to the name.
 */
import { comparisonSlug } from '../../lib/addresses.ts';
import { count, counted } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import type { WrittenQuery } from '../query/query.ts';
import { PROFILE } from '../reader/shapes/of-startups.ts';
import { equals } from '../reader/shapes/shape.ts';
import type { Asked } from './computed-answer.ts';
import type { Numbers } from './current-numbers.ts';

export type Family = {
  /** Kebab case, unique. */
  topic: string;
  /** With the placeholder of its subject, if it has one. */
  question: string;
  phrasings: readonly string[];
  /** @param slug of the startup or sector */
  ask: (slug: string) => Asked;
};

function families(table: string): Family[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [topic = '', query = '', asked = ''] = line.split(' ; ');
      const [question = '', ...others] = asked.split(' | ');
      const ask = (slug: string) => ({
        query: queryIn(query.replace('⟨slug⟩', slug).replace('⟨profile⟩', PROFILE.join(','))),
        ...(topic === OWNERSHIP && { also: [purchasesOf(slug)] }),
      });
      return { topic, question, phrasings: [question, ...others], ask };
    });
}

/** The query of an address without codes. It is checked where it is run. */
function queryIn(address: string): WrittenQuery {
  const parts = [...new URLSearchParams(address)].map(([name, value]) => [
    name,
    name === 'limit' ? Number(value) : value,
  ]);
  return Object.fromEntries(parts) as WrittenQuery;
}

/** Asked from both sides: the startup's acquirer, and its own acquisitions. */
const OWNERSHIP = 'ownership';
const purchasesOf = (slug: string) => ({
  subject: 'acquisition' as const,
  where: [equals('acquirer', slug)],
});

export const STARTUP_FAMILIES = families(`
team-growth ; subject=startup&names=⟨slug⟩&metric=contributorGrowth&show=contributors ; Is ⟨startup⟩ growing its engineering team? | Is ⟨startup⟩ hiring engineers? | Is the team of ⟨startup⟩ growing? | How fast is the engineering team of ⟨startup⟩ growing? | Is ⟨startup⟩ adding developers? | Has ⟨startup⟩ gained or lost contributors? | What is the contributor growth of ⟨startup⟩? | Is ⟨startup⟩ expanding its team? | Is ⟨startup⟩ shrinking?
contributors ; subject=startup&names=⟨slug⟩&metric=contributors&show=contributorGrowth ; How many contributors does ⟨startup⟩ have? | How many engineers work on ⟨startup⟩? | How many developers does ⟨startup⟩ have? | How big is the engineering team of ⟨startup⟩? | What is the team size of ⟨startup⟩? | How many people commit to ⟨startup⟩?
velocity ; subject=startup&names=⟨slug⟩&metric=commitVelocity14d&show=commitVelocityChangeRatio,scoreGrowth ; How fast is ⟨startup⟩ shipping? | What is the commit velocity of ⟨startup⟩? | How many commits does ⟨startup⟩ make? | How active is ⟨startup⟩? | What is the development speed of ⟨startup⟩? | Is ⟨startup⟩ shipping more code? | How many commits did ⟨startup⟩ land in the last two weeks? | How productive is ⟨startup⟩? | Is development at ⟨startup⟩ slowing down? | Is ⟨startup⟩ accelerating? | Is ⟨startup⟩ still active? | What is the momentum of ⟨startup⟩?
signal ; subject=startup&names=⟨slug⟩&metric=signalType&show=signalStrength ; What is the signal of ⟨startup⟩? | What kind of signal does ⟨startup⟩ show? | Why is ⟨startup⟩ classified the way it is? | What is the signal type of ⟨startup⟩? | What is happening at ⟨startup⟩? | What changed at ⟨startup⟩? | Does ⟨startup⟩ show a strong signal? | Is ⟨startup⟩ building out infrastructure? | Is ⟨startup⟩ migrating to another framework?
agents ; subject=startup&names=⟨slug⟩&metric=agentShare&show=commitVelocity14d ; How much of the code of ⟨startup⟩ is written by coding agents? | Does ⟨startup⟩ use AI to write code? | What is the agent share of ⟨startup⟩? | How much of ⟨startup⟩ is AI-written? | What share of commits at ⟨startup⟩ comes from AI agents? | Does ⟨startup⟩ use Copilot or Claude? | How many commits of ⟨startup⟩ are by agents?
profile ; subject=startup&names=⟨slug⟩&show=⟨profile⟩ ; What does ⟨startup⟩ do? | What is ⟨startup⟩? | What does the company ⟨startup⟩ make? | Tell me about ⟨startup⟩ | Who is ⟨startup⟩? | Which sector is ⟨startup⟩ in? | What industry does ⟨startup⟩ belong to?
rank ; subject=startup&names=⟨slug⟩&metric=sectorRank&show=sector,trendingRank,scoreComposite ; How does ⟨startup⟩ rank in its sector? | What is the rank of ⟨startup⟩? | What is the score of ⟨startup⟩? | Is ⟨startup⟩ trending? | Is ⟨startup⟩ in the top 20? | What is the composite score of ⟨startup⟩? | How well does ⟨startup⟩ do against its peers?
history ; subject=startup&names=⟨slug⟩&operation=change&metric=commitVelocity14d&against=latest-52 ; How has ⟨startup⟩ developed over the past year? | How did ⟨startup⟩ change since last year? | What is the history of ⟨startup⟩? | Is ⟨startup⟩ faster than a year ago? | How does ⟨startup⟩ compare with its own past? | What is the long-term trend of ⟨startup⟩?
repositories ; subject=startup&names=⟨slug⟩&metric=repositories&show=newRepos,github ; Which repositories of ⟨startup⟩ are counted? | Does ⟨startup⟩ have new repositories? | What are the repos of ⟨startup⟩? | Where is the code of ⟨startup⟩? | Is ⟨startup⟩ open source? | What is the GitHub of ⟨startup⟩?
funding ; subject=company&names=⟨slug⟩&metric=backers&show=raised,lastRound,lastRoundOn ; Who invested in ⟨startup⟩? | How much money did ⟨startup⟩ raise? | How much funding has ⟨startup⟩ raised? | Who backs ⟨startup⟩? | Who are the investors of ⟨startup⟩? | What was the last funding round of ⟨startup⟩? | At what stage is ⟨startup⟩? | Is ⟨startup⟩ venture-backed? | Has ⟨startup⟩ raised a Series A or Series B?
ownership ; subject=acquisition&names=⟨slug⟩ ; Who acquired ⟨startup⟩? | Was ⟨startup⟩ acquired? | Who owns ⟨startup⟩? | Which companies did ⟨startup⟩ acquire? | Is ⟨startup⟩ independent? | Has ⟨startup⟩ been bought?
`);

export const SECTOR_FAMILIES = families(`
sector-acceleration ; subject=startup&operation=rank&limit=5&metric=scoreComposite&where=sector=⟨slug⟩ ; Which ⟨sector⟩ startups accelerate fastest?
sector-velocity ; subject=startup&operation=rank&limit=5&metric=commitVelocity14d&where=sector=⟨slug⟩ ; Which ⟨sector⟩ startups have the most commits?
sector-contributors ; subject=startup&operation=rank&limit=5&metric=contributors&where=sector=⟨slug⟩ ; Which ⟨sector⟩ startups have the most contributors?
sector-agents ; subject=startup&measure=mean&metric=agentShare&where=sector=⟨slug⟩ ; How much code in ⟨sector⟩ is written by coding agents?
sector-members ; subject=startup&operation=list&limit=200&where=sector=⟨slug⟩ ; Which startups are in ⟨sector⟩?
`);

export const EDITION_FAMILIES = families(`
top-startups ; subject=startup&operation=rank&limit=5&metric=scoreComposite ; Which startups accelerate fastest?
most-commits ; subject=startup&operation=rank&limit=5&metric=commitVelocity14d ; Which startups have the most commits?
most-contributors ; subject=startup&operation=rank&limit=5&metric=contributors ; Which startups have the most contributors?
agent-share ; subject=startup&measure=mean&metric=agentShare ; How much code do coding agents write?
most-agents ; subject=startup&operation=rank&limit=5&metric=agentShare&where=commitVelocity14d>=20 ; Which startups use coding agents most?
current-coverage ; subject=startup&measure=count ; How many startups are covered this week?
engineering-hiring-burst ; subject=startup&operation=list&limit=200&where=signalType=Engineering hiring burst ; Which startups are hiring?
infrastructure-buildout ; subject=startup&operation=list&limit=200&where=signalType=Infrastructure buildout ; Which startups show an infrastructure buildout?
deploy-frequency-spike ; subject=startup&operation=list&limit=200&where=signalType=Deploy frequency spike ; Which startups show a deploy frequency spike?
framework-migration ; subject=startup&operation=list&limit=200&where=signalType=Framework migration ; Which startups show a framework migration?
`);

export const COMPARISON_TOPIC = 'comparison';

/** The comparison of any two covered startups, in the order of their slugs. */
export function comparisonOf(
  pair: readonly [Startup, Startup],
  { addresses, period }: Pick<Numbers, 'addresses' | 'period'>,
) {
  const [first, second] = inOrder(...pair);
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
    startups.slice(1).map((startup, index) => inOrder(startups[index] ?? startup, startup)),
  );
}

/** A pair in the order of slugs. */
function inOrder(one: Startup, other: Startup): [Startup, Startup] {
  return one.slug < other.slug ? [one, other] : [other, one];
}
