/** Packages that left a company's repositories, and packages that came. */
import type { Copy } from '../ledger/copies.ts';
import { FOUR_WEEKS } from '../measures/windows.ts';
import { type Frame, windowsKnown } from './frame.ts';
import type { DependencyChanges, Named, PackageChange, ReplacedPackage } from './windows.ts';

/** Packages of the newest window, in the repository and ecosystem where most were exchanged. */
export type Exchange = { copy: number; left: Named<PackageChange>; came: Named<PackageChange> };
/** By the place of the copy in which it happened. */
export type Replacement = Omit<ReplacedPackage, 'repository'> & { copy: number };

const NONE = { total: 0, first: [] };

/** Null if dependency changes of four weeks are not known of any held copy. */
export function dependencyChanges(
  copies: readonly Copy[],
  frame: Frame,
  replacedRoles: number,
  replaced: readonly Replacement[],
  exchange: Exchange | undefined,
): DependencyChanges | null {
  const basis = basisOf(copies, frame);
  if (!basis || windowsKnown(frame, FOUR_WEEKS, 1) === 0) return null;
  const copy = exchange && copies[exchange.copy];
  return {
    replacedRoles,
    replaced: replaced.map(({ copy: place, ...pair }) => ({
      ...pair,
      repository: copies[place]?.repository ?? '',
    })),
    repository: copy?.repository ?? null,
    basis: copy?.dependencyBasis ?? basis,
    left: exchange?.left ?? NONE,
    came: exchange?.came ?? NONE,
  };
}

function basisOf(copies: readonly Copy[], { held }: Frame) {
  return copies.find((copy, index) => held[index] && copy.dependencyBasis !== null)
    ?.dependencyBasis;
}
