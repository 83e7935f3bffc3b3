/** Times in days, UTC: weeks, months, quarters and years of the calendar. */
import { type Day, type Period, parseDay, parsePeriod } from '../../../lib/period.ts';

/** What was meant by the words. */
export type Time =
  /** One week. */
  | { kind: 'week'; period: Period }
  /** All days of both ends; `unit` is what was named. */
  | { kind: 'range'; first: Day; last: Day; unit: 'day' | 'week' | 'month' | 'quarter' | 'year' }
  /** Everything there is. */
  | { kind: 'ever' }
  /** After the current period: nothing is known of it. */
  | { kind: 'future'; words: string }
  /** No such week or day is in the calendar. */
  | { kind: 'impossible'; words: string };

export type FoundTime = {
  time: Time;
  /** Tokens, the second exclusive. */
  from: number;
  to: number;
  /**
   * `since`, `before`, `ago`: how the words stand to the time; undefined for the time itself. `against`:
   * what is asked about is compared with it.
   */
  relation: 'since' | 'until' | 'after' | 'before' | 'ago' | 'past' | 'against' | undefined;
};

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** First and last day; undefined for what has none. */
export function daysOf(time: Time): [Day, Day] | undefined {
  if (time.kind === 'week') return [time.period.firstDay, time.period.lastDay];
  if (time.kind === 'range') return [time.first, time.last];
  return undefined;
}

export function unitOf(time: Time): Unit {
  return time.kind === 'range' ? time.unit : 'week';
}

export function weekOf(year: number, number: number, words: string): Time {
  const period = parsePeriod(`${year}-w${two(number)}`);
  return period ? { kind: 'week', period } : { kind: 'impossible', words };
}

export function dayNamed(iso: string): Time {
  try {
    const day = parseDay(iso);
    return { kind: 'range', first: day, last: day, unit: 'day' };
  } catch {
    return { kind: 'impossible', words: iso };
  }
}

/** @param month 0 is January; any other number is carried over into the years */
export function monthOf(year: number, month: number): Extract<Time, { kind: 'range' }> {
  const first = Date.UTC(year, month, 1) / 86_400_000;
  const last = Date.UTC(year, month + 1, 1) / 86_400_000 - 1;
  return { kind: 'range', first, last, unit: 'month' };
}

/** @param number 1 to 4; any other is carried over into the years */
export function quarterOf(year: number, number: number): Time {
  const { first } = monthOf(year, (number - 1) * 3);
  const { last } = monthOf(year, (number - 1) * 3 + 2);
  return { kind: 'range', first, last, unit: 'quarter' };
}

export function yearOf(year: number): Time {
  return {
    kind: 'range',
    first: monthOf(year, 0).first,
    last: monthOf(year, 11).last,
    unit: 'year',
  };
}

export function two(number: number): string {
  return String(number).padStart(2, '0');
}
