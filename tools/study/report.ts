/** The comparison as text: tables in Markdown, as docs/method.md has them. */
import type { Comparison, CompositeRow, GrowthRow, Interval, SampleRow } from './compare.ts';
import type { Figures } from './goal-figures.ts';
import type { Goal, TypeGoalRow } from './goals.ts';

export function comparisonTables(comparison: Comparison): string {
  const { companies, periods, seed, growth, composite, samples, goals } = comparison;
  return [
    `${companies} companies, ${periods} weeks, seed ${seed}.`,
    '## Growth, on the half that chose',
    table(
      ['', 'growth', 'next 4 weeks', '4 weeks apart', 'top kept', 'commits', 'carried by one'],
      growth.map((row) => growthCells(row, comparison.chosenGrowth)),
    ),
    '## Composite of the chosen growth, on the half that chose',
    table(
      ['', 'composite', 'goals missed', ...FIGURE_TITLES],
      composite.map((row) => compositeCells(row, comparison.chosenComposite)),
    ),
    '## The choice on other companies and weeks',
    table(['sample', 'companies', 'weeks', ...FIGURE_TITLES], samples.map(sampleCells)),
    '## Goals',
    table(['figure', 'version 1', 'must reach', 'reached', '95%', 'chance'], goals.map(goalCells)),
  ].join('\n\n');
}

export function typeGoalTable(rows: readonly TypeGoalRow[]): string {
  return [
    '## Goals of the signal types',
    table(['figure', 'version 1', 'must reach', 'reached'], rows.map(typeGoalCells)),
  ].join('\n\n');
}

function typeGoalCells({ title, version1, must, reached, isReached }: TypeGoalRow): string[] {
  const bounds = [
    'atLeast' in must ? `≥ ${percent(must.atLeast)}` : '',
    must.atMost === undefined ? '' : `≤ ${percent(must.atMost)}`,
  ];
  return [
    title,
    version1 === null ? '' : percent(version1),
    bounds.filter((bound) => bound !== '').join(', '),
    `${percent(reached)}${isReached ? '' : ' (missed)'}`,
  ];
}

/** The columns of figures, by their titles. */
const FIGURE_COLUMNS: Readonly<Record<string, keyof Figures>> = {
  '4 weeks apart': 'persistence',
  'top kept': 'topKept',
  'growth, next 4 weeks': 'growthOutcome',
  'composite, next 4 weeks': 'compositeOutcome',
  commits: 'size',
  'bulk in ranks 1–3': 'firstInBulk',
  'one person in the top': 'topByOne',
};
const FIGURE_TITLES = Object.keys(FIGURE_COLUMNS);

function figureCells(of: (figure: keyof Figures) => string): string[] {
  return Object.values(FIGURE_COLUMNS).map(of);
}

function growthCells({ name, figures, carried }: GrowthRow, chosen: string): string[] {
  const { growthOutcome, persistence, topKept, size } = figures;
  return [
    mark(name === chosen),
    name,
    ...[growthOutcome, persistence, topKept, size].map(decimal),
    percent(carried),
  ];
}

function compositeCells({ name, missed, figures }: CompositeRow, chosen: string): string[] {
  const values = figureCells((figure) => written(figure, figures[figure]));
  return [mark(name === chosen), name, String(missed), ...values];
}

function sampleCells({ name, companies, periods, figures, intervals }: SampleRow): string[] {
  const values = figureCells(
    (figure) => `${written(figure, figures[figure])} (${between(figure, intervals[figure])})`,
  );
  return [name, String(companies), String(periods), ...values];
}

function goalCells({
  title,
  figure,
  version1,
  must,
  reached,
  ...goal
}: Comparison['goals'][number]) {
  return [
    title,
    version1 === null ? '' : written(figure, version1),
    mustText({ figure, must }),
    `${written(figure, reached)}${goal.isReached === false ? ' (missed)' : ''}`,
    between(figure, goal.interval),
    written(figure, goal.chance),
  ];
}

export function mustText({ figure, must }: Pick<Goal, 'figure' | 'must'>): string {
  return 'atLeast' in must
    ? `≥ ${written(figure, must.atLeast)}`
    : `≤ ${written(figure, must.atMost)}`;
}

const IN_PERCENT: ReadonlySet<keyof Figures> = new Set(['firstInBulk', 'topByOne']);

/** A figure as the tables show it; a dash if it is not known. */
export function written(figure: keyof Figures, value: number): string {
  return IN_PERCENT.has(figure) ? percent(value) : decimal(value);
}

function between(figure: keyof Figures, { low, high }: Interval): string {
  return Number.isNaN(low) ? '–' : `${written(figure, low)} to ${written(figure, high)}`;
}

function decimal(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(2).replace('-', '−');
}

function percent(value: number): string {
  return Number.isNaN(value) ? '–' : `${(100 * value).toFixed(1)}%`;
}

function mark(isChosen: boolean): string {
  return isChosen ? '→' : '';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
