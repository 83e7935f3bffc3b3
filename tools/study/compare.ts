/**
 * The procedure by which the scores of version 2 were chosen: candidates are compared on a random half
 * of the companies up to a week, the choice is computed on the other half and the later weeks too, and
 * all are printed next to the values that chance gives.
 */

import { seeded } from '../../src/features/research/random.ts';
import { share } from '../../src/features/research/statistics.ts';
import { sha256 } from '../../src/lib/atomic-files.ts';
import { mean } from '../../src/lib/averages.ts';
import { percentiles } from '../../src/pipeline/signals/rank.ts';
import {
  COMPOSITE_CANDIDATES,
  type CompositeCandidate,
  GROWTH_CANDIDATES,
  type GrowthCandidate,
  scored,
} from './candidates.ts';
import {
  FIGURES,
  type Figures,
  figuresOf,
  type Sample,
  type Scored,
  topOf,
} from './goal-figures.ts';
import { GOALS, isReached } from './goals.ts';
import type { StudyRows } from './read-study.ts';
import { type Interval, interval95, resample } from './resample.ts';
import { type ByPeriod, Study, withShuffledWeeks } from './study.ts';

export type CompareOptions = {
  /** Same numbers, same comparison. */
  seed: number;
  /** Week index of the last week that the choice may see. */
  chooseUntil: number;
  resamples: number;
  /** Ledgers with shuffled weeks. */
  shuffles: number;
};

const TOP = 20;
/** One author may carry at most this share of a growth candidate's top places. */
const MAX_CARRIED = 0.03;
/** Growth alone is shown with the composites, but a composite is made of all three scores. */
const isComposed = ({ composite }: CompositeCandidate) => composite.weights.growth < 100;

export type Comparison = ReturnType<typeof compare>;

export function compare(rows: StudyRows, options: CompareOptions) {
  const { seed, resamples, shuffles } = options;
  const study = new Study(rows.firstWeek, rows.companies);
  const samples = samplesOf(study, options);
  const growth = GROWTH_CANDIDATES.map((candidate) => {
    const numbers = study.growth(candidate.maxCommitsADay, candidate.pace);
    return {
      ...candidate,
      figures: figuresOf(study, { growth: numbers, composite: numbers }, samples.choosing),
      carried: carriedByOne(study, candidate, numbers, samples.choosing),
    };
  });
  const admissible = growth.filter(({ carried }) => carried <= MAX_CARRIED);
  const chosenGrowth = best(
    admissible.length > 0 ? admissible : growth,
    ({ figures }) => figures.growthOutcome,
  );
  const numbers = study.growth(chosenGrowth.maxCommitsADay, chosenGrowth.pace);
  const composite = COMPOSITE_CANDIDATES.map((candidate) => {
    const figures = figuresOf(study, scored(study, numbers, candidate), samples.choosing);
    const missed = GOALS.filter((goal) => isReached(goal, figures) === false).length;
    return { ...candidate, figures, missed };
  });
  const composed = composite.filter(isComposed);
  const fewestMissed = Math.min(...composed.map(({ missed }) => missed));
  const chosenComposite = best(
    composed.filter(({ missed }) => missed === fewestMissed),
    ({ figures }) => figures.compositeOutcome,
  );
  const chosen = scored(study, numbers, chosenComposite);
  const random = seeded(seed);
  const confirmed = Object.values(samples).map(({ name, ...sample }) => ({
    name,
    companies: sample.companies.length,
    periods: sample.periods.length,
    figures: figuresOf(study, chosen, sample),
    intervals: intervalsOf(study, chosen, sample, resamples, random),
  }));
  const chances = Array.from({ length: shuffles }, () => {
    const companies = rows.companies.map((company) => withShuffledWeeks(company, random));
    const disordered = new Study(rows.firstWeek, companies);
    const again = disordered.growth(chosenGrowth.maxCommitsADay, chosenGrowth.pace);
    return figuresOf(disordered, scored(disordered, again, chosenComposite), samples.all);
  });
  const chance = eachFigure((figure) => mean(chances.map((figures) => figures[figure])));
  const everything = confirmed.at(-1);
  return {
    seed,
    companies: study.companies.length,
    periods: study.periods,
    growth,
    chosenGrowth: chosenGrowth.name,
    composite,
    chosenComposite: chosenComposite.name,
    /** The choice on the half that chose it, the other half, the later weeks, and everything. */
    samples: confirmed,
    /** Means over the shuffles. */
    chance,
    /** Over all companies and weeks. */
    goals: GOALS.map((goal) => ({
      ...goal,
      reached: everything?.figures[goal.figure] ?? Number.NaN,
      interval: everything?.intervals[goal.figure] ?? { low: Number.NaN, high: Number.NaN },
      chance: chance[goal.figure],
      // Null where the figure is not known.
      isReached: (everything && isReached(goal, everything.figures)) ?? null,
    })),
  };
}

type NamedSample = Sample & { name: string };

/** A random half of the companies and the other one; the weeks up to one and the later ones. */
function samplesOf(study: Study, { seed, chooseUntil }: CompareOptions) {
  const all = study.companies.map((_, place) => place);
  // Halves depend on names alone, so that adding a company moves no other to the other half.
  const isFirst = (place: number) =>
    Number.parseInt(sha256(`${seed} ${study.companies[place]?.slug}`).slice(0, 8), 16) % 2 === 0;
  const halves = Map.groupBy(all, isFirst);
  const weeks = Array.from({ length: study.periods }, (_, period) => period);
  const early = weeks.filter((period) => study.firstWeek + period <= chooseUntil);
  const late = weeks.filter((period) => study.firstWeek + period > chooseUntil);
  const named = (name: string, companies: number[], periods: number[]): NamedSample => ({
    name,
    companies,
    periods,
    top: Math.max(1, Math.round((TOP * companies.length) / all.length)),
  });
  return {
    choosing: named('the half that chose', halves.get(true) ?? [], early),
    other: named('the other half', halves.get(false) ?? [], early),
    later: named('the later weeks', all, late),
    all: named('all companies and weeks', all, weeks),
  };
}

/** The central 95% of the figures of resampled companies. */
function intervalsOf(
  study: Study,
  chosen: Scored,
  sample: Sample,
  resamples: number,
  random: () => number,
): Record<keyof Figures, Interval> {
  const draws = Array.from({ length: resamples }, () => {
    const companies = resample(sample.companies, random);
    // The list keeps its length relative to the distinct companies.
    const top = Math.round((sample.top * new Set(companies).size) / sample.companies.length);
    return figuresOf(study, chosen, { ...sample, companies, top });
  });
  return eachFigure((figure) => interval95(draws.map((figures) => figures[figure])));
}

function eachFigure<T>(value: (figure: keyof Figures) => T): Record<keyof Figures, T> {
  const entries = FIGURES.map((figure) => [figure, value(figure)]);
  return Object.fromEntries(entries) as Record<keyof Figures, T>;
}

function best<T>(items: readonly T[], value: (item: T) => number): T {
  return items.reduce((first, item) => (value(item) > value(first) ? item : first));
}

/** A place is carried by one author when the growth score is below this without them. */
const MEDIAN_SCORE = 50;

/**
 * Share of the top places by growth alone that would be in the lower half, had the author with most
 * commits of the last four weeks never been there. All agents' accounts together are one author.
 */
function carriedByOne(
  study: Study,
  { maxCommitsADay, pace }: GrowthCandidate,
  growth: ByPeriod,
  sample: Sample,
): number {
  const places = sample.periods.flatMap((period) => {
    const eligible = sample.companies.filter((company) => study.isEligible(period, company));
    const known = [...(growth[period] ?? [])].filter(
      (value, company) => !Number.isNaN(value) && (study.velocity[period]?.[company] ?? 0) > 0,
    );
    const scoreOf = percentiles(known);
    return topOf(study, growth, period, eligible, sample.top).map((company) =>
      scoreOf(study.growthWithoutBusiest(company, period, maxCommitsADay, pace)),
    );
  });
  return share(places, (score) => score < MEDIAN_SCORE);
}
