/** A company or a deal as a row, and what rows are made with. */
import { parseDay } from '../../lib/period.ts';
import type { DealSource } from '../../registry/deals.ts';
import { compareLatestFirst, firstDay, lastDay } from '../../registry/partial-date.ts';
import type { Days } from './query-time.ts';
import type { Cell } from './table.ts';

/** Added and compared in one currency alone. */
export type Money = { amounts: readonly { amount: number; currency: string }[] };

export type Row = {
  key: string;
  /** In answers: a name, or `Langfuse: Seed`. */
  title: string;
  /** Whose dossiers it is from, by slug. */
  entities: readonly string[];
  cells: Readonly<Record<string, Cell | Money>>;
  /** When it was announced or, where only that is known, closed. */
  date: string | null;
  /** The first and last day that the date can mean. */
  days?: Days;
  /** Of a deal. */
  sources: readonly string[];
  disputedSince?: string;
};

/** As much of a deal as all kinds have. */
export type Deal = {
  announcedOn?: string | null;
  closedOn?: string | null;
  amount?: number | null | undefined;
  currency?: string | null;
  sources: readonly DealSource[];
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

/** The values of a cell that may have several, one or none. */
export function listOf(cell: Cell | Money | undefined): readonly string[] {
  if (cell === undefined || cell === null || isMoney(cell)) return [];
  return typeof cell === 'object' ? cell : [String(cell)];
}

export function sumOf({ amount, currency }: Pick<Deal, 'amount' | 'currency'>): Money['amounts'] {
  return amount == null || currency == null ? [] : [{ amount, currency }];
}

export function dateOf({
  announcedOn = null,
  closedOn = null,
}: Omit<Deal, 'sources'>): string | null {
  return announcedOn ?? closedOn;
}

export function daysIn(date: string | null): { days?: Days } {
  if (date === null) return {};
  return { days: { first: parseDay(firstDay(date)), last: parseDay(lastDay(date)) } };
}

export function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4));
}

/** The first of those with the latest date; undated ones come last. */
export function latest<T extends { announcedOn?: string | null; closedOn?: string | null }>(
  deals: readonly T[],
): T | undefined {
  return deals.toSorted((a, b) => compareLatestFirst(dateOf(a), dateOf(b)))[0];
}

export function some(values: readonly string[]): readonly string[] | null {
  return values.length === 0 ? null : values;
}

export function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** A row of an organization, which has no date and no sources but its dossier. */
export function organizationRow(slug: string, name: string, cells: Row['cells']): Row {
  return { key: slug, title: name, entities: [slug], date: null, sources: [], cells };
}
