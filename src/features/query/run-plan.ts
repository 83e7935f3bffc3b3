/** Runs a plan on the tables: items with their values, in order. Nothing here waits for anything. */

import { compareValues } from '../../lib/compare.ts';
import type { Registry } from '../../registry/schema.ts';
import { checkIn } from './clauses.ts';
import type { DealTables } from './deal-tables.ts';
import { isNumber, isOrdered } from './field.ts';
import { type Check, filterRows, noteUnknown, orderRows, type Unknown } from './list-engine.ts';
import { measured } from './measures.ts';
import { isSummary, isWhole, type Plan } from './plan.ts';
import { TIME } from './query-fields.ts';
import { isWithin } from './query-time.ts';
import { refused } from './refusals.ts';
import { sectorTable } from './sector-table.ts';
import type { Cell, Table } from './table.ts';
import type { WeeklyTables } from './weekly-tables.ts';

export type Item = {
  /** Key of the row, or the group's value as a text; empty for the whole. */
  key: string;
  value: Cell;
  /** Place of a single row in the table of its week. */
  row?: number;
  /** Number of rows that a measure summarizes. */
  rows?: number;
  /** Place of the week, if the value is of one of several. */
  week?: number;
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
};

type Found = Pick<Outcome, 'items' | 'unknown' | 'considered'>;

export type Tables = { weekly: WeeklyTables; deals: DealTables; sectors: Registry['sectors'] };

/** @throws BellwetherError `beyond-the-end` */
export function run(plan: Plan, tables: Tables): Outcome {
  const { items, unknown, considered } = allItems(plan, tables);
  const { offset, limit } = plan;
  if (offset > 0 && offset >= items.length)
    throw refused(
      'beyond-the-end',
      `There is no row ${offset + 1}: ${items.length} satisfy the query and have a known value.`,
    );
  return {
    items: items.slice(offset, offset + limit),
    total: items.length,
    unknown,
    considered,
    table: tableOf(plan, tables, plan.weeks),
  };
}

function allItems(plan: Plan, tables: Tables): Found {
  const { operation } = plan;
  if (operation === 'change') return changes(plan, tables);
  if (operation === 'series') return inEachWeek(plan, tables);
  if (operation === 'extreme') return extremes(plan, tables);
  const found = itemsIn(plan, tables, plan.weeks);
  const { items, unknown } = found;
  if (operation === 'rank' || operation === 'compare')
    return { ...found, items: rankedItems(items, plan, operation === 'compare', unknown) };
  return operation === 'list' ? { ...found, items: listedItems(items, plan, tables) } : found;
}

function tableOf(plan: Plan, { weekly, deals, sectors }: Tables, weeks: readonly number[]): Table {
  const { subject, over, currency, measure } = plan;
  if (subject === 'startup') return weekly.table(weeks, over, currency);
  if (subject !== 'sector') return deals.table(subject, currency);
  const tables = weeks.map((week) => weekly.table([week], over, currency));
  return sectorTable(tables, sectors, measure, over);
}

/** The rows, groups or whole of some weeks together. */
function itemsIn(plan: Plan, tables: Tables, weeks: readonly number[]): Found {
  const { metric, groupBy, measure = 'count', which } = plan;
  const table = tableOf(plan, tables, weeks);
  const { rows, ...left } = selectedRows(plan, table, tables);
  const groupValue = (own: readonly number[]) =>
    measured(table, own, { measure, metric: metric?.name, which }, left.unknown);
  if (isWhole(plan)) return { items: [{ key: '', ...groupValue(rows) }], ...left };
  if (groupBy) {
    const groups = groupsOf(table, rows, groupBy.name, left.unknown);
    return { items: [...groups].map(([key, own]) => ({ key, ...groupValue(own) })), ...left };
  }
  const value = metric ? table.column(metric.name) : () => null;
  return { items: rows.map((row) => ({ key: table.keyOf(row), value: value(row), row })), ...left };
}

/** The rows that a query picks, and how many it could not decide on. */
function selectedRows(plan: Plan, table: Table, { deals }: Tables) {
  const { where, days } = plan;
  const checks: Check<number>[] = where.map((clause) => checkIn(table, clause));
  const dealRows = deals.rows(plan.subject);
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
    return names.flatMap(({ key }) => table.rowOf(key) ?? []);
  if (names.length > 0) {
    // A name means the company of the deals.
    const party = table.column(subject === 'acquisition' ? 'acquired' : 'company');
    return table.rows().filter((row) => names.some(({ key }) => key === party(row)));
  }
  return where.some(({ field }) => field.name === 'covered')
    ? Array.from({ length: table.size }, (_, row) => row)
    : table.rows();
}

/** A row with several values is in each of their groups, one without any in none. */
function groupsOf(
  table: Table,
  rows: readonly number[],
  field: string,
  unknown: Unknown,
): ReadonlyMap<string, number[]> {
  const column = table.column(field);
  const keyed = rows.flatMap((row) => [column(row) ?? []].flat().map((key) => ({ key, row })));
  noteUnknown(unknown, field, rows.filter((row) => column(row) === null).length);
  return new Map(
    [...Map.groupBy(keyed, ({ key }) => String(key))].map(([key, own]) => [
      key,
      own.map(({ row }) => row),
    ]),
  );
}

/** Sorted by `of`; equal items by week, then by key. */
function inOrder(items: readonly Item[], { order }: Plan, of: (item: Item) => Cell): Item[] {
  const then = (a: Item, b: Item) =>
    compareValues(a.week ?? 0, b.week ?? 0) || compareValues(a.key, b.key);
  let rank = 0;
  return orderRows(items, of, { order, then }).map((item, index, all) => {
    const before = all[index - 1];
    if (!before || of(before) !== of(item)) rank = index + 1;
    return { ...item, rank };
  });
}

const valueIn = ({ value }: Item): Cell => value;

/** Items without a known value have no rank, and come last if they are kept. */
function rankedItems(
  items: readonly Item[],
  plan: Plan,
  keepsUnknown: boolean,
  unknown: Unknown,
): Item[] {
  const { metric, groupBy } = plan;
  const [known, left] = partition(items, ({ value }) => value !== null);
  if (metric && !groupBy) noteUnknown(unknown, metric.name, left.length);
  if (!groupBy && !(metric && isOrdered(metric))) return [...items];
  const ordered = inOrder(known, plan, valueIn);
  return keepsUnknown ? [...ordered, ...left] : ordered;
}

function partition<T>(list: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((one) => !test(one))];
}

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
  const found = plan.weeks.map((week) => ({ week, ...itemsIn(plan, tables, [week]) }));
  const { unknown = new Map(), considered = 0 } = found.at(-1) ?? {};
  const items = found.flatMap(({ week, items }) => items.map((item) => ({ ...item, week })));
  return { items, unknown, considered };
}

/** Each item in the first of the weeks in which it has its highest value; named ones in any case. */
function extremes(plan: Plan, tables: Tables): Found {
  const sign = plan.order === 'lowest' ? -1 : 1;
  const { items, ...left } = inEachWeek(plan, tables);
  const isBeyond = ({ value }: Item, best: Item) =>
    value !== null && (best.value === null || sign * compareValues(value, best.value) > 0);
  const best = [...Map.groupBy(items, ({ key }) => key).values()].map((own) =>
    own.reduce((one, other) => (isBeyond(other, one) ? other : one)),
  );
  const [known, unknown] = partition(best, ({ value }) => value !== null);
  const named = unknown.filter(({ key }) => plan.names.some((name) => name.key === key));
  return { ...left, items: [...inOrder(known, plan, valueIn), ...named] };
}

/** Rows are picked as they are now; measures are taken in both weeks. */
function changes(plan: Plan, tables: Tables): Found {
  const { against = 0, names, metric } = plan;
  const now = itemsIn(plan, tables, plan.weeks);
  const then = itemsIn(isSummary(plan) ? plan : { ...plan, where: [] }, tables, [against]);
  const before = new Map(then.items.map(({ key, value }) => [key, value]));
  const all = now.items.map((item) => withChange(item, before.get(item.key) ?? null));
  if (names.length > 0 || isWhole(plan)) return { ...now, items: all };
  const [known, left] = partition(all, (item) => item.value !== null && item.before !== null);
  noteUnknown(now.unknown, metric?.name ?? plan.groupBy?.name ?? 'value', left.length);
  if (metric && !isNumber(metric) && plan.measure === undefined) {
    const moved = known.filter((item) => item.value !== item.before);
    return { ...now, items: moved.toSorted((a, b) => compareValues(a.key, b.key)) };
  }
  const sized = known.filter(({ difference }) => difference !== null);
  return { ...now, items: inOrder(sized, plan, ({ difference = null }) => difference) };
}

function withChange(item: Item, before: Cell): Item {
  const { value } = item;
  if (typeof value !== 'number' || typeof before !== 'number')
    return { ...item, before, difference: null, ratio: null };
  const difference = value - before;
  return { ...item, before, difference, ratio: before === 0 ? null : difference / before };
}
