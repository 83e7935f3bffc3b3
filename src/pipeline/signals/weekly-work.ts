/** The weeks from which the growth and novelty scores are computed. */
import { firstFullWeek, weekIndex } from '../../lib/period.ts';
import type { Copy } from '../ledger/copies.ts';
import { PACE_WEEKS } from '../measures/windows.ts';
import type { Frame } from './frame.ts';

/** How many weeks of a company's pace are known, its own included, at most 52. */
export function paceWeeks(copies: readonly Pick<Copy, 'began'>[], frame: Frame): number {
  const weeks = weekIndex(frame.lastDay) - paceFrom(copies, frame) + 1;
  return Math.max(0, Math.min(PACE_WEEKS, weeks));
}

/** The first week of which all held copies know everything, and in which one of them had begun. */
export function paceFrom(copies: readonly Pick<Copy, 'began'>[], { held, from }: Frame): number {
  const began = copies.map((copy, index) => (held[index] ? copy.began : Infinity));
  return firstFullWeek(Math.max(from, Math.min(...began)));
}
