/** The comparison as text: tables in Markdown, as docs/method.md has them. */
import { decimal, percent, table } from '../markdown.ts';
import type { Comparison } from './compare.ts';
import type { Figures } from './goal-figures.ts';
import type { Must } from './goals.ts';
import type { Interval } from './resample.ts';

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

export function comparisonTables(comparison: Comparison): string {
  const { companies, periods, seed, growth, composite, samples, goals } = comparison;
  const columns = (text: (figure: keyof Figures) => string) =>
    Object.values(FIGURE_COLUMNS).map(text);
  return [
    `${companies} companies, ${periods} weeks, seed ${seed}.`,
    '## Growth, on the half that chose',
    table(
      ['', 'growth', 'next 4 weeks', '4 weeks apart', 'top kept', 'commits', 'carried by one'],
      growth.map(({ name, figures, carried }) => [
        name === comparison.chosenGrowth ? '→' : '',
        name,
        ...[figures.growthOutcome, figures.persistence, figures.topKept, figures.size].map(
          (figure) => decimal(figure),
        ),
        percent(carried),
      ]),
    ),
    '## Composite of the chosen growth, on the half that chose',
    table(
      ['', 'composite', 'goals missed', ...FIGURE_TITLES],
      composite.map(({ name, missed, figures }) => [
        name === comparison.chosenComposite ? '→' : '',
        name,
        String(missed),
        ...columns((figure) => written(figure, figures[figure])),
      ]),
    ),
    '## The choice on other companies and weeks',
    table(
      ['sample', 'companies', 'weeks', ...FIGURE_TITLES],
      samples.map((sample) => [
        ...[sample.name, String(sample.companies), String(sample.periods)],
        ...columns((figure) => {
          const interval = between(figure, sample.intervals[figure]);
          return `${written(figure, sample.figures[figure])} (${interval})`;
        }),
      ]),
    ),
    '## Goals, and chance',
    table(
      ['figure', 'version 1', 'must reach', 'reached', '95%', 'chance'],
      goals.map(({ title, figure, version1, must, reached, isReached, interval, chance }) => {
        const show = (value: number) => written(figure, value);
        return [
          ...[title, version1 === null ? '' : show(version1), mustText(must, show)],
          shownFigure(show(reached), isReached ?? undefined),
          ...[between(figure, interval), show(chance)],
        ];
      }),
    ),
  ].join('\n\n');
}

/** A figure, marked where its goal is missed. */
export function shownFigure(text: string, isReached: boolean | undefined): string {
  return isReached === false ? `${text} (missed)` : text;
}

export function mustText({ atLeast, atMost }: Must, show: (value: number) => string): string {
  return [
    ...(atLeast === undefined ? [] : [`≥ ${show(atLeast)}`]),
    ...(atMost === undefined ? [] : [`≤ ${show(atMost)}`]),
  ].join(', ');
}

/** A figure as the tables show it; a dash if it is not known. */
export function written(figure: keyof Figures, value: number): string {
  return figure === 'firstInBulk' || figure === 'topByOne' ? percent(value) : decimal(value);
}

function between(figure: keyof Figures, { low, high }: Interval): string {
  return Number.isNaN(low) ? '–' : `${written(figure, low)} to ${written(figure, high)}`;
}
