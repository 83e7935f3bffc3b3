/** The sort orders of lists of startups, one for each column. */
import { compareNames } from '../../lib/compare.ts';
import { orderRows } from '../query/list-engine.ts';
import type { Listed } from './listed-week.ts';

export const ORDERS = ['highest', 'lowest'] as const;
export type Order = (typeof ORDERS)[number];

type Sorting = {
  /** Follows `sorted by`: `commits in 14 days`. */
  title: string;
  /** Default direction. */
  first: Order;
  value: (listed: Listed) => number | string | null;
};

const STRENGTHS = ['none', 'weak', 'strong'];

const by = (title: string, value: Sorting['value'], first: Order = 'highest'): Sorting => ({
  title,
  value,
  first,
});

export const SORTINGS = {
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

export type SortName = keyof typeof SORTINGS;
// The keys of an object literal, in order.
export const SORT_NAMES = Object.keys(SORTINGS) as [SortName, ...SortName[]];

/** Unknown values come last in both directions; ties are sorted by score. */
export function sorted(listed: readonly Listed[], sort: SortName, order: Order): Listed[] {
  const { value } = SORTINGS[sort];
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'string' || typeof b === 'string' ? compareNames(String(a), String(b)) : a - b;
  return orderRows(listed, value, { order, compare });
}

/** `highest score first`, `most commits first`, `by name, A to Z` */
export function orderWords(sort: SortName, order: Order): string {
  const { title } = SORTINGS[sort];
  if (sort === 'name' || sort === 'sector')
    return `by ${title}, ${order === 'lowest' ? 'A to Z' : 'Z to A'}`;
  if (sort === 'signal') return `${order === 'highest' ? 'strong' : 'no'} signals first`;
  if (sort === 'commits' || sort === 'contributors')
    return `${order === 'highest' ? 'most' : 'fewest'} ${title} first`;
  return `${order} ${title} first`;
}
