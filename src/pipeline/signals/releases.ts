/** Number of days on which a company released. */
import type { Copy } from '../ledger/copies.ts';
import { FOUR_WEEKS, WINDOWS_BACK } from '../measures/windows.ts';
import { type Frame, inFourWeeks, windowsKnown } from './frame.ts';

/**
 * Days with a release by window of four weeks, newest first, as far back as all tags are held.
 *
 * @param copies the company's
 * @param weeklyDays newest first
 */
export function releaseDaysOf(
  copies: readonly Copy[],
  { lastDay, held, from }: Frame,
  weeklyDays: readonly number[],
): number[] {
  const tagsFrom = copies.reduce(
    (latest, copy, index) => (held[index] ? Math.max(latest, copy.releasesFrom) : latest),
    from,
  );
  const known = windowsKnown({ lastDay, from: tagsFrom }, FOUR_WEEKS, WINDOWS_BACK);
  return inFourWeeks(weeklyDays, known);
}
