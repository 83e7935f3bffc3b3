/** Which weeks and days a query means. */
import { NotFoundError } from '../../lib/errors.ts';
import {
  type Day,
  isoDay,
  lastDayNamed,
  parseDay,
  parsePeriod,
  periodOf,
} from '../../lib/period.ts';
import { firstDay, lastDay } from '../../registry/partial-date.ts';
import type { Verdict } from './list-engine.ts';
import { refused } from './refusals.ts';

/** Inclusive; `all` has neither end. */
export type Days = { first: Day; last: Day };

const EVER: Days = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };

/** The days that a year, month or day can mean. */
export function spanOf(date: string): Days {
  return { first: parseDay(firstDay(date)), last: parseDay(lastDay(date)) };
}

/** Whether something on one of the days was within others; undefined if it may have been. */
export function isWithin(days: Days, { first, last }: Days): Verdict {
  if (days.last < first || days.first > last) return false;
  return days.first >= first && days.last <= last ? true : undefined;
}

/** The common verdict; undefined if they differ. */
export function verdictOf([first, ...others]: readonly boolean[]): Verdict {
  return others.every((other) => other === first) ? first : undefined;
}

/**
 * The days of a time as a query writes it. A day is itself; weekly subjects take its week.
 *
 * @param weeks slugs of the published weeks, oldest first
 * @throws BellwetherError `unknown-period` for what the calendar does not have
 */
export function daysOf(when: string, weeks: readonly string[]): Days {
  if (when === 'all') return EVER;
  const [base = '', part] = when.split('-');
  if (base === 'latest') {
    const slug = weeks.at(-1 - Number(part ?? 0));
    if (slug === undefined) throw unknownPeriod(`${when} is before the first week`, weeks);
    return daysOf(slug, weeks);
  }
  const week = parsePeriod(when);
  if (week) return { first: week.firstDay, last: week.lastDay };
  if (part?.startsWith('q')) {
    const month = (place: number) => String(Number(part.slice(1)) * 3 - place).padStart(2, '0');
    return { first: spanOf(`${base}-${month(2)}`).first, last: spanOf(`${base}-${month(0)}`).last };
  }
  try {
    return spanOf(when);
  } catch {
    throw unknownPeriod(`The calendar has no ${when}`, weeks);
  }
}

type Range = { period?: string | undefined; from?: string | undefined; to?: string | undefined };

/**
 * The days from one time to another.
 *
 * @throws BellwetherError `empty-range`
 */
export function rangeOf({ period, from, to }: Range, weeks: readonly string[]): Days | undefined {
  if (period !== undefined && (from ?? to) !== undefined)
    throw refused('empty-range', 'Give either period, or from and to, not both.');
  if (period !== undefined) return daysOf(period, weeks);
  if (from === undefined && to === undefined) return undefined;
  const { first } = from === undefined ? EVER : daysOf(from, weeks);
  const { last } = to === undefined ? EVER : daysOf(to, weeks);
  if (first > last)
    throw refused('empty-range', `The range ends (${to}) before it begins (${from}).`);
  return { first, last };
}

/**
 * The weeks in a range: those that end in it; of a range within one week, that week.
 *
 * @throws BellwetherError `unknown-period` where no published week does
 */
export function weeksIn({ first, last }: Days, weeks: readonly string[]): readonly string[] {
  const within = weeks.filter((week) => {
    const end = lastDayNamed(week);
    return end >= first && end <= last;
  });
  if (within.length > 0) return within;
  const around = periodOf(first).slug;
  if (last - first < 7 && weeks.includes(around)) return [around];
  throw unknownPeriod(`No published week ends from ${isoDay(first)} to ${isoDay(last)}`, weeks);
}

function unknownPeriod(what: string, weeks: readonly string[]): NotFoundError {
  const [first, last] = [weeks[0] ?? null, weeks.at(-1) ?? null];
  return new NotFoundError('unknown-period', `${what}; weeks run from ${first} to ${last}.`, {
    details: { available: { first, last } },
  });
}
