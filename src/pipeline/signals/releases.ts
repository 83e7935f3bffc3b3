/** On which days a company released. Many tags on one day are one. */
import type { Copy } from '../ledger/copies.ts';
import type { ReleaseRow } from '../ledger/rows.ts';
import { FOUR_WEEKS, type Release, WINDOWS_BACK } from '../ledger/windows.ts';
import { type Frame, firstAfter, windowsKnown } from './frame.ts';

/**
 * @param releases of all the company's copies, oldest first
 * @returns days with a release by window of four weeks, newest first, as far back as all tags are
 *   held; and the releases of the newest window
 */
export function releasesOf(
  releases: readonly ReleaseRow[],
  copies: readonly Copy[],
  frame: Frame,
): { releaseDays: number[]; releases: Release[] } {
  const { lastDay, held } = frame;
  const tagsFrom = copies.reduce(
    (from, copy, index) => (held[index] ? Math.max(from, copy.releasesFrom) : from),
    frame.from,
  );
  const known = windowsKnown({ ...frame, from: tagsFrom }, FOUR_WEEKS, WINDOWS_BACK);
  const releaseDays = new Array<number>(known).fill(0);
  const newest: Release[] = [];
  let seenOn = -1;
  for (let at = firstAfter(releases, lastDay) - 1; at >= 0; at--) {
    const row = releases[at];
    if (!row || row.day <= lastDay - known * FOUR_WEEKS) break;
    if (!held[row.copy]) continue;
    const ago = Math.floor((lastDay - row.day) / FOUR_WEEKS);
    if (row.day !== seenOn) releaseDays[ago] = (releaseDays[ago] ?? 0) + 1;
    seenOn = row.day;
    if (ago === 0)
      newest.push({
        repository: copies[row.copy]?.repository ?? '',
        tag: row.tag,
        day: row.day,
      });
  }
  return { releaseDays, releases: newest };
}
