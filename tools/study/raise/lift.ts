/**
 * Whether a flag comes more often in the weeks before an event than in other stretches of the same
 * company (docs/study.md). Pure: the same series, events and seed give the same digits.
 */
import { quantile } from '../../../src/features/research/statistics.ts';
import { mean, sum } from '../../../src/lib/averages.ts';
import { seeded } from '../../../src/lib/random.ts';

/** A company's flags by week. Weeks are counted from the first that is known. */
export type Series = {
  /** 1 or 0; −1 where the week is not known. */
  flags: readonly number[];
  /** Weeks of the events that count. */
  events: readonly number[];
  /** First and last week that any event of the company can lie in, whether it counts or not. */
  busy: readonly (readonly [first: number, last: number])[];
};

/** The weeks looked at, counted back from an event: 12 and 6 are the seven weeks −12 to −6. */
export type Window = { from: number; until: number };

const MIN_KNOWN = 0.8;
const MIN_BASE_STRETCHES = 26;
const WEEKS_FROM_EVENTS = 13;
export const MIN_EVENTS = 10;
/** Normal quantile of the power that the smallest lift is printed for. */
const POWER_80 = 0.8416;

/** Of one shift of a company's flags: sums over its events. */
type Share = { events: number; flagged: number; base: number };

/**
 * By shift, the first being none. The flags move in a circle and the events stay, so that neither the
 * rhythm of the flags nor the dates of the events are broken.
 */
export function sharesByShift({ flags, events, busy }: Series, window: Window): Share[] {
  const length = window.from - window.until + 1;
  const isFree = (start: number) =>
    busy.every(
      ([first, last]) =>
        start >= last + WEEKS_FROM_EVENTS || start + length - 1 <= first - WEEKS_FROM_EVENTS,
    );
  const bases = [...flags.keys()].filter(isFree);
  const starts = events.map((week) => week - window.from);
  const readStretch = stretchReader(flags, length);
  return flags.map((_, shift) => {
    const read = (all: readonly number[]) =>
      all.map((start) => readStretch(start, shift)).filter((flag) => flag !== undefined);
    const [base, counted] = [read(bases), read(starts)];
    if (base.length < MIN_BASE_STRETCHES) return { events: 0, flagged: 0, base: 0 };
    return {
      events: counted.length,
      flagged: sum(counted),
      base: counted.length * mean(base),
    };
  });
}

/** Reads whether a stretch has a flag, by its first week; undefined where too little is known. */
function stretchReader(flags: readonly number[], length: number) {
  const twice = [...flags, ...flags];
  const known = sumsBefore(twice.map((flag) => (flag >= 0 ? 1 : 0)));
  const flagged = sumsBefore(twice.map((flag) => (flag === 1 ? 1 : 0)));
  return (start: number, shift: number): 0 | 1 | undefined => {
    const within = (week: number) => Math.min(Math.max(week, 0), flags.length) + shift;
    const [from, to] = [within(start), within(start + length)];
    const count = (sums: readonly number[]) => (sums[to] ?? 0) - (sums[from] ?? 0);
    if (count(known) < MIN_KNOWN * length) return undefined;
    return count(flagged) > 0 ? 1 : 0;
  };
}

function sumsBefore(values: readonly number[]): number[] {
  let total = 0;
  const sums = [0];
  for (const value of values) {
    total += value;
    sums.push(total);
  }
  return sums;
}

export type Tested = { name: string; series: readonly Series[]; window: Window };
export type Draws = { seed: number; shifts: number; resamples: number };

export type Lift = {
  name: string;
  /** Events that could be compared, of how many companies; and the events that could not. */
  events: number;
  companies: number;
  leftOut: number;
  /** Share of events with a flag, and the mean own base rate; NaN of none. */
  flagged: number;
  base: number;
  lift: number;
  low: number;
  high: number;
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
  const shares = tests.map(({ series, window }) =>
    series.map((company) => (company.events.length > 0 ? sharesByShift(company, window) : [])),
  );
  const random = seeded(seed);
  const places = (tests[0]?.series ?? []).map((_, place) => place);
  const chance = tests.map(() => [] as number[]);
  for (let draw = 0; draw < shifts; draw++) {
    const at = places.map(() => random());
    for (const [test, companies] of shares.entries())
      chance[test]?.push(
        liftIn(
          companies.map((byShift, place) => byShift[Math.floor((at[place] ?? 0) * byShift.length)]),
        ),
      );
  }
  const results = tests.map(({ name, series }, test) => {
    const unshifted = (shares[test] ?? []).map(([first]) => first);
    const counted = unshifted.filter((share) => share !== undefined && share.events > 0);
    const events = sum(counted.map((share) => share?.events ?? 0));
    const per = (value: 'flagged' | 'base') =>
      events === 0 ? Number.NaN : sum(counted.map((share) => share?.[value] ?? 0)) / events;
    const draws = Array.from({ length: resamples }, () =>
      liftIn(counted.map(() => counted[Math.floor(random() * counted.length)])),
    ).sort((a, b) => a - b);
    const isTested = events >= MIN_EVENTS;
    const values = isTested ? (chance[test] ?? []) : [];
    const [centre, spread] = [mean(values), deviation(values)];
    return {
      name,
      events,
      companies: counted.length,
      leftOut: sum(series.map((company) => company.events.length)) - events,
      flagged: per('flagged'),
      base: per('base'),
      lift: per('flagged') - per('base'),
      low: isTested ? quantile(draws, 0.025) : Number.NaN,
      high: isTested ? quantile(draws, 0.975) : Number.NaN,
      isTested,
      spread,
      distance: distance(per('flagged') - per('base'), centre, spread),
      chance: values.map((value) => distance(value, centre, spread)),
    };
  });
  const largest = Array.from({ length: shifts }, (_, draw) =>
    Math.max(0, ...results.map((result) => result.chance[draw] ?? 0)),
  );
  const criticalOfAll = quantile(
    largest.toSorted((a, b) => a - b),
    0.95,
  );
  return results.map(({ isTested, spread, distance: own, chance: draws, ...result }) => {
    const critical = quantile(
      draws.toSorted((a, b) => a - b),
      0.95,
    );
    const orNone = (value: number) => (isTested ? value : Number.NaN);
    const smallest = (limit: number) =>
      orNone(spread > 0 ? (limit + POWER_80) * spread : Number.NaN);
    return {
      ...result,
      p: orNone(tail(draws, own)),
      corrected: orNone(tail(largest, own)),
      smallest: smallest(critical),
      smallestCorrected: smallest(criticalOfAll),
    };
  });
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

/** From what chance gives, in its own unit; 0 where chance gives one value only. */
function distance(value: number, centre: number, spread: number): number {
  return spread > 0 ? Math.abs(value - centre) / spread : 0;
}

/** Share of the draws at least as far out; the observation is one of them. */
function tail(draws: readonly number[], own: number): number {
  return (1 + draws.filter((draw) => draw >= own - 1e-9).length) / (1 + draws.length);
}

function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}
