/** Periods: ISO 8601 weeks, Monday to Sunday, UTC. Days are integers: days since 1970-01-01. */

import { memoize } from './memoize.ts';

/** Days since 1970-01-01, UTC. */
export type Day = number;

export type Period = {
  /** `2026-w33` */
  slug: string;
  /** `Week 33, 2026 (10–16 August)` */
  name: string;
  /** Monday. */
  firstDay: Day;
  /** Sunday, called D in the definitions. All windows end on it, inclusive. */
  lastDay: Day;
};

const MILLISECONDS_A_DAY = 86_400_000;
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

export const PERIOD_SLUG = /^(\d{4})-w(0[1-9]|[1-4]\d|5[0-3])$/;

export function dayOf(unixSeconds: number): Day {
  return Math.floor(unixSeconds / 86_400);
}

/** `2026-08-16` */
export function isoDay(day: Day): string {
  if (!(day >= 0 && day < DAYS_KEPT)) return isoDate(day);
  ISO_DAYS[day] ??= isoDate(day);
  return ISO_DAYS[day];
}

function isoDate(day: Day): string {
  return new Date(day * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}

/** Days up to 2052 are formatted once: publishing needs each of them hundreds of times. */
const DAYS_KEPT = 30_000;
const ISO_DAYS: string[] = [];

/** The current day, UTC, as an ISO date. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The day of an ISO date. @throws RangeError if it is not a real calendar date */
export function parseDay(iso: string): Day {
  const milliseconds = Date.parse(`${iso}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso) || Number.isNaN(milliseconds))
    throw new RangeError(`${iso} is not a date like 2026-08-16`);
  const day = milliseconds / MILLISECONDS_A_DAY;
  if (isoDay(day) !== iso) throw new RangeError(`${iso} is not in the calendar`);
  return day;
}

/** Consecutive number of the ISO week that contains the day (week 0 begins on 1970-01-05). */
export function weekIndex(day: Day): number {
  return Math.floor((day - 4) / 7);
}

/** The first week that begins on or after the day; −Infinity for −Infinity. */
export function firstFullWeek(day: Day): number {
  return weekIndex(day + 6);
}

export function periodOf(day: Day): Period {
  return periodAt(weekIndex(day));
}

export function lastDayOf(week: number): Day {
  return week * 7 + 10;
}

export function periodAt(week: number): Period {
  const lastDay = lastDayOf(week);
  const firstDay = lastDay - 6;
  const { year, number } = isoWeek(firstDay);
  return {
    slug: `${year}-w${String(number).padStart(2, '0')}`,
    name: `Week ${number}, ${year} (${dayRange(firstDay, lastDay)})`,
    firstDay,
    lastDay,
  };
}

/** Lower-cases an ISO week such as `2026-W31` to its slug; returns any other text unchanged. */
export function periodSlug(text: string): string {
  return /^\d{4}-W\d{2}$/.test(text) ? text.toLowerCase() : text;
}

/** The period with this slug; undefined if it is malformed or the year has no such week. */
export function parsePeriod(slug: string): Period | undefined {
  return PERIOD_SLUG.test(slug) ? periodNamed(slug) : undefined;
}

/** Every query about weeks needs the days of all of them. */
const PERIODS_KEPT = 2_000;
const periodNamed = memoize(PERIODS_KEPT, (slug): Readonly<Period> | undefined => {
  const [year, week] = slug.split('-w');
  const fourthOfJanuary = parseDay(`${year}-01-04`);
  const period = periodAt(weekIndex(fourthOfJanuary) + Number(week) - 1);
  return period.slug === slug ? period : undefined;
});

/** The ISO 8601 year and number of a week: its year is that of its Thursday. */
function isoWeek(monday: Day): { year: number; number: number } {
  const year = new Date((monday + 3) * MILLISECONDS_A_DAY).getUTCFullYear();
  const firstWeek = weekIndex(parseDay(`${year}-01-04`));
  return { year, number: weekIndex(monday) - firstWeek + 1 };
}

function dayRange(first: Day, last: Day): string {
  const [from, to] = [first, last].map((day) => new Date(day * MILLISECONDS_A_DAY)) as [Date, Date];
  if (from.getUTCMonth() === to.getUTCMonth())
    return `${from.getUTCDate()}–${to.getUTCDate()} ${MONTH.format(to)}`;
  return `${from.getUTCDate()} ${MONTH.format(from)} – ${to.getUTCDate()} ${MONTH.format(to)}`;
}

/** The instant at which the period ends, UTC. @throws RangeError for an invalid slug */
export function endOfPeriod(slug: string): Date {
  return new Date((lastDayNamed(slug) + 1) * MILLISECONDS_A_DAY);
}

/** The last day of the period with this slug. @throws RangeError for an invalid slug */
export function lastDayNamed(slug: string): Day {
  const period = parsePeriod(slug);
  if (period) return period.lastDay;
  throw new RangeError(`${slug} is not a period`);
}

/** `2026-w31` is `week 31 of 2026`. */
export function weekName(slug: string): string {
  const [year = '', week = ''] = slug.split('-w');
  return week === '' ? slug : `week ${Number(week)} of ${year}`;
}
