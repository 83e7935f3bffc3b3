/**
 * Which packages left a company's repositories and which came. A package counts only if it did one of
 * the two in a window: what was both added and removed is none of either.
 */
import type { Day } from '../../lib/period.ts';
import type { Copy } from '../ledger/copies.ts';
import type { DependencyRow } from '../ledger/rows.ts';
import {
  type DependencyChanges,
  FOUR_WEEKS,
  type PackageChange,
  WINDOWS_BACK,
} from '../ledger/windows.ts';
import { type Frame, firstAfter, windowsKnown } from './frame.ts';

/** A change, as windows look at it. */
type Change = DependencyRow & {
  /** How often the package was added more than removed in its repository, so far. */
  balance: number;
  /** Number of the package among the company's. */
  package: number;
  /** Number of the package in its repository. */
  place: number;
  ecosystem: string;
};

/** Packages of one repository and ecosystem. */
type Exchange = { copy: number; left: PackageChange[]; came: PackageChange[] };

/** The changes of one company's dependencies. Windows are looked at once, whatever the periods. */
export class PackageChanges {
  readonly #changes: readonly Change[];
  readonly #tally: Tally;
  readonly #copies: readonly Copy[];
  readonly #known = new Map<string, Exchange | undefined>();

  /**
   * @param changes of all the company's copies, oldest first
   * @param since the first day that a window can begin on
   */
  constructor(
    changes: readonly DependencyRow[],
    copies: readonly Copy[],
    since: Day = Number.NEGATIVE_INFINITY,
  ) {
    const { numbered, packages, places } = numberedChanges(changes);
    this.#changes = numbered.slice(firstAfter(numbered, since - 1));
    this.#tally = new Tally(packages, places);
    this.#copies = copies;
  }

  /** @returns null if dependency changes are not known of any held copy */
  upTo(frame: Frame): DependencyChanges | null {
    const basis = this.#copies.find(
      (copy, index) => frame.held[index] && copy.dependencyBasis !== null,
    )?.dependencyBasis;
    if (!basis) return null;
    const known = windowsKnown(frame, FOUR_WEEKS, WINDOWS_BACK);
    const exchanges = Array.from({ length: known }, (_, ago) =>
      this.#exchange(frame.held, frame.lastDay - ago * FOUR_WEEKS),
    );
    const newest = exchanges[0];
    const copy = newest && this.#copies[newest.copy];
    return {
      exchanged: exchanges.map((exchange) => (exchange ? exchangedIn(exchange) : 0)),
      repository: copy?.repository ?? null,
      basis: copy?.dependencyBasis ?? basis,
      left: newest?.left ?? [],
      came: newest?.came ?? [],
    };
  }

  #exchange(held: readonly boolean[], lastDay: Day): Exchange | undefined {
    const key = `${held.join()} ${lastDay}`;
    if (!this.#known.has(key))
      this.#known.set(key, largestExchange(this.#changes, this.#tally, held, lastDay));
    return this.#known.get(key);
  }
}

function exchangedIn({ left, came }: Exchange): number {
  return Math.min(left.length, came.length);
}

function numberedChanges(changes: readonly DependencyRow[]) {
  const packages = new Map<string, number>();
  /** By package; the same texts for all its rows. */
  const names: { dependency: string; ecosystem: string }[] = [];
  const places = new Map<string, number>();
  const balances: number[] = [];
  const numbered = changes.map((change): Change => {
    const { copy, dependency, isAdded } = change;
    const place = numberIn(places, `${copy} ${dependency}`);
    const balance = (balances[place] ?? 0) + (isAdded ? 1 : -1);
    balances[place] = balance;
    const number = numberIn(packages, dependency);
    names[number] ??= { dependency, ecosystem: dependency.slice(0, dependency.indexOf(':')) };
    return { ...change, ...names[number], balance, package: number, place };
  });
  return { numbered, packages: packages.size, places: places.size };
}

function numberIn(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

const ADDED = 1;
const REMOVED = 2;

/** Counts of one window; all are 0 between two windows. */
class Tally {
  /** By package, the directions of its changes. */
  readonly directions: Uint8Array;
  /** By place, the number of its changes. */
  readonly changes: Uint32Array;

  constructor(packages: number, places: number) {
    this.directions = new Uint8Array(packages);
    this.changes = new Uint32Array(places);
  }

  add(change: Change): void {
    const before = this.directions[change.package] ?? 0;
    this.directions[change.package] = before | (change.isAdded ? ADDED : REMOVED);
    this.changes[change.place] = (this.changes[change.place] ?? 0) + 1;
  }

  clear(changes: readonly Change[]): void {
    for (const change of changes) {
      this.directions[change.package] = 0;
      this.changes[change.place] = 0;
    }
  }
}

/** The repository and ecosystem where most packages were exchanged; ties by the order of copies. */
function largestExchange(
  changes: readonly Change[],
  tally: Tally,
  held: readonly boolean[],
  lastDay: Day,
): Exchange | undefined {
  const rows: Change[] = [];
  // Rows run from the newest on: the last change of a package in a repository comes first.
  const lastOfPlace: Change[] = [];
  for (let at = firstAfter(changes, lastDay) - 1; at >= 0; at--) {
    const row = changes[at];
    if (!row || row.day <= lastDay - FOUR_WEEKS) break;
    if (!held[row.copy]) continue;
    rows.push(row);
    if (tally.changes[row.place] === 0) lastOfPlace.push(row);
    tally.add(row);
  }
  const exchanges = new Map<string, Exchange>();
  for (const last of lastOfPlace) {
    const { copy, dependency, isAdded, day, commit, balance } = last;
    if (tally.directions[last.package] === (ADDED | REMOVED)) continue;
    // Another manifest had it before, or has it still.
    if (isAdded ? balance > (tally.changes[last.place] ?? 0) : balance > 0) continue;
    const key = `${copy} ${last.ecosystem}`;
    const exchange = exchanges.get(key) ?? { copy, left: [], came: [] };
    exchanges.set(key, exchange);
    (isAdded ? exchange.came : exchange.left).push({ name: dependency, day, commit });
  }
  tally.clear(rows);
  return [...exchanges.values()].reduce<Exchange | undefined>((best, exchange) => {
    if (!best) return exchange;
    const more = exchangedIn(exchange) - exchangedIn(best) || best.copy - exchange.copy;
    return more > 0 ? exchange : best;
  }, undefined);
}
