/** The goals of scores and types for each group of companies, with the formulas as they are published. */
import { MAX_COMMITS_A_DAY } from '../../src/pipeline/measures/pace.ts';
import { PACE } from '../../src/pipeline/signals/pace.ts';
import { COMPOSITE } from '../../src/pipeline/signals/rank.ts';
import { table } from '../markdown.ts';
import { scored } from './candidates.ts';
import { type Figures, figuresOf } from './goal-figures.ts';
import { GOALS, isReached, mustText, shownFigure, typeGoalRows, written } from './goals.ts';
import { GROUPS, type ShippedStudy, type StudyRows, studyOf } from './read-study.ts';
import { Study } from './study.ts';
import { typeGoals } from './type-goals.ts';

const TOP = 20;
const PUBLISHED = { name: 'published', composite: COMPOSITE };

/** Over all companies and editions of a group. */
export function publishedFigures({ firstWeek, companies }: StudyRows): Figures {
  const study = new Study(firstWeek, companies);
  return figuresOf(study, scored(study, study.growth(MAX_COMMITS_A_DAY, PACE), PUBLISHED), {
    companies: study.companies.map((_, place) => place),
    periods: Array.from({ length: study.periods }, (_, period) => period),
    top: TOP,
  });
}

type Row = { title: string; must: string; reached: string };

function goalRows({ rows, types, hiring }: ShippedStudy): Row[] {
  const figures = publishedFigures(rows);
  return [
    ...GOALS.map((goal) => ({
      title: goal.title,
      must: mustText(goal, (value) => written(goal.figure, value)),
      reached: shownFigure(written(goal.figure, figures[goal.figure]), isReached(goal, figures)),
    })),
    ...typeGoalRows(typeGoals(types), hiring),
  ];
}

/** One row a goal, one column a group; a dash where the registry lists no company of it. */
export async function groupGoalTable(): Promise<string> {
  const columns: { head: string; rows: Row[] }[] = [];
  for (const group of GROUPS) {
    const study = await studyOf(group);
    const head = study ? `${group} (${study.rows.companies.length})` : group;
    columns.push({ head, rows: study ? goalRows(study) : [] });
  }
  const [first] = columns;
  const lines = (first?.rows ?? []).map(({ title, must }, place) => [
    ...[title, must],
    ...columns.map(({ rows }) => rows[place]?.reached ?? '–'),
  ]);
  return `## Goals\n\n${table(['figure', 'must reach', ...columns.map(({ head }) => head)], lines)}`;
}
