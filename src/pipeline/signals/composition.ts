/** Composition of the counts in a company's windows. */
import { NEW_AFTER_DAYS, WINDOW_NAMES, WINDOWS, type WindowName } from '../measures/windows.ts';
import type { Frame } from './frame.ts';
import type { Composition } from './windows.ts';

export type Compositions = Record<WindowName, Composition>;

/** @param counts of a window by its place, `bulk` below 0 where it is not known */
export function compositionOf(
  { lastDay, from }: Pick<Frame, 'lastDay' | 'from'>,
  counts: (place: number) => Record<keyof Composition, number>,
): Compositions {
  const windows = WINDOW_NAMES.map((name, place): [WindowName, Composition] => {
    const { bulk, newPeople, ...rest } = counts(place);
    const isKnown = from <= lastDay - WINDOWS[name].first - NEW_AFTER_DAYS;
    return [name, { ...rest, bulk: bulk < 0 ? null : bulk, newPeople: isKnown ? newPeople : null }];
  });
  // All of them.
  return Object.fromEntries(windows) as Compositions;
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
