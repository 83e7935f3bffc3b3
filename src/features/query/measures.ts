/** One value of many rows or weeks, and the table of sectors, whose values are measures of their startups. */
import { mean, medianOf, sum } from '../../lib/averages.ts';
import type { Registry } from '../../registry/schema.ts';
import { type Clause, checkIn } from './clauses.ts';
import { filterRows, noteUnknown, type Unknown } from './list-engine.ts';
import type { Measure, Over } from './query.ts';
import { type Column, fieldOf, isAdditive, type Table } from './query-fields.ts';

/** A measure of a field's values; `share` is the share of the rows that satisfy `which`. */
type Of = { measure: Measure; metric: string | undefined; which: readonly Clause[] };

/** Makes the function that measures rows of a table, and says how many its value summarizes. Unknown values are left out, and counted. */
export function measureOf(table: Table, { measure, metric, which }: Of, unknown: Unknown) {
  const checks = which.map((clause) => checkIn(table, clause));
  const column = metric === undefined ? undefined : table.column(metric);
  return (rows: readonly number[]) => {
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
    return { value: combine(cells.map(Number), measure), rows: cells.length };
  };
}

const COMBINE: Readonly<Record<Over | 'sum', (values: readonly number[]) => number>> = {
  sum,
  mean,
  median: (values) => medianOf(values) ?? 0,
  highest: (values) => Math.max(...values),
  lowest: (values) => Math.min(...values),
};

/** One value of many; null if there is none. */
export function combine(values: readonly number[], how: keyof typeof COMBINE): number | null {
  return values.length === 0 ? null : COMBINE[how](values);
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

/** The measure that makes a sector's value from its startups', unless the query names one. */
export function measureOfSector(field: string, measure: Measure | undefined): Measure {
  if (measure !== undefined && measure !== 'count') return measure;
  const known = fieldOf('startup', field);
  return known && isAdditive(known) ? 'sum' : 'median';
}

/**
 * The sectors of one or several weeks as rows.
 *
 * @param weeks the startups of each week: a sector's value is computed in each of them
 * @param over how the values of several weeks become one
 */
export function sectorTable(
  weeks: readonly Table[],
  sectors: Registry['sectors'],
  measure: Measure | undefined,
  over: Over,
): Table {
  const keys = sectors.map(({ slug }) => slug);
  const inWeeks = weeks.map((startups) => {
    const groups = groupRows(startups, startups.rows(), 'sector');
    return { startups, members: keys.map((slug) => groups.get(slug) ?? []) };
  });
  return {
    keys,
    rows: () => [...keys.keys()],
    column: (field) => {
      if (field === 'name' || field === 'description')
        return (row) => sectors[row]?.[field] ?? null;
      const metric = field === 'startups' ? undefined : field;
      const what = { measure: measureOfSector(field, measure), metric, which: [] };
      const columns = inWeeks.map(({ startups, members }): Column => {
        const measureRows = measureOf(startups, what, new Map());
        return (row) => measureRows(members[row] ?? []).value;
      });
      return (row) => combine(columns.flatMap((column) => column(row) ?? []).map(Number), over);
    },
  };
}
