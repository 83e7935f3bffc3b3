/** What version 2 must reach: the rows of docs/method.md's tables of goals that can be computed. */

import { percent } from '../markdown.ts';
import type { Figures } from './goal-figures.ts';
import type { HiringRetention } from './read-study.ts';
import { mustText, shownFigure } from './report.ts';
import type { TypeGoals } from './type-goals.ts';

export type Must = { atLeast?: number; atMost?: number };
/** Version 1 has null where it was not measured. */
type Stated = { title: string; version1: number | null; must: Must };
export type Goal = Stated & { figure: keyof Figures };
type TypeGoal = Stated & { figure: (types: TypeGoals, hiring: HiringRetention) => number };

function goal<F>(title: string, version1: number | null, must: Must, figure: F) {
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
  return Number.isNaN(figures[figure]) ? undefined : isWithin(must, figures[figure]);
}

function isWithin({ atLeast = -Infinity, atMost = Infinity }: Must, value: number): boolean {
  return value >= atLeast && value <= atMost;
}

/** The same for the signal types. */
const TYPE_GOALS: readonly TypeGoal[] = [
  goal(
    'Startup-weeks with a strong type',
    null,
    { atLeast: 0.1, atMost: 0.4 },
    ({ strong }: TypeGoals) => strong,
  ),
  goal(
    'Startup-weeks with the rarest of the four strong types',
    null,
    { atLeast: 0.01 },
    ({ strongOfType }: TypeGoals) => Math.min(...Object.values(strongOfType)),
  ),
  goal(
    'Weeks in which the type changes, changes to and from none apart',
    0.39,
    { atMost: 0.15 },
    ({ changed }: TypeGoals) => changed,
  ),
  goal(
    'Strong and still strong, same type, a week later',
    0.53,
    { atLeast: 0.75 },
    ({ strongAgain }: TypeGoals) => strongAgain,
  ),
  goal(
    'New people of strong hiring bursts who commit again 31 to 90 days later',
    0.27,
    { atLeast: 0.6 },
    (_: TypeGoals, { newcomers, seenAgain }: HiringRetention) => seenAgain / newcomers,
  ),
  goal(
    'Weeks in which a signal begins or ends',
    null,
    { atMost: 0.15 },
    ({ beganOrEnded }: TypeGoals) => beganOrEnded,
  ),
  goal(
    'Startup-weeks with a strong migration',
    null,
    { atLeast: 0.01, atMost: 0.06 },
    ({ strongOfType }: TypeGoals) => strongOfType['Framework migration'],
  ),
  goal(
    'Weak spikes and buildouts at or below the own past',
    null,
    { atMost: 0 },
    ({ weakBelowPast }: TypeGoals) => weakBelowPast,
  ),
  goal(
    'Strong hiring bursts of fewer than three people',
    null,
    { atMost: 0 },
    ({ burstsOfFew }: TypeGoals) => burstsOfFew,
  ),
  goal(
    'Strong migrations that name no role that changed hands',
    0.26,
    { atMost: 0 },
    ({ migrationsNotHolding }: TypeGoals) => migrationsNotHolding,
  ),
  goal(
    'Deploy spikes that vanish when days are counted',
    0.46,
    { atMost: 0 },
    ({ spikesVanishing }: TypeGoals) => spikesVanishing,
  ),
];

/** @returns the figures as text */
export function typeGoalRows(types: TypeGoals, hiring: HiringRetention) {
  return TYPE_GOALS.map(({ title, must, figure }) => {
    const reached = figure(types, hiring);
    const isMissed = !isWithin(must, reached);
    return {
      ...{ title, isMissed, must: mustText(must, percent) },
      reached: shownFigure(percent(reached), !isMissed),
    };
  });
}
