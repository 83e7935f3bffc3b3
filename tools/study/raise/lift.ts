/**
 * Whether a flag comes more often in the weeks before an event than in other stretches of the same
 * company (docs/study.md). Pure: the same series, events and seed give the same digits.
 */

import { seeded } from '../../../src/features/research/random.ts';
import { quantile } from '../../../src/features/research/statistics.ts';
import { mean, sum } from '../../../src/lib/averages.ts';
import { type Interval, interval95, resample } from '../resample.ts';
import { type Series, type Share, sharesByShift, type Window } from './shifts.ts';

export const MIN_EVENTS = 10;
/** Normal quantile of the power that the smallest lift is printed for. */
const POWER_80 = 0.8416;

export type Tested = { name: string; series: readonly Series[]; window: Window };
export type Draws = { seed: number; shifts: number; resamples: number };

export type Lift = Interval & {
  name: string;
  /** Events that could be compared, of how many companies; and the events that could not. */
  events: number;
  companies: number;
  leftOut: number;
  /** Share of events with a flag, and the mean own base rate; NaN of none. */
  flagged: number;
  base: number;
  lift: number;
  /** By the shifts of this test alone, and of the largest of all tests (max-T). */
  p: number;
  corrected: number;
  /** The smallest lift that is found in four of five cases at 5%; corrected with the others. */
  smallest: number;
  smallestCorrected: number;
};

/**
 * Tests of the same companies, in the same order: a shift moves all flags of a company together, so
 * that the correction knows how tests hang together. Those with fewer than 10 events are not tested.
 */
export function lifts(tests: readonly Tested[], { seed, shifts, resamples }: Draws): Lift[] {
  const random = seeded(seed);
  const compared = tests.map(({ series, window }) =>
    series
      .map((company, place) => ({ place, byShift: sharesByShift(company, window) }))
      .filter(({ byShift }) => byShift.length > 0),
  );
  const chance: number[][] = tests.map(() => []);
  for (let draw = 0; draw < shifts; draw++) {
    const turns = (tests[0]?.series ?? []).map(() => random());
    for (const [test, companies] of compared.entries()) {
      const shifted = companies.map(
        ({ place, byShift }) => byShift[Math.floor((turns[place] ?? 0) * byShift.length)],
      );
      chance[test]?.push(liftIn(shifted));
    }
  }
  const results = tests.map(({ name, series }, test) => {
    const counted = (compared[test] ?? []).flatMap(({ byShift: [share] }) =>
      share?.events ? [share] : [],
    );
    const events = sum(counted.map((share) => share.events));
    const perEvent = (values: number[]) => (events === 0 ? Number.NaN : sum(values) / events);
    const flagged = perEvent(counted.map((share) => share.flagged));
    const base = perEvent(counted.map((share) => share.base));
    const resampled = Array.from({ length: resamples }, () => liftIn(resample(counted, random)));
    const isTested = events >= MIN_EVENTS;
    const companies = counted.length;
    const leftOut = sum(series.map((company) => company.events.length)) - events;
    const counts = { name, events, companies, leftOut };
    const interval = isTested ? interval95(resampled) : { low: Number.NaN, high: Number.NaN };
    const lift = { ...counts, flagged, base, lift: flagged - base, ...interval };
    return { lift, chance: isTested ? standardize(chance[test] ?? [], flagged - base) : undefined };
  });
  const largest = Array.from({ length: shifts }, (_, draw) =>
    Math.max(0, ...results.map((result) => result.chance?.distances[draw] ?? 0)),
  );
  return results.map(({ lift, chance: own }) => {
    if (!own) return { ...lift, ...NOT_TESTED };
    const smallest = (distances: readonly number[]) => {
      const ascending = distances.toSorted((a, b) => a - b);
      return own.spread > 0 ? (quantile(ascending, 0.95) + POWER_80) * own.spread : Number.NaN;
    };
    return {
      ...lift,
      p: tail(own.distances, own.distance),
      corrected: tail(largest, own.distance),
      smallest: smallest(own.distances),
      smallestCorrected: smallest(largest),
    };
  });
}

const NOT_TESTED = {
  p: Number.NaN,
  corrected: Number.NaN,
  smallest: Number.NaN,
  smallestCorrected: Number.NaN,
};

function liftIn(shares: readonly (Share | undefined)[]): number {
  let [events, difference] = [0, 0];
  for (const share of shares) {
    if (!share) continue;
    events += share.events;
    difference += share.flagged - share.base;
  }
  return events === 0 ? 0 : difference / events;
}

/** Distances from the centre of what chance gives, in its deviations; 0 where chance gives one value. */
function standardize(values: readonly number[], observed: number) {
  const centre = mean(values);
  const spread = Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
  const distance = (value: number) => (spread > 0 ? Math.abs(value - centre) / spread : 0);
  return { spread, distances: values.map(distance), distance: distance(observed) };
}

/** Share of the draws at least as far out; the observation is one of them. */
function tail(draws: readonly number[], observed: number): number {
  return (1 + draws.filter((draw) => draw >= observed - ROUNDING).length) / (1 + draws.length);
}
/** Equal sums differ by less, in whatever order they were added. */
const ROUNDING = 1e-9;
