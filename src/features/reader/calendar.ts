/** Weeks, days, months and quarters as times of questions, seen from the current week. */
import {
  type Day,
  isoDay,
  type Period,
  parseDay,
  parsePeriod,
  periodOf,
} from '../../lib/period.ts';
import { ORDINAL_WORDS } from '../../lib/prose.ts';
import { type Days, daysOf } from '../query/query-time.ts';
import type { Time } from './meaning.ts';
import { inWords } from './numbers.ts';

/** The named parts of a form of words; undefined where one is left out. */
export type Groups = Readonly<Record<string, string | undefined>>;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Weeks in a unit. */
const WEEKS: Readonly<Record<string, number>> = {
  day: 1 / 7,
  week: 1,
  wk: 1,
  fortnight: 2,
  month: 4.345,
  quarter: 13,
  year: 52,
};
/** `the last few weeks` */
const FEW = 4;
/** A week number this close after the current week may mean a week to come. */
const COMING_WEEKS = 2;

const point = (from: string): Time => ({ from, kind: 'point' });
export const NOW: Time = { kind: 'now' };
const ago = (weeks: number): Time => ({ from: `latest-${Math.round(weeks)}`, kind: 'ago' });
const span = (from: string): Time => ({ from, kind: 'span', isCalendar: true });
const padded = (number: number | string): string => String(number).padStart(2, '0');

export class Calendar {
  readonly #current: Period;
  /** The last day with data. */
  readonly #until: Day;
  /** ISO day in the current week. */
  readonly #today: string;

  constructor(current: Period, until: Day) {
    this.#current = current;
    this.#until = until;
    this.#today = isoDay(current.lastDay);
  }

  week({ week = '', year }: Groups): Time {
    const [current = '', number] = this.#current.slug.split('-w');
    // The newest year that has had the week.
    const isPast = Number(week) > Number(number) + COMING_WEEKS;
    const slug = `${year === undefined ? Number(current) - Number(isPast) : this.#year(year)}-w${padded(week)}`;
    return parsePeriod(slug) ? point(slug) : { kind: 'impossible', from: slug };
  }

  day({ day = '', ...groups }: Groups): Time {
    return this.date({ date: `${this.month(groups).from}-${padded(day)}` });
  }

  date({ date = '' }: Groups): Time {
    return knownDays(date, this.#current)
      ? { ...point(date), isCalendar: true }
      : { kind: 'impossible', from: date };
  }

  month({ month = '', year }: Groups): Time {
    const number = MONTHS.indexOf(month.slice(0, 3)) + 1;
    const [last, latest] = isoDay(this.#until).split('-').map(Number);
    const newest = Number(last) - Number(number > Number(latest));
    return span(`${year === undefined ? newest : this.#year(year)}-${padded(number)}`);
  }

  quarter({ quarter, nth = '', year }: Groups): Time {
    return span(`${this.#year(year)}-q${quarter ?? ORDINAL_WORDS.indexOf(nth) + 1}`);
  }

  year({ year }: Groups = {}): Time {
    return span(this.#year(year));
  }

  written({ when = '' }: Groups): Time {
    return span(when);
  }

  /** A week of a month or year: `the end of June`. */
  part({ part = 'first', ...groups }: Groups): Time | undefined {
    const whole = groups['month'] === undefined ? this.year(groups) : this.month(groups);
    const days = this.days(whole);
    if (!days) return undefined;
    const isEnd = part === 'end' || part === 'late';
    const middle = (days.first + days.last) >> 1;
    const day = isEnd ? days.last - 6 : part.startsWith('mid') ? middle : days.first;
    return point(periodOf(Math.min(day, this.#until)).slug);
  }

  ago({ count, unit = 'week' }: Groups): Time {
    return ago(weeksIn(count, unit));
  }

  /** `this year`, `the latest two weeks`: windows end now anyway. */
  current({ unit }: Groups): Time {
    if (unit === 'quarter') return span(quarterOf(this.#today));
    return unit === 'year' ? this.year() : NOW;
  }

  /** `last month`, `the past six weeks` */
  last({ last, count, unit = '', plural }: Groups): Time {
    const isOne = count === undefined && !plural;
    if (isOne && unit === 'week') return ago(1);
    if (isOne && last !== 'past') {
      if (unit === 'month') return { ...span(monthBefore(this.#today)), isMonth: true };
      if (unit === 'year') return span(String(Number(this.#today.slice(0, 4)) - 1));
    }
    const weeks = Math.round(weeksIn(count ?? (isOne ? '1' : String(FEW)), unit));
    const { lastDay } = this.#current;
    if (weeks === 1 && !isOne)
      return { from: isoDay(lastDay - 6), to: this.#today, kind: 'span', isCalendar: true };
    if (weeks <= 2 || (weeks === 4 && unit === 'day')) return NOW;
    const from = `latest-${isOne && last === 'past' ? weeks : weeks - 1}`;
    const isMonth = isOne && unit === 'month';
    return { from, to: 'latest', kind: 'span', ...(isMonth && { isMonth }) };
  }

  /** First and last day of a time; undefined if the calendar has no such day. */
  days({ from = '', to = from }: Time): Days | undefined {
    const first = knownDays(from, this.#current)?.first;
    const last = knownDays(to, this.#current)?.last;
    return first === undefined || last === undefined ? undefined : { first, last };
  }

  /** Times after the last known day are not known. */
  checked(time: Time): Time {
    if (time.kind === 'future' || time.kind === 'impossible' || time.from === undefined)
      return time;
    const days = this.days(time);
    if (!days) return { kind: 'impossible', from: time.from };
    const { first } = days;
    return first > this.#until ? { kind: 'future', from: time.from } : { ...time, first };
  }

  #year(year = 'this'): string {
    if (/^\d/.test(year)) return year;
    return String(Number(this.#today.slice(0, 4)) - Number(/last|previous/.test(year)));
  }
}

function weeksIn(count = '1', unit: string): number {
  const size = WEEKS[unit] ?? 1;
  if (count.startsWith('half')) return size / 2;
  if (count.includes('couple')) return size * 2;
  if (/^an?$/.test(count)) return size;
  return size * (count.includes('few') ? FEW : (inWords(count) ?? Number(count)));
}

/** First and last day of a time as written; undefined if the calendar has no such day. */
function knownDays(when: string, current: Period): Days | undefined {
  const back = /^latest(?:-(\d+))?$/.exec(when);
  const days = 7 * Number(back?.[1] ?? 0);
  try {
    const { first, last } = daysOf(back ? current.slug : when, []);
    return { first: first - days, last: last - days };
  } catch {
    return undefined;
  }
}

function monthBefore(day: string): string {
  return isoDay(parseDay(`${day.slice(0, 7)}-01`) - 1).slice(0, 7);
}

function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}
