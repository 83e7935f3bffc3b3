/** Runs a plan on the tables: items with their values, in order. Nothing here waits for anything. */
import { compareValues } from '../../lib/compare.ts';
import type { Registry } from '../../registry/schema.ts';
import { checkIn } from './clauses.ts';
import type { Row } from './deal-rows.ts';
import type { DealTables } from './deal-tables.ts';
import { type Check, filterRows, noteUnknown, orderRows, type Unknown } from './list-engine.ts';
import { groupRows, measureOf, sectorTable } from './measures.ts';
import { isSummary, isWhole, type Plan } from './plan.ts';
import { type Cell, isNumber, isOrdered, type Table, TIME } from './query-fields.ts';
import { isWithin } from './query-time.ts';
import { refused } from './refusals.ts';
import type { Week, WeeklyTables } from './weekly-tables.ts';

export type Item = {
  /** Key of the row, or the group's value as a text; empty for the whole. */
  key: string;
  value: Cell;
  /** Place of a single row in the table of its week. */
  row?: number;
  /** Number of rows that a measure summarizes. */
  rows?: number;
  /** Slug of the week, if the value is of one of several. */
  week?: string | undefined;
  /** Value in the earlier week of a change. */
  before?: Cell;
  difference?: number | null;
  ratio?: number | null;
  /** Place in an order, from 1; equal values share it. */
  rank?: number;
};

export type Outcome = {
  /** The items of the page. */
  items: Item[];
  total: number;
  unknown: Unknown;
  /** Number of rows that the conditions were applied to. */
  considered: number;
  /** Table of the rows shown: that of the only or last week. */
  table: Table;
  /** Its rows, if they are companies and deals. */
  deals: readonly Row[];
};

type Found = Pick<Outcome, 'items' | 'unknown' | 'considered'>;

export type Tables = {
  weekly: WeeklyTables;
  /** The weeks of the plan, by their slugs. */
  weeks: ReadonlyMap<string, Week>;
  deals: DealTables;
  sectors: Registry['sectors'];
};

/** @throws BellwetherError `beyond-the-end` */
export function run(plan: Plan, tables: Tables): Outcome {
  const { items, ...found } = allItems(plan, tables);
  const { offset, limit, weeks } = plan;
  if (offset > 0 && offset >= items.length)
    throw refused(
      'beyond-the-end',
      `There is no row ${offset + 1}: ${items.length} satisfy the query and have a known value.`,
    );
  return {
    ...found,
    items: items.slice(offset, offset + limit),
    total: items.length,
    table: tableOf(plan, tables, weeks),
    deals: tables.deals.rows(plan.subject),
  };
}

function allItems(plan: Plan, tables: Tables): Found {
  const { operation, metric, groupBy, weeks } = plan;
  if (operation === 'change') return changes(plan, tables);
  if (operation === 'series') return inEachWeek(plan, tables);
  if (operation === 'extreme') return extremes(plan, tables);
  const found = itemsIn(plan, tables, weeks);
  if (operation === 'list') return { ...found, items: listedItems(found.items, plan, tables) };
  if (operation === 'get') return found;
  const keeps = () => operation === 'compare';
  const noted = groupBy ? undefined : metric?.name;
  const ranked = inOrder(found, plan, { of: valueIn, noted, keeps });
  return groupBy || (metric && isOrdered(metric)) ? ranked : found;
}

function tableOf(plan: Plan, tables: Tables, slugs: readonly string[]): Table {
  const { subject, over, currency, measure } = plan;
  const { weekly, deals, sectors } = tables;
  const weeks = slugs.flatMap((slug) => tables.weeks.get(slug) ?? []);
  if (subject === 'startup') return weekly.table(weeks, over, currency);
  if (subject !== 'sector') return deals.table(subject, currency);
  const startups = weeks.map((week) => weekly.table([week], over, currency));
  return sectorTable(startups, sectors, measure, over);
}

/**
 * The rows, groups or whole of some weeks together.
 *
 * @param week the slug of the week, if it is one of several
 */
function itemsIn(plan: Plan, tables: Tables, weeks: readonly string[], week?: string): Found {
  const { metric, groupBy, measure = 'count', which } = plan;
  const table = tableOf(plan, tables, weeks);
  const { rows, ...left } = selectedRows(plan, table, tables);
  if (!isSummary(plan)) {
    const value = metric ? table.column(metric.name) : () => null;
    const items = rows.map((row) => ({ key: table.keys[row] ?? '', value: value(row), row, week }));
    return { ...left, items };
  }
  const groups = groupBy
    ? groupRows(table, rows, groupBy.name, left.unknown)
    : new Map([['', rows]]);
  const measureRows = measureOf(table, { measure, metric: metric?.name, which }, left.unknown);
  return { ...left, items: [...groups].map(([key, own]) => ({ key, ...measureRows(own), week })) };
}

/** The rows that a query picks, and how many it could not decide on. */
function selectedRows(plan: Plan, table: Table, { deals }: Tables) {
  const { subject, where, days } = plan;
  const checks: Check<number>[] = where.map((clause) => checkIn(table, clause));
  const dealRows = deals.rows(subject);
  if (days)
    checks.push({
      field: 'announcedOn',
      verdict: (row) => {
        const own = dealRows[row]?.days;
        return own && isWithin(own, days);
      },
    });
  const base = baseRows(plan, table);
  const { rows, unknown } = filterRows(base, checks);
  return { rows, unknown, considered: base.length };
}

/** The named rows; else covered startups, or all rows of another subject. */
function baseRows({ subject, names, where }: Plan, table: Table): readonly number[] {
  if (names.length > 0 && TIME[subject] !== 'dated')
    return names.map(({ key }) => table.keys.indexOf(key)).filter((row) => row >= 0);
  if (names.length > 0) {
    // A name means the company of the deals.
    const company = table.column('company');
    return table.rows().filter((row) => names.some(({ key }) => key === company(row)));
  }
  return where.some(({ field }) => field.name === 'covered')
    ? [...table.keys.keys()]
    : table.rows();
}

type Ordering = {
  /** The value that items are ordered by. */
  of: (item: Item) => Cell;
  /** Whether an item without a known value is kept, after all others. */
  keeps?: (item: Item) => boolean;
  /** The field that is noted as not known for items without a value. */
  noted?: string | undefined;
};

/** Items with their places; equal ones by week, then by key. */
function inOrder(
  { items, ...found }: Found,
  { order }: Plan,
  { of, keeps = () => false, noted }: Ordering,
): Found {
  const known = items.filter((item) => of(item) !== null);
  const unknown = items.filter((item) => of(item) === null);
  if (noted !== undefined) noteUnknown(found.unknown, noted, unknown.length);
  const then = (a: Item, b: Item) =>
    compareValues(a.week ?? '', b.week ?? '') || compareValues(a.key, b.key);
  let rank = 0;
  const ranked = orderRows(known, of, { order, then }).map((item, index, all) => {
    const before = all[index - 1];
    if (!before || of(before) !== of(item)) rank = index + 1;
    return { ...item, rank };
  });
  return { ...found, items: [...ranked, ...unknown.filter(keeps)] };
}

const valueIn = ({ value }: Item): Cell => value;

/** Deals the newest first, everything else by name. */
function listedItems(items: readonly Item[], { subject }: Plan, { deals }: Tables): Item[] {
  const rows = deals.rows(subject);
  const at = ({ row = -1 }: Item) => rows[row];
  const title = (item: Item) => (at(item)?.title ?? item.key).toLowerCase();
  return items.toSorted(
    (a, b) =>
      compareValues(at(b)?.date ?? '', at(a)?.date ?? '') || compareValues(title(a), title(b)),
  );
}

/** Every item in every week, the first week first. */
function inEachWeek(plan: Plan, tables: Tables): Found {
  const found = plan.weeks.map((week) => itemsIn(plan, tables, [week], week));
  const { unknown = new Map(), considered = 0 } = found.at(-1) ?? {};
  return { items: found.flatMap(({ items }) => items), unknown, considered };
}

/** Each item in the first of the weeks in which it has its highest value; named ones in any case. */
function extremes(plan: Plan, tables: Tables): Found {
  const sign = plan.order === 'lowest' ? -1 : 1;
  const { items, ...found } = inEachWeek(plan, tables);
  const best = new Map<string, Item>();
  for (const item of items) {
    const value = best.get(item.key)?.value ?? null;
    const isFirst = value === null && (item.value !== null || !best.has(item.key));
    if (isFirst || (item.value !== null && sign * compareValues(item.value, value) > 0))
      best.set(item.key, item);
  }
  const keeps = ({ key }: Item) => plan.names.some((name) => name.key === key);
  return inOrder({ ...found, items: [...best.values()] }, plan, { of: valueIn, keeps });
}

/** Rows are picked as they are now; measures are taken in both weeks. */
function changes(plan: Plan, tables: Tables): Found {
  const { against = '', names, metric, groupBy, measure } = plan;
  const { items: now, ...found } = itemsIn(plan, tables, plan.weeks);
  const then = itemsIn(isSummary(plan) ? plan : { ...plan, where: [] }, tables, [against]);
  const before = new Map(then.items.map(({ key, value }) => [key, value]));
  const items = now.map((item) => withChange(item, before.get(item.key) ?? null));
  if (names.length > 0 || isWhole(plan)) return { ...found, items };
  const noted = metric?.name ?? groupBy?.name ?? 'value';
  if (!metric || isNumber(metric) || measure !== undefined)
    return inOrder({ ...found, items }, plan, { of: ({ difference = null }) => difference, noted });
  const known = items.filter((item) => item.value !== null && item.before !== null);
  noteUnknown(found.unknown, noted, items.length - known.length);
  const moved = known.filter((item) => item.value !== item.before);
  return { ...found, items: moved.toSorted((a, b) => compareValues(a.key, b.key)) };
}

function withChange(item: Item, before: Cell): Item {
  const { value } = item;
  if (typeof value !== 'number' || typeof before !== 'number')
    return { ...item, before, difference: null, ratio: null };
  const difference = value - before;
  return { ...item, before, difference, ratio: before === 0 ? null : difference / before };
}
