/**
 * The records of all published weeks as typed columns, read from each week's `signals.csv` when a
 * query first needs the week, in slices. A startup has the same place in every week.
 */
import { csvRecords } from '../../lib/csv.ts';
import { Memo } from '../../lib/memoize.ts';
import { isoDay, lastDayNamed } from '../../lib/period.ts';
import { Slices } from '../../lib/slices.ts';
import type { Published } from '../../published/published.ts';
import type { Company } from '../../registry/schema.ts';
import { profileOn } from './company-rows.ts';
import { cellIn } from './deal-row.ts';
import { type DealTables, dealTables } from './deal-tables.ts';
import type { Over } from './query.ts';
import { RELEASE_DAYS, ReleaseDays } from './release-days.ts';
import type { Cell, Column, Table } from './table.ts';
import { CATEGORIES, NUMBERS, WeekColumns } from './week-columns.ts';

/** More than there are weeks in any publication. */
const MAX_WEEKS = 100_000;

type Week = {
  /** By place of the startup; NaN is not known. */
  numbers: ReadonlyMap<string, Float32Array | Float64Array>;
  /** Codes of `#values`; 0 is not known. */
  categories: ReadonlyMap<string, Uint8Array>;
  isCovered: Uint8Array;
  covered: readonly number[];
  computedAt: string;
  timing: string;
};

export class WeeklyTables {
  /** Slugs of the full weeks, oldest first. */
  readonly weeks: readonly string[];
  readonly #published: Published;
  readonly #deals: DealTables;
  readonly #slices = new Slices();
  readonly #slugs: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #companies: readonly (Company | undefined)[];
  readonly #values = new Map<string, string[]>();
  readonly #codes = new Map<string, Map<string, number>>();
  readonly #read: Memo<number, Week>;
  readonly #loaded = new Map<number, Week>();
  #releaseDays: ReleaseDays | undefined;
  readonly #rounds: ReadonlyMap<string, Published['registry']['deals']['rounds']>;

  constructor(published: Published, deals: DealTables) {
    this.#published = published;
    this.#deals = deals;
    this.weeks = published.editions.periods.map(({ slug }) => slug).toReversed();
    this.#read = new Memo<number, Week>({ entries: MAX_WEEKS });
    this.#companies = published.registry.companies;
    for (const { slug } of published.registry.companies) this.#placeOf(slug);
    for (const name of CATEGORIES) {
      this.#values.set(name, ['']);
      this.#codes.set(name, new Map());
    }
    this.#rounds = Map.groupBy(published.registry.deals.rounds, ({ company }) => company);
  }

  /**
   * Reads what is not there yet of these weeks.
   *
   * @param fields names of those that are needed
   */
  async load(weeks: readonly number[], fields: readonly string[] = []): Promise<void> {
    if (fields.includes(RELEASE_DAYS))
      this.#releaseDays ??= new ReleaseDays(await this.#published.editions.history());
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
    const last = weeks.at(-1) ?? 0;
    return {
      size: this.#slugs.length,
      rows: () => coveredIn(loaded),
      keyOf: (row) => this.#slugs[row] ?? '',
      rowOf: (slug) => this.#places.get(slug),
      column: (field) =>
        field === RELEASE_DAYS
          ? this.#releaseDaysIn(weeks, over)
          : this.#column(field, loaded, over, last, currency),
    };
  }

  /** When the numbers of a loaded week were computed, and whether as it ended. */
  computed(week: number): Pick<Week, 'computedAt' | 'timing'> | undefined {
    return this.#loaded.get(week);
  }

  #column(
    name: string,
    weeks: readonly Week[],
    over: Over,
    last: number,
    currency: string,
  ): Column {
    if (name === 'covered')
      return (row) => (weeks.some(({ isCovered }) => isCovered[row] === 1) ? 'yes' : 'no');
    const [only, ...others] = weeks.flatMap(({ numbers }) => numbers.get(name) ?? []);
    if (only && others.length === 0)
      return (row) => {
        const value = only[row];
        return value === undefined || Number.isNaN(value) ? null : value;
      };
    if (only)
      return (row) => {
        const value = reduced(
          [only, ...others].map((column) => column[row] ?? Number.NaN),
          over,
        );
        return Number.isNaN(value) ? null : value;
      };
    const values = this.#values.get(name);
    if (!values) return this.#today(name, currency);
    const isProfile = !name.startsWith('signal');
    const latestFirst = weeks.toReversed();
    return (row) => {
      const week = latestFirst.find(({ isCovered }) => isCovered[row] === 1);
      if (!week) return isProfile ? this.#profile(name, row, last) : null;
      const code = week.categories.get(name)?.[row] ?? 0;
      return code === 0 ? null : (values[code] ?? null);
    };
  }

  #releaseDaysIn(weeks: readonly number[], over: Over): Column {
    const periods = weeks.flatMap((week) => this.weeks[week] ?? []);
    return (row) => {
      const days = periods.map(
        (period) => this.#releaseDays?.of(this.#slugs[row] ?? '', period) ?? Number.NaN,
      );
      const value = reduced(days, over);
      return Number.isNaN(value) ? null : value;
    };
  }

  /** What the registry says today: deals, website, … */
  #today(name: string, currency: string): Column {
    return (row) => cellIn(this.#deals.company(this.#slugs[row] ?? '')?.cells[name], currency);
  }

  /** What was known on a week's last day of a startup that has no record of it. */
  #profile(name: string, row: number, week: number): Cell {
    const company = this.#companies[row];
    const slug = this.weeks[week];
    if (!company || slug === undefined) return null;
    const day = isoDay(lastDayNamed(slug));
    const { cells } = profileOn(company, this.#rounds.get(company.slug) ?? [], day);
    return (cells as Readonly<Record<string, Cell>>)[name] ?? null;
  }

  /** The place of a startup, given when it is first met; tracked ones have the first. */
  #placeOf(slug: string): number {
    const known = this.#places.get(slug);
    if (known !== undefined) return known;
    const place = this.#slugs.push(slug) - 1;
    this.#places.set(slug, place);
    return place;
  }

  #code(name: string, value: string): number {
    const codes = this.#codes.get(name);
    const values = this.#values.get(name);
    if (value === '' || !codes || !values) return 0;
    const known = codes.get(value);
    if (known !== undefined) return known;
    const code = values.push(value) - 1;
    codes.set(value, code);
    return code;
  }

  async #readWeek(week: number): Promise<Week> {
    const slices = this.#slices;
    const { editions } = this.#published;
    const slug = this.weeks[week] ?? '';
    const { sha256 } = await editions.file(slug, 'signals.csv');
    const text = (await editions.store.read(sha256)).toString('utf8');
    const records = csvRecords(text);
    const header = records.next().value ?? [];
    const at = new Map(header.map((name, index) => [name, index]));
    const field = (fields: readonly string[], name: string) => fields[at.get(name) ?? -1] ?? '';
    // Startups that are no longer tracked get their places as they are met: there may be so many.
    const columns = new WeekColumns(this.#slugs.length + linesIn(text));
    const covered: number[] = [];
    let [computedAt, timing] = ['', ''];
    for (const fields of records) {
      if (slices.isOver) await slices.pause();
      const place = this.#placeOf(field(fields, 'slug'));
      covered.push(place);
      for (const { name } of NUMBERS) columns.setNumber(name, place, field(fields, name));
      const hasSignal = field(fields, 'signalStrength') !== 'none';
      for (const name of CATEGORIES) {
        // With no signal, the type is a placeholder.
        const value = name === 'signalType' && !hasSignal ? 'none' : field(fields, name);
        columns.setCategory(name, place, this.#code(name, value));
      }
      if (computedAt === '')
        [computedAt, timing] = [field(fields, 'computedAt'), field(fields, 'timing')];
    }
    return { ...columns.cut(this.#slugs.length, covered), covered, computedAt, timing };
  }
}

/** Places of the startups that at least one of the weeks covers. */
function coveredIn(weeks: readonly Week[]): readonly number[] {
  const [only, ...others] = weeks;
  if (others.length === 0) return only?.covered ?? [];
  return [...new Set(weeks.flatMap(({ covered }) => covered))];
}

/** Derived once per publication. */
export async function weeklyTables(published: Published): Promise<WeeklyTables> {
  const tables = new WeeklyTables(published, await published.derived(dealTables));
  // Most queries are about the current one.
  await tables.load(tables.weeks.length === 0 ? [] : [tables.weeks.length - 1]);
  return tables;
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** One value of several; those that are not known count for nothing. */
export function reduced(values: readonly number[], over: Over): number {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return Number.NaN;
  if (over === 'first') return known[0] ?? Number.NaN;
  if (over === 'last') return known.at(-1) ?? Number.NaN;
  if (over === 'highest') return Math.max(...known);
  if (over === 'lowest') return Math.min(...known);
  return over === 'mean' ? mean(known) : median(known);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The middle one; of an even number, between the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[Math.ceil(middle) - 1],
    sorted[Math.floor(middle)],
  ];
  return (low + high) / 2;
}
