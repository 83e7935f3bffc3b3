/** One value of many rows. */
import type { Clause } from './clauses.ts';
import { filterRows, type Unknown } from './list-engine.ts';
import type { Measure } from './query.ts';
import { checkIn } from './selection.ts';
import type { Cell, Table } from './table.ts';
import { mean, median } from './weekly-tables.ts';

export type Measured = {
  value: number | null;
  /** Rows that the value is of. */
  rows: number;
};

type What = {
  measure: Measure;
  metric: string | undefined;
  which: readonly Clause[];
  /** Of all groups together, for shares of it. */
  whole: number | undefined;
};

/** What is not known is left out, and counted. */
export function measured(
  table: Table,
  rows: readonly number[],
  what: What,
  unknown: Unknown,
): Measured {
  const { measure, metric, which, whole } = what;
  if (which.length > 0) return partOf(table, rows, which, unknown);
  if (metric === undefined) return { value: rows.length, rows: rows.length };
  const cells = rows.map(table.column(metric)).filter((cell) => cell !== null);
  const missing = rows.length - cells.length;
  if (missing > 0) unknown.set(metric, (unknown.get(metric) ?? 0) + missing);
  return { value: combined(cells, measure, whole), rows: cells.length };
}

function combined(cells: readonly NonNullable<Cell>[], measure: Measure, whole = 0): number | null {
  if (measure === 'count') return new Set(cells.flat()).size;
  const values = cells.map(Number);
  if (values.length === 0) return null;
  if (measure === 'mean') return mean(values);
  if (measure === 'median') return median(values);
  const sum = values.reduce((total, value) => total + value, 0);
  if (measure === 'sum') return sum;
  return whole === 0 ? null : sum / whole;
}

function partOf(
  table: Table,
  rows: readonly number[],
  which: readonly Clause[],
  unknown: Unknown,
): Measured {
  const found = filterRows(
    rows,
    which.map((clause) => checkIn(table, clause)),
  );
  for (const [field, number] of found.unknown)
    unknown.set(field, (unknown.get(field) ?? 0) + number);
  const decided = rows.length - found.undecided;
  return { value: decided === 0 ? null : found.rows.length / decided, rows: decided };
}
