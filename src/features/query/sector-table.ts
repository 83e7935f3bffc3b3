/** The sectors of one or several weeks as rows, with measures of their covered startups. */
import type { Registry } from '../../registry/schema.ts';
import { isAdditive } from './field.ts';
import { groupRows, measureOf } from './measures.ts';
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
      return (row) => reduce(columns.flatMap((column) => column(row) ?? []).map(Number), over);
    },
  };
}
