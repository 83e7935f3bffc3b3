/** Which packages left a company's repositories and which came. */
import type { Copy } from '../ledger/copies.ts';
import { FOUR_WEEKS, WINDOWS_BACK } from '../measures/windows.ts';
import { type Frame, windowsKnown } from './frame.ts';
import type { DependencyChanges, Named, PackageChange } from './windows.ts';

/** Packages of the newest window, in the repository and ecosystem where most were exchanged. */
export type Exchange = { copy: number; left: Named<PackageChange>; came: Named<PackageChange> };

const NONE = { total: 0, first: [] };

/**
 * How many packages were exchanged by window, newest first; null if that is not known of any held copy.
 *
 * @param inWindow the number of the window that so many weeks before the frame's ends
 */
export function exchangedUpTo(
  copies: readonly Copy[],
  frame: Frame,
  inWindow: (weeksAgo: number) => number,
): number[] | null {
  if (!basisOf(copies, frame)) return null;
  const windows = windowsKnown(frame, FOUR_WEEKS, WINDOWS_BACK);
  return Array.from({ length: windows }, (_, ago) => inWindow((ago * FOUR_WEEKS) / 7));
}

/** @returns null if dependency changes are not known of any held copy */
export function dependencyChanges(
  copies: readonly Copy[],
  frame: Frame,
  exchanged: number[] | null,
  newest: Exchange | undefined,
): DependencyChanges | null {
  const basis = basisOf(copies, frame);
  if (!basis || !exchanged) return null;
  const shown = exchanged.length > 0 ? newest : undefined;
  const copy = shown && copies[shown.copy];
  return {
    exchanged,
    repository: copy?.repository ?? null,
    basis: copy?.dependencyBasis ?? basis,
    left: shown?.left ?? NONE,
    came: shown?.came ?? NONE,
  };
}

function basisOf(copies: readonly Copy[], { held }: Frame) {
  return copies.find((copy, index) => held[index] && copy.dependencyBasis !== null)
    ?.dependencyBasis;
}
