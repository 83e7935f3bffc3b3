/** What version 2 must reach: the rows of docs/method.md's table of goals that can be computed. */
import type { Figures } from './figures.ts';

export type Goal = {
  title: string;
  /** What version 1 had; null where it was not measured. */
  version1: number | null;
  must: { atLeast: number } | { atMost: number };
  figure: keyof Figures;
};

/** Over all editions, startups with at least 20 commits and 3 people. */
export const GOALS: readonly Goal[] = [
  {
    title: 'Rank correlation of the composite, 4 weeks apart',
    version1: 0.06,
    must: { atLeast: 0.65 },
    figure: 'persistence',
  },
  {
    title: 'Places of the top 20 kept after 4 weeks',
    version1: 0.16,
    must: { atLeast: 0.5 },
    figure: 'topKept',
  },
  {
    title:
      'Rank correlation of growth with the pace of the next 4 weeks over the own pace of weeks −56 to −31',
    version1: 0.02,
    must: { atLeast: 0.4 },
    figure: 'growthOutcome',
  },
  {
    title: 'The same for the composite',
    version1: 0.18,
    must: { atLeast: 0.4 },
    figure: 'compositeOutcome',
  },
  {
    title: 'Rank correlation of the composite with the commit count',
    version1: 0.47,
    must: { atMost: 0.5 },
    figure: 'size',
  },
  {
    title: 'Ranks 1–3 with 30% or more landed in bulk',
    version1: 0.15,
    must: { atMost: 0.02 },
    figure: 'firstInBulk',
  },
  {
    title: 'Top 20 with one person at 70% or more',
    version1: 0.076,
    must: { atMost: 0.01 },
    figure: 'topByOne',
  },
];

/** Undefined where the figure is not known. */
export function isReached({ must, figure }: Goal, figures: Figures): boolean | undefined {
  const value = figures[figure];
  if (Number.isNaN(value)) return undefined;
  return 'atLeast' in must ? value >= must.atLeast : value <= must.atMost;
}

export function goalsMissed(figures: Figures): number {
  return GOALS.filter((goal) => isReached(goal, figures) === false).length;
}
