/**
 * The one engine of lists: filters rows by checks, counts what the values of a facet would leave, orders
 * rows and cuts pages. Queries run on it, and so do selections of startups and the site's lists.
 */
import { compareValues } from '../../lib/compare.ts';
import type { Cell } from './table.ts';

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

/** Picked values of each facet, any of which may match; a facet that is missing matches everything. */
export type Picked = Readonly<Partial<Record<string, readonly string[]>>>;

/** @param valuesOf a row's values of a facet */
export function picks<R>(
  picked: Picked,
  valuesOf: (row: R, facet: string) => readonly string[],
): Check<R>[] {
  return Object.entries(picked).map(([field, values = []]) => ({
    field,
    verdict: (row) => valuesOf(row, field).some((value) => values.includes(value)),
  }));
}

/** Counts the rows that each value of a facet would leave, with everything else as it is picked. */
export function countValues<R>(
  rows: Iterable<R>,
  checks: readonly Check<R>[],
  facet: string,
  valuesOf: (row: R, facet: string) => readonly string[],
): ReadonlyMap<string, number> {
  const others = checks.filter(({ field }) => field !== facet);
  const counts = new Map<string, number>();
  for (const row of filterRows(rows, others).rows)
    for (const value of new Set(valuesOf(row, facet)))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
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

/** @param wanted from 1; beyond the last page, the last one is shown */
export function pageOf<R>(
  rows: readonly R[],
  wanted: number,
  size: number,
): { page: number; pages: number; rows: readonly R[] } {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(pages, Math.max(1, Math.trunc(wanted) || 1));
  return { page, pages, rows: rows.slice((page - 1) * size, page * size) };
}

/** A value in an address that its facet does not have. */
export type UnknownValue = { name: string; title: string; value: string; known: readonly string[] };

/** Values of one facet in an address at most, and how much of an unknown one is shown. */
const MAX_VALUES = 30;
export const MAX_SHOWN = 60;

type AddressFacet = { name: string; title: string; values: readonly { value: string }[] };

/**
 * The values that an address picks, separated by commas. Unknown ones are left out and reported, so that
 * a shared link never fails because of one word.
 */
export function readPicked(
  facets: readonly AddressFacet[],
  query: Readonly<Record<string, string | undefined>>,
): { picked: Record<string, string[]>; unknown: UnknownValue[] } {
  const picked: Record<string, string[]> = {};
  const unknown: UnknownValue[] = [];
  for (const { name, title, values } of facets) {
    const known = new Set(values.map(({ value }) => value));
    const asked = (query[name] ?? '')
      .toLowerCase()
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '')
      .slice(0, MAX_VALUES);
    const valid = [...new Set(asked.filter((value) => known.has(value)))].sort();
    if (valid.length > 0) picked[name] = valid;
    for (const value of asked)
      if (!known.has(value))
        unknown.push({ name, title, value: value.slice(0, MAX_SHOWN), known: [...known] });
  }
  return { picked, unknown };
}
