/** A company or a deal as a row, and helpers that build rows. */
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Days } from './query-time.ts';
import type { Cell } from './table.ts';

type Sum = { amount?: number | null | undefined; currency?: string | null };
type Dated = { announcedOn?: string | null; closedOn?: string | null };

/** By currency, since amounts are added and compared only within one. */
export type Money = Map<string, number>;

export type Row = {
  key: string;
  /** In answers: a name, or `Langfuse: Seed`. */
  title: string;
  /** Slugs of the entities whose dossiers it is from. */
  entities: readonly [string, ...string[]];
  cells: Readonly<Record<string, Cell | Money>>;
  /** When it was announced or, where only that is known, closed. */
  date: string | null;
  /** The first and last day that the date can mean. */
  days?: Days;
  /** Sources of a deal. */
  sources: readonly string[];
  disputedSince?: string;
};

/** A value in the currency; null if it is unknown or in another one. */
export function cellIn(cell: Cell | Money | undefined, currency: string): Cell {
  return (cell instanceof Map ? cell.get(currency) : cell) ?? null;
}

/** All known amounts of the deals. */
export function moneyOf(deals: readonly Sum[]): Money {
  const sums: Money = new Map();
  for (const { amount, currency } of deals)
    if (amount != null && currency != null) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return sums;
}

export function dateOf({ announcedOn = null, closedOn = null }: Dated): string | null {
  return announcedOn ?? closedOn;
}

/** The first deal with the latest date; undated deals come last. */
export function latest<T extends Dated>(deals: readonly T[]): T | undefined {
  return deals.toSorted((a, b) => compareLatestFirst(dateOf(a), dateOf(b)))[0];
}

/** The distinct values, or null if there are none. */
export function distinct(values: readonly string[]): readonly string[] | null {
  return values.length === 0 ? null : [...new Set(values)];
}
