/** Goals of version 2: the rows of docs/method.md's tables of goals that can be computed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { decimal, percent } from '../markdown.ts';
import { FIGURES, type Figures } from './goal-figures.ts';
import type { HiringRetention } from './read-study.ts';
import type { TypeGoals } from './type-goals.ts';

const Must = { atLeast: z.number().optional(), atMost: z.number().optional() };
const GoalsFile = z.strictObject({
  scores: z.record(
    z.enum(FIGURES),
    z.strictObject({ title: z.string(), column: z.string(), version1: z.number(), ...Must }),
  ),
  types: z.record(z.string(), z.strictObject({ title: z.string(), ...Must })),
});
const { scores, types } = GoalsFile.parse(
  parse(readFileSync(join(import.meta.dirname, 'goals.yaml'), 'utf8')),
);

export const GOALS = FIGURES.map((figure) => ({ figure, ...scores[figure] }));
export type Goal = (typeof GOALS)[number];
type Bounds = Pick<Goal, 'atLeast' | 'atMost'>;

/** Undefined where the figure is not known. */
export function isReached(goal: Goal, figures: Figures): boolean | undefined {
  const value = figures[goal.figure];
  return Number.isNaN(value) ? undefined : isWithin(goal, value);
}

function isWithin({ atLeast = -Infinity, atMost = Infinity }: Bounds, value: number): boolean {
  return value >= atLeast && value <= atMost;
}

/** The goals of the signal types, with the figures as text. */
export function typeGoalRows(reached: TypeGoals, { newcomers, seenAgain }: HiringRetention) {
  const figures: Readonly<Record<string, unknown>> = {
    ...reached,
    rarest: Math.min(...Object.values(reached.strongOfType)),
    migrations: reached.strongOfType['Framework migration'],
    retained: seenAgain / newcomers,
  };
  return Object.entries(types).map(([figure, { title, ...must }]) => {
    const value = Number(figures[figure]);
    const isMissed = !isWithin(must, value);
    const text = shownFigure(percent(value), !isMissed);
    return { title, isMissed, must: mustText(must, percent), reached: text };
  });
}

/** A figure, marked where its goal is missed. */
export function shownFigure(text: string, isReached: boolean | undefined): string {
  return isReached === false ? `${text} (missed)` : text;
}

export function mustText({ atLeast, atMost }: Bounds, show: (value: number) => string): string {
  return [
    ...(atLeast === undefined ? [] : [`≥ ${show(atLeast)}`]),
    ...(atMost === undefined ? [] : [`≤ ${show(atMost)}`]),
  ].join(', ');
}

/** A figure as the tables show it; a dash if it is not known. */
export function written(figure: keyof Figures, value: number): string {
  return figure === 'firstInBulk' || figure === 'topByOne' ? percent(value) : decimal(value);
}
