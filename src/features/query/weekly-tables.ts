/**
 * The records of all published weeks as cells, each week read when a query first needs it, in slices. A
 * startup has the same place in every week.
 */
import { sum } from '../../lib/averages.ts';
import { Memo } from '../../lib/memoize.ts';
import { Slices } from '../../lib/slices.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import { COLUMNS, flatRows } from '../../pipeline/edition/record-table.ts';
import type { Published } from '../../published/published.ts';
import { cellIn } from './deal-rows.ts';
import { dealTables } from './deal-tables.ts';
import { combine } from './measures.ts';
import type { Over } from './query.ts';
import {
  type Cell,
  type Column,
  FIELDS,
  type Field,
  isNumber,
  PROFILE,
  type Table,
} from './query-fields.ts';

/** More than there are weeks in any publication. */
const MAX_WEEKS = 100_000;

/** The field that a week's records lack: days with a release in the four weeks to a period. */
const RELEASE_DAYS = 'releaseDays';
const RELEASE_WEEKS = 4;

const RECORDED = FIELDS.startup.filter(({ name, isWeekly }) => isWeekly || PROFILE.has(name));
const VALUES = new Map(COLUMNS.map(({ name, value }) => [name, value]));

export type Week = {
  /** By field; a cell is undefined if the startup at its place is not covered. */
  columns: ReadonlyMap<string, readonly (Cell | undefined)[]>;
  covered: readonly number[];
  /** When its numbers were computed, and whether as it ended. */
  computedAt: string;
  timing: RecordedRow['timing'];
};

export type WeeklyTables = Awaited<ReturnType<typeof weeklyTables>>;

/** Derived once per publication. */
export async function weeklyTables(published: Published) {
  const { editions, registry } = published;
  const deals = await published.derived(dealTables);
  /** Slugs of the full weeks, oldest first. */
  const weeks: readonly string[] = editions.periods.map(({ slug }) => slug).toReversed();
  const slugs = registry.companies.map(({ slug }) => slug);
  const places = new Map(slugs.map((slug, place) => [slug, place]));
  // One text for each value of a category, so that equal values are the same object in all weeks.
  const texts = new Map<string, string>();
  const read = new Memo<string, Week>({ entries: MAX_WEEKS });

  /** By their slugs. */
  async function load(wanted: readonly string[]): Promise<ReadonlyMap<string, Week>> {
    const loaded = new Map<string, Week>();
    for (const week of wanted) loaded.set(week, await read.get(week, () => readWeek(week)));
    return loaded;
  }

  /**
   * The startups in one week, or in several together.
   *
   * @param loaded the oldest first
   * @param over how the numbers of several become one; of everything else, the last week's counts
   */
  function table(loaded: readonly Week[], over: Over, currency: string): Table {
    return {
      keys: slugs,
      rows: () => coveredIn(loaded),
      column: (name) => {
        if (name === 'covered') {
          const covered = new Set(coveredIn(loaded));
          return (row) => (covered.has(row) ? 'yes' : 'no');
        }
        const field = RECORDED.find((one) => one.name === name);
        if (field && isNumber(field)) return numbersIn(loaded, name, over);
        // Deals, website, and the profile of a startup without a record: what the registry says today.
        const today: Column = (row) =>
          cellIn(deals.company(slugs[row] ?? '')?.cells[name], currency);
        return field ? categoryIn(loaded, name, PROFILE.has(name) ? today : () => null) : today;
      },
    };
  }

  async function readWeek(week: string): Promise<Week> {
    const history = await editions.history();
    const rows = flatRows(await editions.signals(week));
    const columns = RECORDED.map((field) => ({ field, cells: [] as Cell[] }));
    const covered: number[] = [];
    await new Slices().each(rows, (row) => {
      // A startup's place is given when it is first met.
      const place = places.getOrInsertComputed(row.slug, () => slugs.push(row.slug) - 1);
      covered.push(place);
      for (const { field, cells } of columns) {
        const isOfReleases = field.name === RELEASE_DAYS;
        const cell = isOfReleases ? releaseDays(history, row) : recordedCell(field, row);
        cells[place] =
          typeof cell === 'string' ? texts.getOrInsertComputed(cell, () => cell) : cell;
      }
    });
    const { computedAt = '', timing = 'backfilled' } = rows[0] ?? {};
    const named = new Map(columns.map(({ field, cells }) => [field.name, cells]));
    return { columns: named, covered, computedAt, timing };
  }

  // Most queries are about the current one.
  await load(weeks.slice(-1));
  return { weeks, load, table };
}

type RecordedRow = ReturnType<typeof flatRows>[number];

/** Percents become ratios: `+12%` is 0.12. With no signal, the type is a placeholder. */
function recordedCell(field: Field, row: RecordedRow): Cell {
  if (field.name === 'signalType' && row.signalStrength === 'none') return 'none';
  // No field of a query is a boolean.
  const cell = (VALUES.get(field.name)?.(row) ?? null) as Cell;
  return typeof cell === 'string' && isNumber(field) ? Number(cell.slice(0, -1)) / 100 : cell;
}

/** Null unless all four weeks are known. */
function releaseDays({ periods, startups }: HistoryTable, { slug, period }: RecordedRow) {
  const end = periods.indexOf(period) + 1;
  const days = Object.hasOwn(startups, slug) ? startups[slug]?.releaseDays : undefined;
  const known = days?.slice(Math.max(0, end - RELEASE_WEEKS), end).filter((one) => one !== null);
  return known?.length === RELEASE_WEEKS ? sum(known) : null;
}

/** Places of the startups that at least one of the weeks covers. */
function coveredIn(weeks: readonly Week[]): readonly number[] {
  const [only, ...others] = weeks;
  if (only && others.length === 0) return only.covered;
  return [...new Set(weeks.flatMap(({ covered }) => covered))];
}

function numbersIn(weeks: readonly Week[], field: string, over: Over): Column {
  const [only = [], ...others] = weeks.map(({ columns }) => columns.get(field) ?? []);
  if (others.length === 0) return (row) => only[row] ?? null;
  const all = [only, ...others];
  return (row) => {
    const values: number[] = [];
    for (const column of all) if (typeof column[row] === 'number') values.push(column[row]);
    return combine(values, over);
  };
}

/** The values of the latest weeks that have a record. */
function categoryIn(weeks: readonly Week[], field: string, otherwise: Column): Column {
  const latestFirst = weeks.map(({ columns }) => columns.get(field)).toReversed();
  return (row) => {
    for (const cells of latestFirst) {
      const cell = cells?.[row];
      if (cell !== undefined) return cell;
    }
    return otherwise(row);
  };
}
