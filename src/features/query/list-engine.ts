/** The one engine of lists, for queries and for what the choices of an address leave: filters and orders rows. */
import { compareValues } from '../../lib/compare.ts';
import type { Cell } from './query-fields.ts';

/** Undefined if unknown. */
export type Verdict = boolean | undefined;

/** A condition on a row, by the name of the field or facet that it looks at. */
export type Check<R> = { field: string; verdict: (row: R) => Verdict };

/** Rows that were left out because a field is not known, by field. */
export type Unknown = Map<string, number>;

export function noteUnknown(unknown: Unknown, field: string, rows = 1): void {
  if (rows > 0) unknown.set(field, (unknown.get(field) ?? 0) + rows);
}

/** The rows that satisfy all checks, and how many are undecided: no check fails, but some are unknown. */
export function filterRows<R>(
  rows: Iterable<R>,
  checks: readonly Check<R>[],
): { rows: R[]; unknown: Unknown; undecided: number } {
  const satisfied: R[] = [];
  const unknown: Unknown = new Map();
  let undecidedRows = 0;
  if (checks.length === 0) return { rows: [...rows], unknown, undecided: 0 };
  next: for (const row of rows) {
    const undecided: string[] = [];
    for (const { field, verdict } of checks) {
      const isSatisfied = verdict(row);
      if (isSatisfied === false) continue next;
      if (isSatisfied === undefined) undecided.push(field);
    }
    if (undecided.length === 0) satisfied.push(row);
    else undecidedRows++;
    for (const field of new Set(undecided)) noteUnknown(unknown, field);
  }
  return { rows: satisfied, unknown, undecided: undecidedRows };
}

type Known = NonNullable<Cell>;
type Ordering<R, V extends Known> = {
  order: 'highest' | 'lowest';
  compare?: (one: V, other: V) => number;
  /** Decides between rows of the same value, in either order. */
  then?: (one: R, other: R) => number;
};

/** Rows in the order of a value; rows without a known value come last in either order. */
export function orderRows<R, V extends Known>(
  rows: readonly R[],
  of: (row: R) => V | null,
  { order, compare = compareValues, then = () => 0 }: Ordering<R, V>,
): R[] {
  const sign = order === 'lowest' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [of(a), of(b)];
    if (one === null || other === null)
      return Number(one === null) - Number(other === null) || then(a, b);
    return sign * compare(one, other) || then(a, b);
  });
}
