/** One value of many rows. */
import { mean, medianOf, sum } from '../../lib/averages.ts';
import { type Clause, checkIn } from './clauses.ts';
import { filterRows, noteUnknown, type Unknown } from './list-engine.ts';
import type { Measure } from './query.ts';
import type { Table } from './table.ts';

export type Measured = {
  value: number | null;
  /** Number of rows that the value summarizes. */
  rows: number;
};

/** A measure of a field's values; `share` is the share of the rows that satisfy `which`. */
type Of = { measure: Measure; metric: string | undefined; which: readonly Clause[] };

/** Unknown values are left out, and counted. */
export function measured(
  table: Table,
  rows: readonly number[],
  { measure, metric, which }: Of,
  unknown: Unknown,
): Measured {
  if (measure === 'share') {
    const checks = which.map((clause) => checkIn(table, clause));
    const part = filterRows(rows, checks);
    for (const [field, number] of part.unknown) noteUnknown(unknown, field, number);
    const decided = rows.length - part.undecided;
    return { value: decided === 0 ? null : part.rows.length / decided, rows: decided };
  }
  if (metric === undefined) return { value: rows.length, rows: rows.length };
  const cells = rows.map(table.column(metric)).filter((cell) => cell !== null);
  noteUnknown(unknown, metric, rows.length - cells.length);
  if (measure === 'count') return { value: new Set(cells.flat()).size, rows: cells.length };
  const values = cells.map(Number);
  const combine = { mean, sum, median: medianOf }[measure];
  return { value: values.length === 0 ? null : (combine(values) ?? null), rows: cells.length };
}
