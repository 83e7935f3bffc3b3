/** A company's flags before its events and in its other stretches, as they are and shifted in a circle. */
import { mean, sum } from '../../../src/lib/averages.ts';

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

/** Sums over a company's events, for one shift of its flags. */
export type Share = { events: number; flagged: number; base: number };

/**
 * By shift, the first being none. The flags move in a circle and the events stay, so that neither the
 * rhythm of the flags nor the dates of the events are broken.
 */
export function sharesByShift(series: Series, window: Window): Share[] {
  if (series.events.length === 0) return [];
  const read = stretches(series, window);
  return series.flags.map((_, shift) => {
    const { base, events } = read(shift);
    const counted = events.filter((flag) => flag !== undefined);
    if (base === undefined) return { events: 0, flagged: 0, base: 0 };
    return { events: counted.length, flagged: sum(counted), base: counted.length * base };
  });
}

/** An event as it is tested: whether a flag comes before it, and the company's own base rate. */
export type Compared = { flagged: 0 | 1; base: number };

/** The events in their order; undefined where one cannot be compared. */
export function comparedEvents(series: Series, window: Window): (Compared | undefined)[] {
  const { base, events } = stretches(series, window)(0);
  return events.map((flagged) =>
    flagged === undefined || base === undefined ? undefined : { flagged, base },
  );
}

/** Reads a shift: the flags before the events, and the share of the base that is flagged, if known. */
function stretches({ flags, events, busy }: Series, window: Window) {
  const length = window.from - window.until + 1;
  const isFree = (start: number) =>
    busy.every(
      ([first, last]) =>
        start >= last + WEEKS_FROM_EVENTS || start + length - 1 <= first - WEEKS_FROM_EVENTS,
    );
  const bases = [...flags.keys()].filter(isFree);
  const starts = events.map((week) => week - window.from);
  const readStretch = stretchReader(flags, length);
  return (shift: number) => {
    const read = (start: number) => readStretch(start, shift);
    const base = bases.map(read).filter((flag) => flag !== undefined);
    return {
      base: base.length < MIN_BASE_STRETCHES ? undefined : mean(base),
      events: starts.map(read),
    };
  };
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

/** The sum of all values before each place, and of all. */
function sumsBefore(values: readonly number[]): number[] {
  const sums = [0];
  for (const [place, value] of values.entries()) sums.push((sums[place] ?? 0) + value);
  return sums;
}
