/**
 * The published scores on the companies and weeks that they were chosen on, on the others, and next to
 * the values that chance gives (docs/method.md, section 7).
 */
import { seeded } from '../../src/features/research/random.ts';
import { sha256 } from '../../src/lib/atomic-files.ts';
import { mean } from '../../src/lib/averages.ts';
import { table } from '../markdown.ts';
import {
  FIGURES,
  type Figures,
  figuresOf,
  type Sample,
  type StudiedPeriods,
  TOP,
  wholeSample,
} from './goal-figures.ts';
import { GOALS, isReached, mustText, shownFigure, written } from './goals.ts';
import type { Study } from './read-study.ts';
import { type Interval, interval95, resample } from './resample.ts';

export type Options = {
  /** Same numbers, same samples and intervals. */
  seed: number;
  /** Week index of the last week that the choice saw. */
  choseUntil: number;
  resamples: number;
};

export type Confirmation = ReturnType<typeof confirm>;

/** @param shuffles the same periods with the weeks of every company shuffled, some times */
export function confirm(study: Study, shuffles: readonly StudiedPeriods[], options: Options) {
  const random = seeded(options.seed);
  const all = wholeSample(study);
  const samples = samplesOf(study, options).map((sample) => ({
    ...sample,
    figures: figuresOf(study.periods, sample),
    intervals: intervalsOf(study, sample, options.resamples, random),
  }));
  const byChance = shuffles.map((periods) => figuresOf(periods, all));
  const chance = eachFigure((figure) => mean(byChance.map((figures) => figures[figure])));
  return { samples, chance };
}

/** A random half of the companies and the other one; the weeks up to one and the later ones; everything. */
function samplesOf(study: Study, { seed, choseUntil }: Options): (Sample & { name: string })[] {
  const all = wholeSample(study);
  // Halves depend on names alone, so that adding a company moves no other to the other half.
  const isFirst = (slug: string) =>
    Number.parseInt(sha256(`${seed} ${slug}`).slice(0, 8), 16) % 2 === 0;
  const halves = Map.groupBy(all.companies, isFirst);
  const isEarly = (period: number) => study.firstWeek + period <= choseUntil;
  const weeks = Map.groupBy(all.periods, isEarly);
  const sample = (name: string, companies: readonly string[] = [], periods: number[] = []) => {
    const top = Math.max(1, Math.round((TOP * companies.length) / all.companies.length));
    return { name, companies, periods, top };
  };
  return [
    sample('the half that chose', halves.get(true), weeks.get(true)),
    sample('the other half', halves.get(false), weeks.get(true)),
    sample('the later weeks', all.companies, weeks.get(false)),
    { name: 'all companies and weeks', ...all },
  ];
}

/** The central 95% of the figures of resampled companies. */
function intervalsOf(
  { periods }: Study,
  sample: Sample,
  resamples: number,
  random: () => number,
): Record<keyof Figures, Interval> {
  const draws = Array.from({ length: resamples }, () => {
    const companies = resample(sample.companies, random);
    // The list keeps its length relative to the distinct companies.
    const top = Math.round((sample.top * new Set(companies).size) / sample.companies.length);
    return figuresOf(periods, { ...sample, companies, top });
  });
  return eachFigure((figure) => interval95(draws.map((figures) => figures[figure])));
}

function eachFigure<T>(value: (figure: keyof Figures) => T): Record<keyof Figures, T> {
  const entries = FIGURES.map((figure) => [figure, value(figure)]);
  return Object.fromEntries(entries) as Record<keyof Figures, T>;
}

export function confirmationTables({ samples, chance }: Confirmation): string {
  const whole = samples.at(-1);
  const between = (figure: keyof Figures, { low, high }: Interval) =>
    Number.isNaN(low) ? '–' : `${written(figure, low)} to ${written(figure, high)}`;
  const cell = (figure: keyof Figures, sample: Confirmation['samples'][number]) =>
    `${written(figure, sample.figures[figure])} (${between(figure, sample.intervals[figure])})`;
  return [
    '## Where the scores were chosen, and elsewhere',
    table(
      ['sample', 'companies', 'weeks', ...GOALS.map(({ column }) => column)],
      samples.map((sample) => [
        ...[sample.name, `${sample.companies.length}`, `${sample.periods.length}`],
        ...GOALS.map(({ figure }) => cell(figure, sample)),
      ]),
    ),
    '## Goals, and chance',
    table(
      ['figure', 'version 1', 'must reach', 'reached (95%)', 'chance'],
      GOALS.map((goal) => {
        const { figure, title, version1 } = goal;
        const show = (value: number) => written(figure, value);
        const reached = whole && shownFigure(cell(figure, whole), isReached(goal, whole.figures));
        return [title, show(version1), mustText(goal, show), reached ?? '–', show(chance[figure])];
      }),
    ),
  ].join('\n\n');
}
