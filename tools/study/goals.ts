/** Goals of version 2: the rows of docs/method.md's tables of goals that can be computed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { decimal, percent, table } from '../markdown.ts';
import { FIGURES, type Figures, figuresOf, wholeSample } from './goal-figures.ts';
import { GROUPS, type Study, studyOf } from './read-study.ts';
import { typeGoals } from './type-goals.ts';

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

type Row = { title: string; must: string; reached: string; isMissed: boolean };

/** The goals of scores and signal types, with the figures of a group of companies as text. */
export function goalRows(study: Study): Row[] {
  const figures = figuresOf(study.periods, wholeSample(study));
  const { newcomers, seenAgain } = study.hiring;
  const ofTypes = typeGoals(study.periods);
  const typeFigures: Readonly<Record<string, unknown>> = {
    ...ofTypes,
    rarest: Math.min(...Object.values(ofTypes.strongOfType)),
    migrations: ofTypes.strongOfType['Framework migration'],
    retained: seenAgain / newcomers,
  };
  const row = (
    goal: Bounds & { title: string },
    value: number,
    show: (value: number) => string,
  ) => {
    const isMissed = !isWithin(goal, value);
    const reached = shownFigure(show(value), !isMissed);
    return { title: goal.title, must: mustText(goal, show), reached, isMissed };
  };
  return [
    ...GOALS.map((goal) => row(goal, figures[goal.figure], (value) => written(goal.figure, value))),
    ...Object.entries(types).map(([figure, goal]) =>
      row(goal, Number(typeFigures[figure]), percent),
    ),
  ];
}

/** One row a goal, one column a group. */
export async function groupGoalTable(): Promise<string> {
  const columns: { head: string; rows: Row[] }[] = [];
  for (const group of GROUPS) {
    const study = await studyOf(group);
    columns.push({ head: `${group} (${study.companies.length})`, rows: goalRows(study) });
  }
  const lines = (columns[0]?.rows ?? []).map(({ title, must }, place) => [
    ...[title, must],
    ...columns.map(({ rows }) => rows[place]?.reached ?? '–'),
  ]);
  return `## Goals\n\n${table(['figure', 'must reach', ...columns.map(({ head }) => head)], lines)}`;
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
