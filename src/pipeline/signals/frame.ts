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
export function windowsKnown(
  { lastDay, from }: Pick<Frame, 'lastDay' | 'from'>,
  days: number,
  limit: number,
): number {
  return Math.max(0, Math.min(limit, Math.floor((lastDay - from + 1) / days)));
}
