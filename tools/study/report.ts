/** The comparison as text: tables in Markdown, as docs/method.md has them. */
import { decimal, percent, table } from '../markdown.ts';
import type { Comparison } from './compare.ts';
import type { Figures } from './goal-figures.ts';
import { GOALS, mustText, shownFigure, written } from './goals.ts';
import type { Interval } from './resample.ts';

export function comparisonTables(comparison: Comparison): string {
  const { companies, periods, seed, growth, composite, samples, goals } = comparison;
  const titles = GOALS.map(({ column }) => column);
  const columns = (text: (figure: keyof Figures) => string) =>
    GOALS.map(({ figure }) => text(figure));
  const mark = (isChosen: boolean) => (isChosen ? '→' : '');
  return [
    `${companies} companies, ${periods} weeks, seed ${seed}.`,
    '## Growth, on the half that chose',
    table(
      ['', 'growth', 'next 4 weeks', '4 weeks apart', 'top kept', 'commits', 'carried by one'],
      growth.map(({ name, figures, carried }) => [
        ...[mark(name === comparison.chosenGrowth), name, decimal(figures.growthOutcome)],
        ...[decimal(figures.persistence), decimal(figures.topKept), decimal(figures.size)],
        percent(carried),
      ]),
    ),
    '## Composite of the chosen growth, on the half that chose',
    table(
      ['', 'composite', 'goals missed', ...titles],
      composite.map(({ name, missed, figures }) => [
        ...[mark(name === comparison.chosenComposite), name, String(missed)],
        ...columns((figure) => written(figure, figures[figure])),
      ]),
    ),
    '## The choice on other companies and weeks',
    table(
      ['sample', 'companies', 'weeks', ...titles],
      samples.map(({ name, companies, periods, figures, intervals }) => [
        ...[name, String(companies), String(periods)],
        ...columns(
          (figure) => `${written(figure, figures[figure])} (${between(figure, intervals[figure])})`,
        ),
      ]),
    ),
    '## Goals, and chance',
    table(
      ['figure', 'version 1', 'must reach', 'reached', '95%', 'chance'],
      goals.map(({ reached, isReached, interval, chance, ...goal }) => {
        const show = (value: number) => written(goal.figure, value);
        return [
          ...[goal.title, show(goal.version1), mustText(goal, show)],
          ...[shownFigure(show(reached), isReached ?? undefined), between(goal.figure, interval)],
          show(chance),
        ];
      }),
    ),
  ].join('\n\n');
}

function between(figure: keyof Figures, { low, high }: Interval): string {
  return Number.isNaN(low) ? '–' : `${written(figure, low)} to ${written(figure, high)}`;
}
