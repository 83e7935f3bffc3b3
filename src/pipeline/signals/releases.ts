/** On which days a company released. Many tags on one day are one. */
import type { Copy } from '../ledger/copies.ts';
import type { ReleaseColumns } from '../ledger/releases.ts';
import { firstAbove, textAt } from '../ledger/shared-columns.ts';
import {
  FOUR_WEEKS,
  MAX_NAMED,
  type Named,
  type Release,
  WINDOWS_BACK,
} from '../ledger/windows.ts';
import { type Frame, windowsKnown } from './frame.ts';

/**
 * Days with a release by window of four weeks, newest first, as far back as all tags are held.
 *
 * @param company its place
 * @param copies the company's
 */
export function releaseDaysOf(
  releases: ReleaseColumns,
  company: number,
  copies: readonly Copy[],
  frame: Frame,
): number[] {
  const { lastDay, held } = frame;
  const tagsFrom = copies.reduce(
    (from, copy, index) => (held[index] ? Math.max(from, copy.releasesFrom) : from),
    frame.from,
  );
  const known = windowsKnown({ lastDay, from: tagsFrom }, FOUR_WEEKS, WINDOWS_BACK);
  const releaseDays = new Array<number>(known).fill(0);
  let seenOn = -1;
  for (const row of newestFirst(releases, company, lastDay, known * FOUR_WEEKS)) {
    const day = releases.days[row] ?? 0;
    if (!held[releases.copies[row] ?? 0]) continue;
    const ago = Math.floor((lastDay - day) / FOUR_WEEKS);
    if (day !== seenOn) releaseDays[ago] = (releaseDays[ago] ?? 0) + 1;
    seenOn = day;
  }
  return releaseDays;
}

export function newestReleases(
  releases: ReleaseColumns,
  company: number,
  copies: readonly Copy[],
  { lastDay, held }: Frame,
): Named<Release> {
  const first: Release[] = [];
  let total = 0;
  for (const row of newestFirst(releases, company, lastDay, FOUR_WEEKS)) {
    const copy = releases.copies[row] ?? 0;
    if (!held[copy] || ++total > MAX_NAMED) continue;
    first.push({
      repository: copies[copy]?.repository ?? '',
      tag: textAt(releases.tags, row),
      day: releases.days[row] ?? 0,
    });
  }
  return { total, first };
}

/** Places of a company's rows of so many days to the last one. */
function* newestFirst(
  { companies, days }: ReleaseColumns,
  company: number,
  lastDay: number,
  length: number,
): Generator<number, void> {
  const [start, end] = [companies[company] ?? 0, companies[company + 1] ?? 0];
  for (let row = firstAbove(days, start, end, lastDay) - 1; row >= start; row--) {
    if ((days[row] ?? 0) <= lastDay - length) return;
    yield row;
  }
}
