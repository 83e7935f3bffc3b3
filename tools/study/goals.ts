/** What version 2 must reach: the rows of docs/method.md's table of goals that can be computed. */

import type { Figures } from './goal-figures.ts';
import type { HiringRetention } from './read-study.ts';
import type { TypeGoals } from './type-goals.ts';

export type Goal = {
  title: string;
  /** What version 1 had; null where it was not measured. */
  version1: number | null;
  must: { atLeast: number } | { atMost: number };
  figure: keyof Figures;
};

function goal(
  title: string,
  version1: Goal['version1'],
  must: Goal['must'],
  figure: Goal['figure'],
): Goal {
  return { title, version1, must, figure };
}

/** Over all editions, startups with at least 20 commits and 3 people. */
export const GOALS: readonly Goal[] = [
  goal('Rank correlation of the composite, 4 weeks apart', 0.06, { atLeast: 0.65 }, 'persistence'),
  goal('Places of the top 20 kept after 4 weeks', 0.16, { atLeast: 0.5 }, 'topKept'),
  goal(
    'Rank correlation of growth with the pace of the next 4 weeks over the own pace of weeks −56 to −31',
    0.02,
    { atLeast: 0.4 },
    'growthOutcome',
  ),
  goal('The same for the composite', 0.18, { atLeast: 0.4 }, 'compositeOutcome'),
  goal('Rank correlation of the composite with the commit count', 0.47, { atMost: 0.5 }, 'size'),
  goal('Ranks 1–3 with 30% or more landed in bulk', 0.15, { atMost: 0.02 }, 'firstInBulk'),
  goal('Top 20 with one person at 70% or more', 0.076, { atMost: 0.01 }, 'topByOne'),
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

type TypeGoal = {
  title: string;
  version1: number | null;
  must: { atLeast: number; atMost?: number } | { atMost: number };
  figure: (types: TypeGoals, hiring: HiringRetention) => number;
};

/** The same for the signal types. */
const TYPE_GOALS: readonly TypeGoal[] = [
  {
    title: 'Startup-weeks with a strong type',
    version1: null,
    must: { atLeast: 0.1, atMost: 0.4 },
    figure: ({ strong }) => strong,
  },
  {
    title: 'Startup-weeks with the rarest of the four strong types',
    version1: null,
    must: { atLeast: 0.01 },
    figure: ({ strongOfType }) => Math.min(...Object.values(strongOfType)),
  },
  {
    title: 'Weeks in which the type changes, changes to and from none apart',
    version1: 0.39,
    must: { atMost: 0.15 },
    figure: ({ changed }) => changed,
  },
  {
    title: 'Strong and still strong, same type, a week later',
    version1: 0.53,
    must: { atLeast: 0.75 },
    figure: ({ strongAgain }) => strongAgain,
  },
  {
    title: 'New people of strong hiring bursts who commit again 31 to 90 days later',
    version1: 0.27,
    must: { atLeast: 0.6 },
    figure: (_, { newcomers, seenAgain }) => seenAgain / newcomers,
  },
  {
    title: 'Strong migrations whose packages do not hold on reading',
    version1: 0.26,
    must: { atMost: 0 },
    figure: ({ migrationsNotHolding }) => migrationsNotHolding,
  },
  {
    title: 'Deploy spikes that vanish when days are counted',
    version1: 0.46,
    must: { atMost: 0 },
    figure: ({ spikesVanishing }) => spikesVanishing,
  },
];

export type TypeGoalRow = Omit<TypeGoal, 'figure'> & { reached: number; isReached: boolean };

export function typeGoalRows(types: TypeGoals, hiring: HiringRetention): TypeGoalRow[] {
  return TYPE_GOALS.map(({ figure, ...goal }) => {
    const reached = figure(types, hiring);
    const { atLeast = -Infinity, atMost = Infinity }: { atLeast?: number; atMost?: number } =
      goal.must;
    return { ...goal, reached, isReached: reached >= atLeast && reached <= atMost };
  });
}
