/** Days, months and quarters of the calendar, as times of questions. */
import { type Day, isoDay, type Period, parseDay, parsePeriod } from '../../lib/period.ts';
import type { Time } from './meaning.ts';

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** First and last day of a time as it is written; undefined for what the calendar does not have. */
export function daysOf(when: string, current: Period): { first: Day; last: Day } | undefined {
  const ago = /^latest(?:-(\d+))?$/.exec(when);
  if (ago) {
    const back = 7 * Number(ago[1] ?? 0);
    return { first: current.firstDay - back, last: current.lastDay - back };
  }
  const week = parsePeriod(when);
  if (week) return { first: week.firstDay, last: week.lastDay };
  const quarter = /^(\d{4})-q([1-4])$/.exec(when);
  const [year = 0, month] = when.split('-').map(Number);
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(when)) return { first: parseDay(when), last: parseDay(when) };
    if (quarter) return months(Number(quarter[1]), 3 * Number(quarter[2]) - 2, 3);
    return month === undefined ? months(year, 1, 12) : months(year, month, 1);
  } catch {
    return undefined;
  }
}

function months(year: number, month: number, length: number): { first: Day; last: Day } {
  const first = parseDay(`${year}-${String(month).padStart(2, '0')}-01`);
  return { first, last: Date.UTC(year, month - 1 + length, 0) / 86_400_000 };
}

export const isDated = ({ from, kind }: Time): boolean => from !== undefined || kind === 'now';
export const pointAt = (from: string): Time => ({ from, kind: 'point' });
export const spanIn = (from: string): Time => ({ from, kind: 'span', isCalendar: true });
export const startOf = ({ from = 'latest' }: Time): Pick<Time, 'from'> => ({ from });

export function dayTime(day: string): Time {
  try {
    return { ...pointAt(isoDay(parseDay(day))), isCalendar: true };
  } catch {
    return { kind: 'impossible', from: day };
  }
}

export function dayAfter(time: Time, days: { last: Day } | undefined): Pick<Time, 'from'> {
  return days && time.isCalendar ? { from: isoDay(days.last + 1) } : startOf(time);
}

export function dayBefore(days: { first: Day } | undefined): string {
  return days ? isoDay(days.first - 1) : 'latest';
}

export function monthOf(word: string): number {
  if (word.length < 3) return 0;
  const found = MONTHS.findIndex(
    (month) => month === word || (word.length <= 4 && month.startsWith(word)),
  );
  return word === 'mar' || found !== 2 || word === 'march' ? found + 1 : 0;
}

export function monthBefore(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}

export function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}
