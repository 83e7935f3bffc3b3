/** What the counts of a company's windows are made of. */
import type { Day } from '../../lib/period.ts';
import type { People } from '../ledger/people.ts';
import {
  type Composition,
  NEW_AFTER_DAYS,
  WINDOW_NAMES,
  WINDOWS,
  type WindowName,
} from '../ledger/windows.ts';
import type { Frame } from './frame.ts';

export type Compositions = Record<WindowName, Composition>;

/** @param people up to the frame's last day, at least 60 and 180 days before it */
export function compositionOf(people: People, frame: Frame): Compositions {
  const composition = emptyCompositions(frame);
  for (let person = 0; person < people.count; person++) {
    const lastSeen = people.columns.days[(people.ends[person] ?? 0) - 1] ?? 0;
    // The longest window begins 60 days before; people who were away for longer are not in any.
    if (lastSeen < frame.lastDay - WINDOWS.prior30d.first) continue;
    for (const name of WINDOW_NAMES)
      addToWindow(composition[name], WINDOWS[name], people, person, frame);
  }
  return composition;
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

/** @param person its place */
function addToWindow(
  composition: Composition,
  { first, last }: { first: number; last: number },
  { columns, isAgent, starts, ends }: People,
  person: number,
  { lastDay, held }: Frame,
): void {
  const { days, copies } = columns;
  const start = starts[person] ?? 0;
  const firstDay = lastDay - first;
  let commits = 0;
  let bulk: number | null = 0;
  let daysSeen = 0;
  let seenOn = -1;
  let row = (ends[person] ?? 0) - 1;
  for (; row >= start; row--) {
    const day = days[row] ?? 0;
    if (day < firstDay) break;
    if (day > lastDay - last || !held[copies[row] ?? 0]) continue;
    commits += columns.commits[row] ?? 0;
    const landed = columns.bulk[row] ?? -1;
    bulk = bulk === null || landed < 0 ? null : bulk + landed;
    if (day !== seenOn) daysSeen++;
    seenOn = day;
  }
  if (daysSeen === 0) return;
  composition.commits += commits;
  composition.bulk = composition.bulk === null || bulk === null ? null : composition.bulk + bulk;
  if (isAgent[person] === 1) return;
  composition.people++;
  composition.largest = Math.max(composition.largest, commits);
  if (daysSeen >= 2) composition.steadyPeople++;
  if (composition.newPeople !== null && isNewAt(firstDay, columns, start, row, held))
    composition.newPeople++;
}

/** Whether somebody had no commit in the 180 days before a day; `at` is the last row before it. */
function isNewAt(
  day: Day,
  { days, copies }: People['columns'],
  start: number,
  at: number,
  held: readonly boolean[],
): boolean {
  for (let row = at; row >= start; row--) {
    if ((days[row] ?? 0) < day - NEW_AFTER_DAYS) return true;
    if (held[copies[row] ?? 0]) return false;
  }
  return true;
}
