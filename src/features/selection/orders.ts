/** The sort orders of lists of startups, one for each column. */
import type { Choosable, Order, Sorting } from './choices.ts';
import type { Listed } from './listed-week.ts';

const STRENGTHS = ['none', 'weak', 'strong'];

type Value = Sorting<Listed>['value'];
const by = (title: string, value: Value, first: Order = 'highest'): Sorting<Listed> => ({
  title,
  value,
  first,
});

export const SORTINGS: Choosable<Listed>['sortings'] = {
  score: by('score', ({ startup }) => startup.scores.composite),
  name: by('name', ({ startup }) => startup.name, 'lowest'),
  sector: by('sector', ({ sectorName }) => sectorName, 'lowest'),
  commits: by('commits', ({ startup }) => startup.commitVelocity14d),
  change: by('change of commits', ({ startup }) => startup.commitVelocityChangeRatio),
  contributors: by('contributors', ({ startup }) => startup.contributors),
  growth: by('growth of contributors', ({ startup }) =>
    Number.parseInt(startup.contributorGrowth, 10),
  ),
  acceleration: by('acceleration', ({ acceleration }) => acceleration),
  signal: by('strength of the signal', ({ startup }) => STRENGTHS.indexOf(startup.signalStrength)),
  agents: by('share of coding agents', ({ startup }) => startup.agentShare),
};

export const SORT_NAMES = Object.keys(SORTINGS);

/** `highest score first`, `most commits first`, `by name, A to Z` */
export function orderWords(sort: string, order: Order): string {
  const title = SORTINGS[sort]?.title ?? sort;
  if (sort === 'name' || sort === 'sector')
    return `by ${title}, ${order === 'lowest' ? 'A to Z' : 'Z to A'}`;
  if (sort === 'signal') return `${order === 'highest' ? 'strong' : 'no'} signals first`;
  if (sort === 'commits' || sort === 'contributors')
    return `${order === 'highest' ? 'most' : 'fewest'} ${title} first`;
  return `${order} ${title} first`;
}
