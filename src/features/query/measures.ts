/** One value of many rows. */
import { mean, medianOf, sum } from '../../lib/averages.ts';
import { type Clause, checkIn } from './clauses.ts';
import { filterRows, noteUnknown, type Unknown } from './list-engine.ts';
import type { Measure } from './query.ts';
import type { Table } from './table.ts';

/** A value, and the number of rows that it summarizes. */
export type Measured = { value: number | null; rows: number };

/** A measure of a field's values; `share` is the share of the rows that satisfy `which`. */
type Of = { measure: Measure; metric: string | undefined; which: readonly Clause[] };

/** Makes the function that measures rows of a table. Unknown values are left out, and counted. */
export function measureOf(table: Table, { measure, metric, which }: Of, unknown: Unknown) {
  const checks = which.map((clause) => checkIn(table, clause));
  const column = metric === undefined ? undefined : table.column(metric);
  return (rows: readonly number[]): Measured => {
    if (measure === 'share') {
      const part = filterRows(rows, checks);
      for (const [field, number] of part.unknown) noteUnknown(unknown, field, number);
      const decided = rows.length - part.undecided;
      return { value: decided === 0 ? null : part.rows.length / decided, rows: decided };
    }
    if (!column || metric === undefined) return { value: rows.length, rows: rows.length };
    const cells = rows.map(column).filter((cell) => cell !== null);
    noteUnknown(unknown, metric, rows.length - cells.length);
    if (measure === 'count') return { value: new Set(cells.flat()).size, rows: cells.length };
    const combine = { mean, sum, median: medianOf }[measure];
    const value = cells.length === 0 ? null : (combine(cells.map(Number)) ?? null);
    return { value, rows: cells.length };
  };
}

/** A row with several values is in each of their groups, one without any in none. */
export function groupRows(
  table: Table,
  rows: readonly number[],
  field: string,
  unknown: Unknown = new Map(),
): ReadonlyMap<string, number[]> {
  const column = table.column(field);
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const cell = column(row);
    if (cell === null) noteUnknown(unknown, field);
    for (const key of typeof cell === 'object' ? (cell ?? []) : [String(cell)]) {
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  }
  return groups;
}
