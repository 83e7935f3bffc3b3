/**
 * Which packages left a company's repositories and which came. A package counts only if it did one of
 * the two in a window: what was both added and removed is none of either.
 */
import type { Day } from '../../lib/period.ts';
import type { Copy } from '../ledger/copies.ts';
import type { DependencyColumns } from '../ledger/dependency-changes.ts';
import { firstAbove, textAt } from '../ledger/shared-columns.ts';
import {
  type DependencyChanges,
  FOUR_WEEKS,
  MAX_NAMED,
  type Named,
  type PackageChange,
  WINDOWS_BACK,
} from '../ledger/windows.ts';
import { type Frame, windowsKnown } from './frame.ts';

/** Packages of one repository and ecosystem, as places of rows. */
type Exchange = { copy: number; left: number[]; came: number[] };

export class PackageChanges {
  readonly #columns: DependencyColumns;
  readonly #tally: Tally;

  constructor(columns: DependencyColumns) {
    this.#columns = columns;
    this.#tally = new Tally(columns);
  }

  /**
   * @param company its place
   * @param copies the company's
   * @param exchangedIn the number of packages exchanged in the window that so many weeks before the
   *   frame's ends
   * @returns null if dependency changes are not known of any held copy
   */
  upTo(
    company: number,
    copies: readonly Copy[],
    frame: Frame,
    exchangedIn: (weeksAgo: number) => number,
  ): DependencyChanges | null {
    const basis = basisOf(copies, frame);
    const exchanged = exchangedUpTo(copies, frame, exchangedIn);
    if (!basis || !exchanged) return null;
    const newest =
      exchanged.length > 0 ? this.#largest(company, frame.held, frame.lastDay) : undefined;
    const copy = newest && copies[newest.copy];
    return {
      exchanged,
      repository: copy?.repository ?? null,
      basis: copy?.dependencyBasis ?? basis,
      left: this.#named(newest?.left ?? []),
      came: this.#named(newest?.came ?? []),
    };
  }

  /** How many packages were exchanged in the four weeks to a day. */
  exchangedBy(lastDay: Day, company: number, held: Frame['held']): number {
    const exchange = this.#largest(company, held, lastDay);
    return exchange ? exchangedIn(exchange) : 0;
  }

  #named(rows: readonly number[]): Named<PackageChange> {
    const first = rows.slice(0, MAX_NAMED).map((row) => this.#changeAt(row));
    return { total: rows.length, first };
  }

  #changeAt(row: number): PackageChange {
    const { names, packages, days, commits, commitTexts } = this.#columns;
    const commit = textAt(commitTexts, commits[row] ?? 0);
    return {
      name: textAt(names, packages[row] ?? 0),
      day: days[row] ?? 0,
      commit: commit === '' ? null : commit,
    };
  }

  /** The repository and ecosystem where most packages were exchanged; ties by the order of copies. */
  #largest(company: number, held: Frame['held'], lastDay: Day): Exchange | undefined {
    const { companies, days, copies, isAdded, balances, packages, places, ecosystems } =
      this.#columns;
    const [start, end] = [companies[company] ?? 0, companies[company + 1] ?? 0];
    if (start === end) return undefined;
    const rows: number[] = [];
    // Rows run from the newest on: the last change of a package in a repository comes first.
    const lastOfPlace: number[] = [];
    for (let row = firstAbove(days, start, end, lastDay) - 1; row >= start; row--) {
      if ((days[row] ?? 0) <= lastDay - FOUR_WEEKS) break;
      if (!held[copies[row] ?? 0]) continue;
      rows.push(row);
      if (this.#tally.changes[places[row] ?? 0] === 0) lastOfPlace.push(row);
      this.#tally.add(row);
    }
    const exchanges = new Map<number, Exchange>();
    for (const row of lastOfPlace) {
      const number = packages[row] ?? 0;
      const balance = balances[row] ?? 0;
      const added = isAdded[row] === 1;
      if (this.#tally.directions[number] === (ADDED | REMOVED)) continue;
      // Another manifest had it before, or has it still.
      if (added ? balance > (this.#tally.changes[places[row] ?? 0] ?? 0) : balance > 0) continue;
      const copy = copies[row] ?? 0;
      const key = copy * MAX_ECOSYSTEMS + (ecosystems[number] ?? 0);
      const exchange = exchanges.get(key) ?? { copy, left: [], came: [] };
      exchanges.set(key, exchange);
      (added ? exchange.came : exchange.left).push(row);
    }
    this.#tally.clear(rows);
    return [...exchanges.values()].reduce<Exchange | undefined>((best, exchange) => {
      if (!best) return exchange;
      const more = exchangedIn(exchange) - exchangedIn(best) || best.copy - exchange.copy;
      return more > 0 ? exchange : best;
    }, undefined);
  }
}

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

function basisOf(copies: readonly Copy[], { held }: Frame) {
  return copies.find((copy, index) => held[index] && copy.dependencyBasis !== null)
    ?.dependencyBasis;
}

function exchangedIn({ left, came }: Exchange): number {
  return Math.min(left.length, came.length);
}

/** Ecosystems are known by name, and there are a few dozen. */
const MAX_ECOSYSTEMS = 1 << 16;

const ADDED = 1;
const REMOVED = 2;

/** Counts of one window; all are 0 between two windows. */
class Tally {
  readonly #columns: DependencyColumns;
  /** By package, the directions of its changes. */
  readonly directions: Uint8Array;
  /** By place, the number of its changes. */
  readonly changes: Uint32Array;

  constructor(columns: DependencyColumns) {
    this.#columns = columns;
    this.directions = new Uint8Array(columns.ecosystems.length);
    this.changes = new Uint32Array(
      columns.places.reduce((most, each) => Math.max(most, each), 0) + 1,
    );
  }

  add(row: number): void {
    const { packages, places, isAdded } = this.#columns;
    const [number, place] = [packages[row] ?? 0, places[row] ?? 0];
    this.directions[number] =
      (this.directions[number] ?? 0) | (isAdded[row] === 1 ? ADDED : REMOVED);
    this.changes[place] = (this.changes[place] ?? 0) + 1;
  }

  clear(rows: readonly number[]): void {
    const { packages, places } = this.#columns;
    for (const row of rows) {
      this.directions[packages[row] ?? 0] = 0;
      this.changes[places[row] ?? 0] = 0;
    }
  }
}
