/** The sectors of one or several weeks as rows, with measures of their covered startups. */
import type { Registry } from '../../registry/schema.ts';
import { isAdditive } from './field.ts';
import { measured } from './measures.ts';
import type { Measure, Over } from './query.ts';
import { fieldOf } from './query-fields.ts';
import type { Column, Table } from './table.ts';
import { reduce } from './weekly-tables.ts';

/** The measure that makes a sector's value from its startups', unless the query names one. */
export function measureOfSector(field: string, measure: Measure | undefined): Measure {
  if (measure !== undefined && measure !== 'count') return measure;
  const known = fieldOf('startup', field);
  return known && isAdditive(known) ? 'sum' : 'median';
}

/**
 * @param weeks the startups of each week: a sector's value is computed in each of them
 * @param over how the values of several weeks become one
 */
export function sectorTable(
  weeks: readonly Table[],
  sectors: Registry['sectors'],
  measure: Measure | undefined,
  over: Over,
): Table {
  const columnsOf = weeks.map((startups) => columnsIn(startups, sectors, measure));
  return {
    size: sectors.length,
    rows: () => sectors.map((_, row) => row),
    keyOf: (row) => sectors[row]?.slug ?? '',
    rowOf: (slug) => sectors.findIndex((sector) => sector.slug === slug),
    column: (field) => {
      const columns = columnsOf.map((column) => column(field));
      return (row) => {
        const cells = columns.map((column) => column(row));
        const numbers = cells.filter((cell) => typeof cell === 'number');
        return numbers.length === 0 ? (cells.at(-1) ?? null) : reduce(numbers, over);
      };
    },
  };
}

/** The columns of the sectors in one week. */
function columnsIn(
  startups: Table,
  sectors: Registry['sectors'],
  measure: Measure | undefined,
): (field: string) => Column {
  const sectorOf = startups.column('sector');
  const members = Map.groupBy(startups.rows(), (row) => String(sectorOf(row)));
  const rowsOf = (row: number) => members.get(sectors[row]?.slug ?? '') ?? [];
  return (field) => {
    if (field === 'name' || field === 'description') return (row) => sectors[row]?.[field] ?? null;
    if (field === 'startups') return (row) => rowsOf(row).length;
    const what = { measure: measureOfSector(field, measure), metric: field, which: [] };
    return (row) => measured(startups, rowsOf(row), what, new Map()).value;
  };
}
