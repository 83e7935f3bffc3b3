/** Items of an outcome, put in order and given their ranks. */
import { compareValues } from '../../lib/compare.ts';
import { orderRows } from './list-engine.ts';
import type { Plan } from './plan.ts';
import type { Cell } from './table.ts';

export type Item = {
  /** Of a row, or of the group: its value as a text; empty for the whole. */
  key: string;
  value: Cell;
  /** Of one row: its place in the table of its week. */
  row?: number;
  /** Of a measure: rows that it is of. */
  rows?: number;
  /** Place of the week, if the value is of one of several. */
  week?: number;
  /** Of change. */
  before?: Cell;
  difference?: number | null;
  ratio?: number | null;
  /** In an order, from 1; equal values have the same. */
  rank?: number;
};

/** By what it is ordered by; equal ones by week, and then by key. */
export function inOrder(items: readonly Item[], { order }: Plan, of: (item: Item) => Cell): Item[] {
  const then = (a: Item, b: Item) =>
    compareValues(a.week ?? 0, b.week ?? 0) || compareValues(a.key, b.key);
  return orderRows(items, of, { order, then });
}

/** From 1, by what they are in order of; equal values have the same. */
export function withRanks(
  items: readonly Item[],
  of: (item: Item) => Cell = ({ value }) => value,
): Item[] {
  let rank = 0;
  return items.map((item, index) => {
    const before = items[index - 1];
    if (!before || of(before) !== of(item)) rank = index + 1;
    return { ...item, rank };
  });
}
