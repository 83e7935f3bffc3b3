/** Parts that queries of a ledger's rows have in common. */
import { type Day, isoDay } from '../../lib/period.ts';

/** Days from the first through the last, both inclusive; without a last one, all days that follow. */
export type DaySpan = { since: number; through?: Day | undefined };

/** Whether a row's day is in the span, as SQL. */
export function isWithin({ since, through }: DaySpan): string {
  const bounds = [
    ...(Number.isFinite(since) ? [`day >= ${sqlDay(since)}`] : []),
    ...(through === undefined ? [] : [`day <= ${sqlDay(through)}`]),
  ];
  return bounds.join(' AND ') || '1 = 1';
}

/** A day as an SQL literal. */
function sqlDay(day: Day): string {
  return `DATE '${isoDay(day)}'`;
}

/** A column of days as whole numbers. */
export function dayNumber(column: string): string {
  return `CAST(date_diff('day', DATE '1970-01-01', ${column}) AS INTEGER)`;
}
