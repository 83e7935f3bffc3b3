/** What the counts of a company's windows are made of. */
import type { Day } from '../../lib/period.ts';
import type { ActivityDay, PersonActivity } from '../ledger/rows.ts';
import {
  type Composition,
  NEW_AFTER_DAYS,
  WINDOW_NAMES,
  WINDOWS,
  type WindowName,
} from '../ledger/windows.ts';
import type { Frame } from './frame.ts';

export type Compositions = Record<WindowName, Composition>;

/** @param frames oldest first */
export function compositionsOf(
  people: readonly PersonActivity[],
  frames: readonly Frame[],
): Compositions[] {
  const compositions = frames.map(emptyCompositions);
  for (const person of people) addPerson(person, frames, compositions);
  return compositions;
}

/**
 * The larger of the shares of a window's commits that one person wrote and that landed in bulk, 0–1;
 * 0 without commits. Where the ledger does not say what landed in bulk, the person decides.
 */
export function concentrationOf({
  commits,
  largest,
  bulk,
}: Pick<Composition, 'commits' | 'largest' | 'bulk'>): number {
  return commits === 0 ? 0 : Math.max(largest, bulk ?? 0) / commits;
}

function emptyCompositions({ lastDay, from }: Frame): Compositions {
  const empty = (name: WindowName): Composition => ({
    commits: 0,
    largest: 0,
    bulk: 0,
    people: 0,
    steadyPeople: 0,
    newPeople: from <= lastDay - WINDOWS[name].first - NEW_AFTER_DAYS ? 0 : null,
  });
  return {
    current14d: empty('current14d'),
    prior14d: empty('prior14d'),
    current30d: empty('current30d'),
    prior30d: empty('prior30d'),
  };
}

function addPerson(
  { days, isAgent }: PersonActivity,
  frames: readonly Frame[],
  compositions: readonly Compositions[],
): void {
  let end = 0;
  for (const [index, frame] of frames.entries()) {
    while ((days[end]?.day ?? Infinity) <= frame.lastDay) end++;
    const composition = compositions[index];
    // The longest window begins 60 days before; people who were away for longer are not in any.
    if (composition && (days[end - 1]?.day ?? -Infinity) >= frame.lastDay - WINDOWS.prior30d.first)
      for (const name of WINDOW_NAMES)
        addToWindow(composition[name], WINDOWS[name], days, end, frame, isAgent);
  }
}

/** @param end place after the last day of the period */
function addToWindow(
  composition: Composition,
  { first, last }: { first: number; last: number },
  days: readonly ActivityDay[],
  end: number,
  { lastDay, held }: Frame,
  isAgent: boolean,
): void {
  const firstDay = lastDay - first;
  let commits = 0;
  let bulk: number | null = 0;
  let daysSeen = 0;
  let seenOn = -1;
  let at = end - 1;
  for (; at >= 0; at--) {
    const row = days[at];
    if (!row || row.day < firstDay) break;
    if (row.day > lastDay - last || !held[row.copy]) continue;
    commits += row.commits;
    bulk = bulk === null || row.bulk === null ? null : bulk + row.bulk;
    if (row.day !== seenOn) daysSeen++;
    seenOn = row.day;
  }
  if (daysSeen === 0) return;
  composition.commits += commits;
  composition.bulk = composition.bulk === null || bulk === null ? null : composition.bulk + bulk;
  if (isAgent) return;
  composition.people++;
  composition.largest = Math.max(composition.largest, commits);
  if (daysSeen >= 2) composition.steadyPeople++;
  if (composition.newPeople !== null && isNewAt(firstDay, days, at, held)) composition.newPeople++;
}

/** Whether somebody had no commit in the 180 days before a day; `at` is the last row before it. */
function isNewAt(
  day: Day,
  days: readonly ActivityDay[],
  at: number,
  held: readonly boolean[],
): boolean {
  for (let before = at; before >= 0; before--) {
    const row = days[before];
    if (!row || row.day < day - NEW_AFTER_DAYS) return true;
    if (held[row.copy]) return false;
  }
  return true;
}
