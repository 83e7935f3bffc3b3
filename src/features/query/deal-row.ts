/** A company or a deal as a row, and what rows are made with. */
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Days } from './query-time.ts';
import type { Cell } from './table.ts';

type Sum = { amount?: number | null | undefined; currency?: string | null };
type Dated = { announcedOn?: string | null; closedOn?: string | null };

/** Added and compared in one currency alone. */
export type Money = { amounts: readonly { amount: number; currency: string }[] };

export type Row = {
  key: string;
  /** In answers: a name, or `Langfuse: Seed`. */
  title: string;
  /** Whose dossiers it is from, by slug. */
  entities: readonly [string, ...string[]];
  cells: Readonly<Record<string, Cell | Money>>;
  /** When it was announced or, where only that is known, closed. */
  date: string | null;
  /** The first and last day that the date can mean. */
  days?: Days;
  /** Of a deal. */
  sources: readonly string[];
  disputedSince?: string;
};

/** A value in the currency; null where it is not known or in another one. */
export function cellIn(cell: Cell | Money | undefined, currency: string): Cell {
  if (cell === undefined) return null;
  if (!isMoney(cell)) return cell;
  const own = cell.amounts.filter((sum) => sum.currency === currency);
  return own.length === 0 ? null : own.reduce((sum, { amount }) => sum + amount, 0);
}

export function isMoney(cell: Cell | Money | undefined): cell is Money {
  return typeof cell === 'object' && cell !== null && 'amounts' in cell;
}

/** The amounts that are known of them, together. */
export function moneyOf(deals: readonly Sum[]): Money {
  return {
    amounts: deals.flatMap(({ amount, currency }) =>
      amount == null || currency == null ? [] : { amount, currency },
    ),
  };
}

export function dateOf({ announcedOn = null, closedOn = null }: Dated): string | null {
  return announcedOn ?? closedOn;
}

/** The first of those with the latest date; undated ones come last. */
export function latest<T extends Dated>(deals: readonly T[]): T | undefined {
  return deals.toSorted((a, b) => compareLatestFirst(dateOf(a), dateOf(b)))[0];
}

/** The different ones of several values, or null if there is none. */
export function distinct(values: readonly string[]): readonly string[] | null {
  return values.length === 0 ? null : [...new Set(values)];
}
