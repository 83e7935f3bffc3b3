/**
 * The records of all published weeks as cells, read from each week's `signals.csv` when a query first
 * needs the week, in slices. A startup has the same place in every week.
 */
import { mean, medianOf, sum } from '../../lib/averages.ts';
import { csvRecords } from '../../lib/csv.ts';
import { Memo } from '../../lib/memoize.ts';
import { Slices } from '../../lib/slices.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { cellIn } from './deal-row.ts';
import { type DealTables, dealTables } from './deal-tables.ts';
import { type Field, isNumber } from './field.ts';
import type { Over } from './query.ts';
import { FIELDS } from './query-fields.ts';
import type { Cell, Column, Table } from './table.ts';

/** More than there are weeks in any publication. */
const MAX_WEEKS = 100_000;

/** The field that is not in a week's `signals.csv`: days with a release in the four weeks to a period. */
const RELEASE_DAYS = 'releaseDays';
const RELEASE_WEEKS = 4;

/** Fields of a company's profile; the registry has them if a week does not cover the company. */
const PROFILE: ReadonlySet<string> = new Set(['sector', 'stage', 'status', 'geography']);
const RECORDED = FIELDS.startup.filter(
  ({ name, isWeekly }) => (isWeekly || PROFILE.has(name)) && name !== RELEASE_DAYS,
);

type Week = {
  /** For each of `RECORDED`, the cells by place of the startup; undefined if it is not covered. */
  columns: readonly (readonly (Cell | undefined)[])[];
  covered: ReadonlySet<number>;
  /** When its numbers were computed, and whether as it ended. */
  computedAt: string;
  timing: string;
};

export class WeeklyTables {
  /** Slugs of the full weeks, oldest first. */
  readonly weeks: readonly string[];
  readonly #published: Published;
  readonly #deals: DealTables;
  readonly #slugs: string[] = [];
  readonly #places = new Map<string, number>();
  /** One text for each value of a category, so that no week's file stays in memory for it. */
  readonly #values = new Map<string, string>();
  readonly #read = new Memo<number, Week>({ entries: MAX_WEEKS });
  readonly #loaded = new Map<number, Week>();
  #history: HistoryTable | undefined;

  constructor(published: Published, deals: DealTables) {
    this.#published = published;
    this.#deals = deals;
    this.weeks = published.editions.periods.map(({ slug }) => slug).toReversed();
    // Tracked startups have the first places.
    for (const { slug } of published.registry.companies) this.#placeOf(slug);
  }

  /**
   * Reads what is not there yet of these weeks.
   *
   * @param fields names of those that are needed
   */
  async load(weeks: readonly number[], fields: readonly string[] = []): Promise<void> {
    if (fields.includes(RELEASE_DAYS)) this.#history ??= await this.#published.editions.history();
    for (const week of weeks)
      if (!this.#loaded.has(week))
        this.#loaded.set(week, await this.#read.get(week, () => this.#readWeek(week)));
  }

  /**
   * The startups in one week, or in several together.
   *
   * @param weeks loaded ones, oldest first
   * @param over how the numbers of several become one; of everything else, the last week's counts
   */
  table(weeks: readonly number[], over: Over, currency: string): Table {
    const loaded = weeks.flatMap((week) => this.#loaded.get(week) ?? []);
    return {
      size: this.#slugs.length,
      rows: () => coveredIn(loaded),
      keyOf: (row) => this.#slugs[row] ?? '',
      rowOf: (slug) => this.#places.get(slug),
      column: (name) => {
        if (name === 'covered')
          return (row) => (loaded.some(({ covered }) => covered.has(row)) ? 'yes' : 'no');
        const at = RECORDED.findIndex((field) => field.name === name);
        const field = RECORDED[at];
        if (field && isNumber(field)) return numbersIn(loaded, at, over);
        if (name === RELEASE_DAYS) return this.#releaseDays(weeks, over);
        // Deals, website, and the profile of a startup without a record: what the registry says today.
        const today: Column = (row) =>
          cellIn(this.#deals.company(this.#slugs[row] ?? '')?.cells[name], currency);
        return field ? categoryIn(loaded, at, PROFILE.has(name) ? today : () => null) : today;
      },
    };
  }

  computed(week: number): Pick<Week, 'computedAt' | 'timing'> | undefined {
    return this.#loaded.get(week);
  }

  #releaseDays(weeks: readonly number[], over: Over): Column {
    const { periods = [], startups = {} } = this.#history ?? {};
    const ends = weeks.map((week) => periods.indexOf(this.weeks[week] ?? '') + 1);
    return (row) => {
      const slug = this.#slugs[row] ?? '';
      const days = Object.hasOwn(startups, slug) ? startups[slug]?.releaseDays : undefined;
      return reduce(
        ends.flatMap((end) => {
          const known = days?.slice(Math.max(0, end - RELEASE_WEEKS), end) ?? [];
          const counted = known.filter((one) => one !== null);
          return counted.length < RELEASE_WEEKS ? [] : sum(counted);
        }),
        over,
      );
    };
  }

  /** The place of a startup, given when it is first met. */
  #placeOf(slug: string): number {
    const known = this.#places.get(slug);
    if (known !== undefined) return known;
    const place = this.#slugs.push(slug) - 1;
    this.#places.set(slug, place);
    return place;
  }

  async #readWeek(week: number): Promise<Week> {
    const slices = new Slices();
    const { editions } = this.#published;
    const { sha256 } = await editions.file(this.weeks[week] ?? '', 'signals.csv');
    const lines = csvRecords((await editions.store.read(sha256)).toString('utf8'));
    const header = lines.next().value ?? [];
    const placeIn = (name: string) => header.indexOf(name);
    const [slugAt, strengthAt] = [placeIn('slug'), placeIn('signalStrength')];
    const fields = RECORDED.map((field) => ({ field, at: placeIn(field.name) }));
    const columns = RECORDED.map((): Cell[] => []);
    const covered = new Set<number>();
    let [computedAt, timing] = ['', ''];
    for (const line of lines) {
      if (slices.isOver) await slices.pause();
      const place = this.#placeOf(line[slugAt] ?? '');
      covered.add(place);
      for (const [index, { field, at }] of fields.entries()) {
        // With no signal, the type is a placeholder.
        const isNone = field.name === 'signalType' && line[strengthAt] === 'none';
        const column = columns[index];
        if (column) column[place] = this.#cell(field, isNone ? 'none' : (line[at] ?? ''));
      }
      computedAt ||= line[placeIn('computedAt')] ?? '';
      timing ||= line[placeIn('timing')] ?? '';
    }
    return { columns, covered, computedAt, timing };
  }

  /** Percents become ratios: `+12%` is 0.12. */
  #cell(field: Field, text: string): Cell {
    if (text === '') return null;
    if (!isNumber(field)) return this.#values.getOrInsertComputed(text, () => text);
    return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  }
}

/** Places of the startups that at least one of the weeks covers. */
function coveredIn(weeks: readonly Week[]): readonly number[] {
  return [...new Set(weeks.flatMap(({ covered }) => [...covered]))];
}

function numbersIn(weeks: readonly Week[], at: number, over: Over): Column {
  const [only = [], ...others] = weeks.map(({ columns }) => columns[at] ?? []);
  if (others.length === 0) return (row) => only[row] ?? null;
  const all = [only, ...others];
  return (row) => {
    const values: number[] = [];
    for (const column of all) if (typeof column[row] === 'number') values.push(column[row]);
    return reduce(values, over);
  };
}

/** The values of the latest weeks that have a record. */
function categoryIn(weeks: readonly Week[], at: number, otherwise: Column): Column {
  const latestFirst = weeks.toReversed();
  return (row) => {
    const week = latestFirst.find(({ covered }) => covered.has(row));
    return week ? (week.columns[at]?.[row] ?? null) : otherwise(row);
  };
}

/** Derived once per publication. */
export async function weeklyTables(published: Published): Promise<WeeklyTables> {
  const tables = new WeeklyTables(published, await published.derived(dealTables));
  // Most queries are about the current one.
  await tables.load(tables.weeks.length === 0 ? [] : [tables.weeks.length - 1]);
  return tables;
}

const REDUCERS: Readonly<Record<Over, (values: readonly number[]) => number>> = {
  mean,
  median: (values) => medianOf(values) ?? 0,
  highest: (values) => Math.max(...values),
  lowest: (values) => Math.min(...values),
};

/** One value of several weeks; null if there is none. */
export function reduce(values: readonly number[], over: Over): number | null {
  return values.length === 0 ? null : REDUCERS[over](values);
}
