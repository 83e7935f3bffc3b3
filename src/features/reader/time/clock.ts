/** The current period, and what lies a number of weeks, months or years behind it. */
import { type Day, isoDay, type Period, periodOf } from '../../../lib/period.ts';
import type { FoundTime, Time, Unit } from './calendar.ts';
import { monthOf, yearOf } from './calendar.ts';

/** A time that was read, up to a token, exclusive. */
export type Read = { time: Time; to: number; relation?: FoundTime['relation'] };

const DAYS_A_WEEK = 7;

export class Clock {
  readonly current: Period;

  /** @param current the period that "this week" and "now" mean */
  constructor(current: Period) {
    this.current = current;
  }

  now(): Time {
    return { kind: 'week', period: this.current };
  }

  /** The week that lies so far behind the current one. */
  back(count: number, unit: Unit): Time {
    return { kind: 'week', period: periodOf(this.daysBack(count, unit)) };
  }

  /** All days since so long ago, with those of the current period. */
  past(count: number, unit: Unit): Time {
    return {
      kind: 'range',
      first: this.daysBack(count, unit) + 1,
      last: this.current.lastDay,
      unit,
    };
  }

  daysBack(count: number, unit: Unit): Day {
    const { lastDay } = this.current;
    if (unit === 'day') return lastDay - count;
    if (unit === 'week') return lastDay - count * DAYS_A_WEEK;
    const date = new Date(isoDay(lastDay));
    const months = { month: 1, quarter: 3, year: 12 }[unit] * count;
    const target = monthOf(date.getUTCFullYear(), date.getUTCMonth() - months);
    return Math.min(target.first + date.getUTCDate() - 1, target.last);
  }

  /** The year of the latest such week that has ended. */
  yearOfWeek(number: number): number {
    const [year = 0, week = 0] = this.current.slug.split('-w').map(Number);
    return number <= week ? year : year - 1;
  }

  /** The year of the latest such month that has begun. */
  yearOfMonth(month: number): number {
    const date = new Date(isoDay(this.current.lastDay));
    return month <= date.getUTCMonth() ? date.getUTCFullYear() : date.getUTCFullYear() - 1;
  }

  sinceNewYear(to: number): Read {
    const { lastDay } = this.current;
    const year = Number(isoDay(lastDay).slice(0, 4));
    return { time: yearOf(year), to };
  }
}
