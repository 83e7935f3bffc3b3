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
  /** Share of the top list that stands in it four periods later too. */
  'topKept',
  /** The same if the list were drawn at random. */
  'topKeptByChance',
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
  const rows = {
    persistence: [] as number[],
    topKept: [] as number[],
    topKeptByChance: [] as number[],
    growthOutcome: [] as number[],
    compositeOutcome: [] as number[],
    size: [] as number[],
  };
  const first: number[] = [];
  const top: number[] = [];
  for (const period of sample.periods) {
    const eligible = sample.companies.filter((company) => study.isEligible(period, company));
    const value = (numbers: ByPeriod, company: number) => numbers[period]?.[company] ?? Number.NaN;
    const relation = (a: ByPeriod, b: ByPeriod, at = period) =>
      correlationOf(
        eligible.map((company) => value(a, company)),
        eligible.map((company) => b[at]?.[company] ?? Number.NaN),
      );
    rows.growthOutcome.push(relation(growth, study.outcome));
    rows.compositeOutcome.push(relation(composite, study.outcome));
    rows.size.push(relation(composite, study.velocity));
    const list = topOf(study, composite, period, eligible, sample.top);
    for (const company of list.slice(0, FIRST_RANKS)) first.push(value(study.bulkShare, company));
    for (const company of list) top.push(value(study.largestShare, company));
    const later = period + LATER;
    if (later >= study.periods) continue;
    const again = sample.companies.filter((company) => study.isEligible(later, company));
    const still = new Set(again);
    const both = eligible.filter((company) => still.has(company));
    rows.persistence.push(
      correlationOf(
        both.map((company) => value(composite, company)),
        both.map((company) => composite[later]?.[company] ?? Number.NaN),
      ),
    );
    const listLater = new Set(topOf(study, composite, later, again, sample.top));
    rows.topKept.push(share(list, (company) => listLater.has(company)));
    // Who is no longer eligible cannot be kept, by chance or otherwise.
    const chance =
      (sample.top / Math.max(again.length, 1)) * share(eligible, (one) => still.has(one));
    rows.topKeptByChance.push(Math.min(1, chance));
  }
  const meanOf = (values: readonly number[]) => {
    const known = values.filter((each) => !Number.isNaN(each));
    return known.length === 0 ? Number.NaN : mean(known);
  };
  const shareOf = (places: readonly number[], least: number) =>
    places.length === 0 || places.some(Number.isNaN)
      ? Number.NaN
      : share(places, (one) => one >= least);
  return {
    persistence: meanOf(rows.persistence),
    topKept: meanOf(rows.topKept),
    topKeptByChance: meanOf(rows.topKeptByChance),
    growthOutcome: meanOf(rows.growthOutcome),
    compositeOutcome: meanOf(rows.compositeOutcome),
    size: meanOf(rows.size),
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
  const of = (numbers: ByPeriod, company: number) => numbers[period]?.[company] ?? 0;
  return [...new Set(eligible)]
    .sort(
      (a, b) =>
        of(scores, b) - of(scores, a) || of(study.velocity, b) - of(study.velocity, a) || a - b,
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
