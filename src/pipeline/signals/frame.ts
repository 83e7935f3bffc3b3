/** A period of one company, as the numbers of people, releases and packages see it. */
import type { Day } from '../../lib/period.ts';

export type Frame = {
  lastDay: Day;
  /** Whether each of the company's copies is held. */
  held: readonly boolean[];
  /** First day that all held copies know; −Infinity when they go back to their first commits. */
  from: number;
};

/** How many windows of so many days before a period's end are known, at most `limit`. */
export function windowsKnown({ lastDay, from }: Frame, days: number, limit: number): number {
  return Math.max(0, Math.min(limit, Math.floor((lastDay - from + 1) / days)));
}

/** Place of the first row after a day, in rows of ascending days. */
export function firstAfter(rows: readonly { day: Day }[], day: Day): number {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((rows[middle]?.day ?? Infinity) <= day) from = middle + 1;
    else to = middle;
  }
  return from;
}
