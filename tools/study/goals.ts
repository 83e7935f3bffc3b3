/** Goals of version 2: the rows of docs/method.md's tables of goals that can be computed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { decimal, percent, table } from '../markdown.ts';
import type { SampleFigures } from './confirm.ts';
import { FIGURES, type Figures, figuresOf, wholeSample } from './goal-figures.ts';
import { GROUPS, type Study, studyOf } from './read-study.ts';
import { typeGoals } from './type-goals.ts';

const Goal = z.strictObject({
  title: z.string(),
  atLeast: z.number().optional(),
  atMost: z.number().optional(),
});
const GoalsFile = z.strictObject({
  scores: z.record(z.enum(FIGURES), Goal),
  types: z.record(z.string(), Goal),
});
const { scores, types } = GoalsFile.parse(
  parse(readFileSync(join(import.meta.dirname, 'goals.yaml'), 'utf8')),
);
const SHARES: readonly string[] = ['firstInBulk', 'topByOne'];

type Row = { title: string; must: string; reached: string; isMissed: boolean };

/** The goals of scores and signal types, with the figures of a group of companies as text. */
export function goalRows(study: Study): Row[] {
  const { newcomers, seenAgain } = study.hiring;
  const ofTypes = typeGoals(study.periods);
  const typeFigures: Readonly<Record<string, unknown>> = {
    ...ofTypes,
    rarest: Math.min(...Object.values(ofTypes.strongOfType)),
    migrations: ofTypes.strongOfType['Framework migration'],
    retained: seenAgain / newcomers,
  };
  return [
    ...scoreRows(figuresOf(study.periods, wholeSample(study))),
    ...Object.entries(types).map(([figure, goal]) =>
      row(goal, Number(typeFigures[figure]), percent),
    ),
  ];
}

function scoreRows(figures: Figures): Row[] {
  return FIGURES.map((figure) =>
    row(scores[figure], figures[figure], SHARES.includes(figure) ? percent : decimal),
  );
}

/** A figure that is not known misses no goal. */
function row(goal: z.infer<typeof Goal>, value: number, show: (value: number) => string): Row {
  const { title, atLeast, atMost } = goal;
  const isMissed = value < (atLeast ?? -Infinity) || value > (atMost ?? Infinity);
  const must = [
    ...(atLeast === undefined ? [] : [`≥ ${show(atLeast)}`]),
    ...(atMost === undefined ? [] : [`≤ ${show(atMost)}`]),
  ];
  const reached = show(value) + (isMissed ? ' (missed)' : '');
  return { title, must: must.join(', '), reached, isMissed };
}

/** One row a goal, one column a group. */
export async function groupGoalTable(): Promise<string> {
  const columns: Column[] = [];
  for (const group of GROUPS) {
    const study = await studyOf(group);
    columns.push({ head: `${group} (${study.companies.length})`, rows: goalRows(study) });
  }
  return goalTable('Goals', columns);
}

/** One row a goal of scores, one column a sample. */
export function confirmationTable(samples: readonly SampleFigures[]): string {
  const columns = samples.map(({ name, companies, periods, figures }) => ({
    head: `${name} (${companies.length} in ${periods.length} weeks)`,
    rows: scoreRows(figures),
  }));
  return goalTable('Where the scores were chosen, elsewhere, and by chance', columns);
}

type Column = { head: string; rows: readonly Row[] };

function goalTable(heading: string, columns: readonly Column[]): string {
  const lines = (columns[0]?.rows ?? []).map(({ title, must }, place) => [
    ...[title, must],
    ...columns.map(({ rows }) => rows[place]?.reached ?? '–'),
  ]);
  const head = ['figure', 'must reach', ...columns.map((column) => column.head)];
  return `## ${heading}\n\n${table(head, lines)}`;
}
