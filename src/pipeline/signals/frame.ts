/** A period of one company, as the numbers of people, releases and packages see it. */
import { sum } from '../../lib/averages.ts';
import type { Day } from '../../lib/period.ts';
import { FOUR_WEEKS } from '../measures/windows.ts';
import type { CompanyCoverage } from './coverage.ts';

export type Frame = Pick<CompanyCoverage, 'held' | 'from'> & { lastDay: Day };

/** Number of windows of `days` days before a period's end that are known, at most `limit`. */
export function windowsKnown(
  { lastDay, from }: Pick<Frame, 'lastDay' | 'from'>,
  days: number,
  limit: number,
): number {
  return Math.max(0, Math.min(limit, Math.floor((lastDay - from + 1) / days)));
}

const WEEKS = FOUR_WEEKS / 7;

/** Sums of the newest windows of four weeks. @param weekly newest first */
export function inFourWeeks(weekly: readonly number[], windows: number): number[] {
  return Array.from({ length: windows }, (_, ago) =>
    sum(weekly.slice(ago * WEEKS, (ago + 1) * WEEKS)),
  );
}
