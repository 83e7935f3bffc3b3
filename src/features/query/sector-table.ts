/** The sectors of a week as rows, each with what its covered startups have together. */
import type { Registry } from '../../registry/schema.ts';
import { fieldOf, isAdditive } from './fields.ts';
import { measured } from './measures.ts';
import type { Measure } from './query.ts';
import type { Column, Table } from './table.ts';

/** What a sector's value is of those of its startups, where the query does not say. */
export function measureOfSector(field: string, measure: Measure | undefined): Measure {
  if (measure !== undefined && measure !== 'count') return measure;
  const known = fieldOf('startup', field);
  return known && isAdditive(known) ? 'sum' : 'median';
}

export function sectorTable(
  startups: Table,
  sectors: Registry['sectors'],
  measure: Measure | undefined,
): Table {
  const sectorOf = startups.column('sector');
  const members = Map.groupBy(startups.rows(), (row) => String(sectorOf(row)));
  const rowsOf = (row: number) => members.get(sectors[row]?.slug ?? '') ?? [];
  const places = new Map(sectors.map(({ slug }, index) => [slug, index]));
  const column = (field: string): Column => {
    if (field === 'name') return (row) => sectors[row]?.name ?? null;
    if (field === 'description') return (row) => sectors[row]?.description ?? null;
    if (field === 'startups') return (row) => rowsOf(row).length;
    const what = {
      measure: measureOfSector(field, measure),
      metric: field,
      which: [],
      whole: undefined,
    };
    return (row) => measured(startups, rowsOf(row), what, new Map()).value;
  };
  return {
    size: sectors.length,
    rows: () => sectors.map((_, row) => row),
    keyOf: (row) => sectors[row]?.slug ?? '',
    rowOf: (slug) => places.get(slug),
    column,
  };
}
