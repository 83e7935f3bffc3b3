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

export const SORTINGS = {
  score: { title: 'score', first: 'highest', value: ({ startup }) => startup.scores.composite },
  name: { title: 'name', first: 'lowest', value: ({ startup }) => startup.name },
  sector: { title: 'sector', first: 'lowest', value: ({ sectorName }) => sectorName },
  commits: {
    title: 'commits',
    first: 'highest',
    value: ({ startup }) => startup.commitVelocity14d,
  },
  change: {
    title: 'change of commits',
    first: 'highest',
    value: ({ startup }) => startup.commitVelocityChangeRatio,
  },
  contributors: {
    title: 'contributors',
    first: 'highest',
    value: ({ startup }) => startup.contributors,
  },
  growth: {
    title: 'growth of contributors',
    first: 'highest',
    value: ({ startup }) => Number.parseInt(startup.contributorGrowth, 10),
  },
  acceleration: {
    title: 'acceleration',
    first: 'highest',
    value: ({ acceleration }) => acceleration,
  },
  signal: {
    title: 'strength of the signal',
    first: 'highest',
    value: ({ startup }) => STRENGTHS.indexOf(startup.signalStrength),
  },
  agents: {
    title: 'share of coding agents',
    first: 'highest',
    value: ({ startup }) => startup.agentShare,
  },
} as const satisfies Record<string, Sorting>;

export type SortName = keyof typeof SORTINGS;
// The keys of an object literal, in order.
export const SORT_NAMES = Object.keys(SORTINGS) as [SortName, ...SortName[]];

/** Unknown values come last in both directions; ties are sorted by score. */
export function sorted(listed: readonly Listed[], sort: SortName, order: Order): Listed[] {
  const { value }: Sorting = SORTINGS[sort];
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
