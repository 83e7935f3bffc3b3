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

/** A change, with how often the package was added more than removed in its repository, so far. */
type Change = DependencyRow & { balance: number };

/** Packages of one repository and ecosystem. */
type Exchange = { copy: number; left: PackageChange[]; came: PackageChange[] };

/** The changes of one company's dependencies. Windows are looked at once, whatever the periods. */
export class PackageChanges {
  readonly #changes: readonly Change[];
  readonly #copies: readonly Copy[];
  readonly #known = new Map<string, Exchange | undefined>();

  /** @param changes of all the company's copies, oldest first */
  constructor(changes: readonly DependencyRow[], copies: readonly Copy[]) {
    this.#changes = withBalances(changes);
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
    if (!this.#known.has(key)) this.#known.set(key, largestExchange(this.#changes, held, lastDay));
    return this.#known.get(key);
  }
}

function exchangedIn({ left, came }: Exchange): number {
  return Math.min(left.length, came.length);
}

function withBalances(changes: readonly DependencyRow[]): Change[] {
  const balances = new Map<string, number>();
  return changes.map((change) => {
    const key = `${change.copy} ${change.dependency}`;
    const balance = (balances.get(key) ?? 0) + (change.isAdded ? 1 : -1);
    balances.set(key, balance);
    return { ...change, balance };
  });
}

/** The repository and ecosystem where most packages were exchanged; ties by the order of copies. */
function largestExchange(
  changes: readonly Change[],
  held: readonly boolean[],
  lastDay: Day,
): Exchange | undefined {
  const rows: Change[] = [];
  const directions = new Map<string, { isAdded: boolean; isRemoved: boolean }>();
  for (let at = firstAfter(changes, lastDay) - 1; at >= 0; at--) {
    const row = changes[at];
    if (!row || row.day <= lastDay - FOUR_WEEKS) break;
    if (!held[row.copy]) continue;
    rows.push(row);
    const direction = directions.get(row.dependency) ?? { isAdded: false, isRemoved: false };
    if (row.isAdded) direction.isAdded = true;
    else direction.isRemoved = true;
    directions.set(row.dependency, direction);
  }
  // Rows run from the newest on: the last change of a package in a repository comes first.
  const ofPackages = Map.groupBy(rows, ({ copy, dependency }) => `${copy} ${dependency}`);
  const exchanges = new Map<string, Exchange>();
  for (const own of ofPackages.values()) {
    const [last] = own;
    if (!last) continue;
    const { copy, dependency, isAdded, day, commit, balance } = last;
    const direction = directions.get(dependency);
    if (!direction || (direction.isAdded && direction.isRemoved)) continue;
    // Another manifest had it before, or has it still.
    if (isAdded ? balance > own.length : balance > 0) continue;
    const key = `${copy} ${dependency.slice(0, dependency.indexOf(':'))}`;
    const exchange = exchanges.get(key) ?? { copy, left: [], came: [] };
    exchanges.set(key, exchange);
    (isAdded ? exchange.came : exchange.left).push({ name: dependency, day, commit });
  }
  return [...exchanges.values()].reduce<Exchange | undefined>((best, exchange) => {
    if (!best) return exchange;
    const more = exchangedIn(exchange) - exchangedIn(best) || best.copy - exchange.copy;
    return more > 0 ? exchange : best;
  }, undefined);
}
