/** Which weeks and days a query means. */
import { NotFoundError } from '../../lib/errors.ts';
import { type Day, isoDay, parseDay, parsePeriod, periodOf } from '../../lib/period.ts';
import { firstDay, lastDay } from '../../registry/partial-date.ts';
import { refused } from './refusals.ts';

/** Inclusive; `all` has neither end. */
export type Days = { first: Day; last: Day };

const EVER: Days = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };

/**
 * The days of a time as a query writes it. A day is itself; weekly subjects take its week.
 *
 * @param weeks slugs of the published weeks, oldest first
 * @throws BellwetherError `unknown-period` for what the calendar does not have
 */
export function daysOf(when: string, weeks: readonly string[]): Days {
  if (when === 'all') return EVER;
  const [base = '', ago] = when.split('-');
  if (base === 'latest') {
    const slug = weeks.at(-1 - Number(ago ?? 0));
    if (slug === undefined) throw unknownPeriod(`${when} is before the first week`, weeks);
    return daysOfWeek(slug) ?? EVER;
  }
  const week = daysOfWeek(when);
  if (week) return week;
  const quarter = /^(\d{4})-q([1-4])$/.exec(when);
  if (quarter) {
    const month = Number(quarter[2]) * 3;
    return {
      first: parseDay(`${quarter[1]}-${padded(month - 2)}-01`),
      last: parseDay(lastDay(`${quarter[1]}-${padded(month)}`)),
    };
  }
  try {
    return { first: parseDay(firstDay(when)), last: parseDay(lastDay(when)) };
  } catch {
    throw unknownPeriod(`The calendar has no ${when}`, weeks);
  }
}

function daysOfWeek(slug: string): Days | undefined {
  const week = parsePeriod(slug);
  return week && { first: week.firstDay, last: week.lastDay };
}

function padded(month: number): string {
  return String(month).padStart(2, '0');
}

/**
 * The days from one time to another.
 *
 * @throws BellwetherError `empty-range`
 */
export function rangeOf(
  {
    period,
    from,
    to,
  }: { period?: string | undefined; from?: string | undefined; to?: string | undefined },
  weeks: readonly string[],
): Days | undefined {
  if (period !== undefined && (from ?? to) !== undefined)
    throw refused('empty-range', 'Give either period, or from and to, not both.');
  if (period !== undefined) return daysOf(period, weeks);
  if (from === undefined && to === undefined) return undefined;
  const first = from === undefined ? EVER.first : daysOf(from, weeks).first;
  const last = to === undefined ? EVER.last : daysOf(to, weeks).last;
  if (first > last)
    throw refused('empty-range', `The range ends (${to}) before it begins (${from}).`);
  return { first, last };
}

/**
 * The places of the weeks in a range: those that end in it; of a range within one week, that week.
 *
 * @throws BellwetherError `unknown-period` where no published week does
 */
export function weeksIn({ first, last }: Days, weeks: readonly string[]): number[] {
  const within = lastDaysOf(weeks).flatMap((end, index) =>
    end >= first && end <= last ? [index] : [],
  );
  if (within.length > 0) return within;
  if (last - first < 7) {
    const index = weeks.indexOf(periodOf(first).slug);
    if (index >= 0) return [index];
  }
  throw unknownPeriod(`No published week ends from ${isoDay(first)} to ${isoDay(last)}`, weeks);
}

/** Published weeks are the same for all questions of a publication. */
const lastDays = new WeakMap<readonly string[], readonly number[]>();

function lastDaysOf(weeks: readonly string[]): readonly number[] {
  const known = lastDays.get(weeks);
  if (known) return known;
  const days = weeks.map((slug) => daysOfWeek(slug)?.last ?? Number.NaN);
  lastDays.set(weeks, days);
  return days;
}

function unknownPeriod(what: string, weeks: readonly string[]): NotFoundError {
  const [first, last] = [weeks[0] ?? null, weeks.at(-1) ?? null];
  return new NotFoundError('unknown-period', `${what}; weeks run from ${first} to ${last}.`, {
    details: { available: { first, last } },
  });
}
