/** How well scores do: the figures of docs/method.md's table of goals, over any companies and periods. */
import { rankCorrelation, share } from '../../src/features/research/statistics.ts';
import { mean } from '../../src/lib/averages.ts';
import type { Scores } from '../../src/pipeline/signals/rank.ts';
import { isCounted, type TypedStartup } from './type-goals.ts';

/** The numbers that figures are computed from; NaN stands for what is not known. */
export type StudiedStartup = TypedStartup & {
  scores: Scores;
  /** Shares of the 14 days' commits: of the person who wrote most, and landed in bulk. */
  largestShare: number;
  bulkShare: number;
  /** As `readOutcomes` gives it. */
  outcome: number;
};

/** By slug, oldest period first. */
export type StudiedPeriods = readonly ReadonlyMap<string, StudiedStartup>[];

export type Sample = {
  /** Slugs; a resample may hold one several times. */
  companies: readonly string[];
  /** Places of periods. */
  periods: readonly number[];
  /** Length of the top list: 20 of all companies, fewer of a part of them. */
  top: number;
};

export const TOP = 20;

export function wholeSample(study: { companies: readonly string[]; periods: StudiedPeriods }) {
  return { companies: study.companies, periods: [...study.periods.keys()], top: TOP };
}

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

const composite = ({ scores }: StudiedStartup) => scores.composite;
const outcome = (startup: StudiedStartup) => startup.outcome;

/** Each is the mean over periods, the last two over places of lists; NaN of none. */
export function figuresOf(studied: StudiedPeriods, { companies, periods, top }: Sample): Figures {
  const eligibleAt = (period: number) =>
    companies.flatMap((slug) => {
      const startup = studied[period]?.get(slug);
      return startup && isCounted(startup) ? [startup] : [];
    });
  const compared = periods.map((period) => {
    const eligible = eligibleAt(period);
    const list = topOf(eligible, top);
    const correlate = (value: Value, other: Value) =>
      correlationOf(eligible.map(value), eligible.map(other));
    return {
      list,
      growthOutcome: correlate(({ scores }) => scores.growth, outcome),
      compositeOutcome: correlate(composite, outcome),
      size: correlate(composite, ({ commitVelocity14d }) => commitVelocity14d),
      ...laterFigures(eligible, list, eligibleAt(period + LATER), top),
    };
  });
  const meanOf = (figure: Exclude<keyof (typeof compared)[number], 'list'>) => {
    const known = compared.map((each) => each[figure]).filter((value) => !Number.isNaN(value));
    return known.length === 0 ? Number.NaN : mean(known);
  };
  const shareOf = (places: readonly number[], least: number) =>
    places.length === 0 || places.some(Number.isNaN)
      ? Number.NaN
      : share(places, (value) => value >= least);
  const lists = compared.map(({ list }) => list);
  const first = lists.flatMap((list) => list.slice(0, FIRST_RANKS));
  return {
    persistence: meanOf('persistence'),
    topKept: meanOf('topKept'),
    growthOutcome: meanOf('growthOutcome'),
    compositeOutcome: meanOf('compositeOutcome'),
    size: meanOf('size'),
    firstInBulk: shareOf(
      first.map(({ bulkShare }) => bulkShare),
      MUCH_BULK,
    ),
    topByOne: shareOf(
      lists.flat().map(({ largestShare }) => largestShare),
      MUCH_BY_ONE,
    ),
  };
}

type Value = (startup: StudiedStartup) => number;

/** The part that is left of a period's order four periods later; NaN after the last one. */
function laterFigures(
  eligible: readonly StudiedStartup[],
  list: readonly StudiedStartup[],
  later: readonly StudiedStartup[],
  top: number,
) {
  if (later.length === 0) return { persistence: Number.NaN, topKept: Number.NaN };
  const bySlug = new Map(later.map((startup) => [startup.slug, startup]));
  const pairs = eligible.flatMap((startup) => {
    const again = bySlug.get(startup.slug);
    return again ? [[composite(startup), composite(again)] as const] : [];
  });
  const listLater = new Set(topOf(later, top).map(({ slug }) => slug));
  return {
    persistence: correlationOf(
      pairs.map(([now]) => now),
      pairs.map(([, then]) => then),
    ),
    topKept: share(list, ({ slug }) => listLater.has(slug)),
  };
}

/** Highest scores first; ties by commits, then by slug. */
function topOf(eligible: readonly StudiedStartup[], length: number): StudiedStartup[] {
  return [...new Set(eligible)]
    .sort(
      (a, b) =>
        composite(b) - composite(a) ||
        b.commitVelocity14d - a.commitVelocity14d ||
        (a.slug < b.slug ? -1 : 1),
    )
    .slice(0, length);
}

const MIN_PAIRS = 8;

/** Spearman's, of the pairs that are known; NaN of too few. */
function correlationOf(xs: readonly number[], ys: readonly number[]): number {
  const isKnown = (_: number, index: number) =>
    !Number.isNaN(xs[index]) && !Number.isNaN(ys[index]);
  const known = xs.filter(isKnown);
  return known.length < MIN_PAIRS ? Number.NaN : rankCorrelation(known, ys.filter(isKnown));
}
