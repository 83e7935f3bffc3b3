/**
 * Whether a flag comes more often in the weeks before an event than in other stretches of the same
 * company (docs/study.md). Pure: the same series, events and seed give the same digits.
 */

import type { RaiseStudy } from '../../../src/features/research/raise-study.ts';
import { seeded } from '../../../src/features/research/random.ts';
import { quantile } from '../../../src/features/research/statistics.ts';
import { mean, sum } from '../../../src/lib/averages.ts';
import { interval95, resample } from '../resample.ts';
import { type Series, type Share, sharesByShift, type Window } from './shifts.ts';

const MIN_EVENTS = 10;
/** Normal quantile of the power that the smallest lift is printed for. */
const POWER_80 = 0.8416;

export type Tested = { name: string; series: readonly Series[]; window: Window };
export type Draws = { seed: number; shifts: number; resamples: number };

/** The results of a group as `results.json` has them, where what is not known is null instead of NaN. */
export type GroupResult = Known<RaiseStudy>['results'][number];
type Known<T> = { [K in keyof T]: T[K] extends object ? Known<T[K]> : Exclude<T[K], null> };
/** Corrected figures are by the largest of all tests (max-T), others by the shifts of a test alone. */
export type Lift = GroupResult['primary'];

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
    const total = (member: keyof Share) => sum(counted.map((share) => share[member]));
    const events = total('events');
    const [flagged, base] = [ratio(total('flagged'), events), ratio(total('base'), events)];
    const resampled = Array.from({ length: resamples }, () => liftIn(resample(counted, random)));
    const isTested = events >= MIN_EVENTS;
    const leftOut = sum(series.map((company) => company.events.length)) - events;
    const interval = isTested ? interval95(resampled) : { low: Number.NaN, high: Number.NaN };
    const lift = flagged - base;
    const counts = { name, events, companies: counted.length, leftOut };
    return {
      lift: { ...counts, flagged, base, lift, ...interval },
      chance: isTested ? standardize(chance[test] ?? [], lift) : undefined,
    };
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

/** NaN of none. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? Number.NaN : part / whole;
}

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
/** Equal sums differ by less, in any order of addition. */
const ROUNDING = 1e-9;
