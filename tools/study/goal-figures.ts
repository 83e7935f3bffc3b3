/**
 * How well scores do: the figures of docs/method.md's table of goals, over any companies and periods.
 */

import { rankCorrelation, share } from '../../src/features/research/statistics.ts';
import { mean } from '../../src/lib/averages.ts';
import type { ByPeriod, Study } from './study.ts';

/** Growth and composite scores by period and company; NaN where there is none. */
export type Scored = { growth: ByPeriod; composite: ByPeriod };

export type Sample = {
  /** Places of companies; a resample may hold one several times. */
  companies: readonly number[];
  /** Places of periods. */
  periods: readonly number[];
  /** Length of the top list: 20 of all companies, fewer of a part of them. */
  top: number;
};

/** Periods from a list to the one that it is compared with. */
const LATER = 4;
const FIRST_RANKS = 3;
const MUCH_BULK = 0.3;
const MUCH_BY_ONE = 0.7;

export const FIGURES = [
  /** Rank correlation of the composite with itself, four periods apart. */
  'persistence',
  /** Share of the top list that is still in it four periods later. */
  'topKept',
  /** Rank correlation of the growth score with the next four weeks' pace over the own base. */
  'growthOutcome',
  /** The same of the composite. */
  'compositeOutcome',
  /** Rank correlation of the composite with the commit count. */
  'size',
  /** Share of ranks 1 to 3 of which 30% or more landed in bulk; NaN if that is not known. */
  'firstInBulk',
  /** Share of the top list of which one person wrote 70% or more. */
  'topByOne',
] as const;
export type Figures = Record<(typeof FIGURES)[number], number>;

/** Each is the mean over periods, the last two over places of lists; NaN of none. */
export function figuresOf(study: Study, { growth, composite }: Scored, sample: Sample): Figures {
  const persistence: number[] = [];
  const topKept: number[] = [];
  const growthOutcome: number[] = [];
  const compositeOutcome: number[] = [];
  const size: number[] = [];
  const first: number[] = [];
  const top: number[] = [];
  for (const period of sample.periods) {
    const eligibleAt = (at: number) =>
      sample.companies.filter((company) => study.isEligible(at, company));
    const at = (numbers: ByPeriod, company: number, when = period) =>
      numbers[when]?.[company] ?? Number.NaN;
    const correlate = (left: ByPeriod, right: ByPeriod, companies: number[], when = period) =>
      correlationOf(
        companies.map((company) => at(left, company)),
        companies.map((company) => at(right, company, when)),
      );
    const eligible = eligibleAt(period);
    growthOutcome.push(correlate(growth, study.outcome, eligible));
    compositeOutcome.push(correlate(composite, study.outcome, eligible));
    size.push(correlate(composite, study.velocity, eligible));
    const list = topOf(study, composite, period, eligible, sample.top);
    for (const company of list.slice(0, FIRST_RANKS)) first.push(at(study.bulkShare, company));
    for (const company of list) top.push(at(study.largestShare, company));
    const later = period + LATER;
    if (later >= study.periods) continue;
    const eligibleLater = eligibleAt(later);
    const still = new Set(eligibleLater);
    const both = eligible.filter((company) => still.has(company));
    persistence.push(correlate(composite, composite, both, later));
    const listLater = new Set(topOf(study, composite, later, eligibleLater, sample.top));
    topKept.push(share(list, (company) => listLater.has(company)));
  }
  const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));
  const meanOf = (values: readonly number[]) =>
    known(values).length === 0 ? Number.NaN : mean(known(values));
  const shareOf = (places: readonly number[], least: number) =>
    places.length === 0 || places.some(Number.isNaN)
      ? Number.NaN
      : share(places, (value) => value >= least);
  return {
    persistence: meanOf(persistence),
    topKept: meanOf(topKept),
    growthOutcome: meanOf(growthOutcome),
    compositeOutcome: meanOf(compositeOutcome),
    size: meanOf(size),
    firstInBulk: shareOf(first, MUCH_BULK),
    topByOne: shareOf(top, MUCH_BY_ONE),
  };
}

/** Highest scores first; ties by commits, then by slug, which the places follow. */
export function topOf(
  study: Study,
  scores: ByPeriod,
  period: number,
  eligible: readonly number[],
  length: number,
): number[] {
  const value = (numbers: ByPeriod, company: number) => numbers[period]?.[company] ?? 0;
  return [...new Set(eligible)]
    .sort(
      (a, b) =>
        value(scores, b) - value(scores, a) ||
        value(study.velocity, b) - value(study.velocity, a) ||
        a - b,
    )
    .slice(0, length);
}

const MIN_PAIRS = 8;

/** Spearman's, of the pairs that are known; NaN of too few. */
function correlationOf(xs: readonly number[], ys: readonly number[]): number {
  const known = xs.map((x, index) => !Number.isNaN(x) && !Number.isNaN(ys[index] ?? Number.NaN));
  if (known.filter(Boolean).length < MIN_PAIRS) return Number.NaN;
  const isKnown = (_: number, index: number) => known[index] === true;
  return rankCorrelation(xs.filter(isKnown), ys.filter(isKnown));
}
