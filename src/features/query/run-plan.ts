/** Runs a plan on the tables: items with their values, in order. Nothing here waits for anything. */

import { compareValues } from '../../lib/compare.ts';
import type { Registry } from '../../registry/schema.ts';
import type { DealTables } from './deal-tables.ts';
import { isNumber } from './field.ts';
import { type Item, inOrder, withRanks } from './items.ts';
import type { Unknown } from './list-engine.ts';
import { measured } from './measures.ts';
import { isWhole, type Plan } from './plan.ts';
import { refused } from './refusals.ts';
import { sectorTable } from './sector-table.ts';
import { selectedRows } from './selection.ts';
import type { Cell, Table } from './table.ts';
import type { WeeklyTables } from './weekly-tables.ts';

export type Outcome = {
  /** Those of the page. */
  items: Item[];
  total: number;
  unknown: Unknown;
  /** Rows that the conditions were put to. */
  considered: number;
  /** Of the rows that are shown: that of the only or last week. */
  table: Table;
};

type Found = Pick<Outcome, 'items' | 'unknown' | 'considered'>;

export type Tables = { weekly: WeeklyTables; deals: DealTables; sectors: Registry['sectors'] };

/** @throws BellwetherError `beyond-the-end` */
export function run(plan: Plan, tables: Tables): Outcome {
  const { items, unknown, considered } = allItems(plan, tables);
  const { offset, limit, nth } = plan;
  if (offset > 0 && offset >= items.length)
    throw refused(
      'beyond-the-end',
      nth === undefined
        ? `There are ${items.length} rows; offset leaves out ${offset}.`
        : `There is no number ${nth}: ${items.length === 0 ? 'no row' : `only ${items.length}`} satisfies the query and has a known value.`,
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
  if (operation === 'series') return byWeek(plan, tables);
  if (operation === 'extreme') return extremes(plan, tables);
  const found = itemsIn(plan, tables, plan.weeks);
  const { items, unknown } = found;
  if (operation === 'rank' || operation === 'compare')
    return { ...found, items: ranked(items, plan, operation === 'compare', unknown) };
  return operation === 'list' ? { ...found, items: listed(items, plan, tables) } : found;
}

function tableOf(plan: Plan, { weekly, deals, sectors }: Tables, weeks: readonly number[]): Table {
  const { subject, over, currency, measure } = plan;
  if (subject === 'startup') return weekly.table(weeks, over, currency);
  if (subject === 'sector')
    return sectorTable(
      weeks.map((week) => weekly.table([week], over, currency)),
      sectors,
      measure,
      over,
    );
  return deals.table(subject, currency);
}

/** The rows, groups or whole of some weeks together. */
function itemsIn(plan: Plan, tables: Tables, weeks: readonly number[]): Found {
  const { subject, metric, groupBy, measure, which } = plan;
  const table = tableOf(plan, tables, weeks);
  const deals = subject === 'startup' || subject === 'sector' ? [] : tables.deals.rows(subject);
  const { rows, ...left } = selectedRows(plan, table, (row) => deals[row]?.days);
  const { unknown } = left;
  const what = { measure: measure ?? 'count', metric: metric?.name, which, whole: undefined };
  if (isWhole(plan))
    return { items: [{ key: '', ...measured(table, rows, what, unknown) }], ...left };
  if (!groupBy) {
    const value = metric ? table.column(metric.name) : () => null;
    return {
      items: rows.map((row) => ({ key: table.keyOf(row), value: value(row), row })),
      ...left,
    };
  }
  const isPart = measure === 'share' && which.length === 0;
  const whole = isPart
    ? (measured(table, rows, { ...what, measure: 'sum' }, new Map()).value ?? 0)
    : undefined;
  const items = [...groupsOf(table, rows, groupBy.name, unknown)].map(([key, own]) => ({
    key,
    ...measured(table, own, { ...what, whole }, unknown),
  }));
  return { items, ...left };
}

/** A row with several values is in each of their groups, one without any in none. */
function groupsOf(
  table: Table,
  rows: readonly number[],
  field: string,
  unknown: Unknown,
): Map<string, number[]> {
  const column = table.column(field);
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const cell = column(row);
    if (cell === null) unknown.set(field, (unknown.get(field) ?? 0) + 1);
    for (const key of cell === null ? [] : [cell].flat().map(String)) {
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  }
  return groups;
}

/** By value; equal ones by key. Without a value there is no rank. */
function ranked(
  items: readonly Item[],
  plan: Plan,
  keepsUnknown: boolean,
  unknown: Unknown,
): Item[] {
  if (!plan.metric && !plan.groupBy) return [...items];
  const known = items.filter(({ value }) => value !== null);
  const left = items.filter(({ value }) => value === null);
  const field = plan.metric?.name;
  if (left.length > 0 && field !== undefined && !plan.groupBy)
    unknown.set(field, (unknown.get(field) ?? 0) + left.length);
  const isOrdered =
    !plan.metric || plan.groupBy || isNumber(plan.metric) || plan.metric.kind === 'date';
  if (!isOrdered) return [...items];
  const ordered = withRanks(inOrder(known, plan, ({ value }) => value));
  return keepsUnknown ? [...ordered, ...left] : ordered;
}

/** Deals the newest first, everything else by name. */
function listed(items: readonly Item[], { subject }: Plan, tables: Tables): Item[] {
  if (subject === 'startup' || subject === 'sector')
    return items.toSorted((a, b) => compareValues(a.key, b.key));
  const rows = tables.deals.rows(subject);
  const at = ({ row = -1 }: Item) => rows[row];
  return items.toSorted(
    (a, b) =>
      compareValues(at(b)?.date ?? '', at(a)?.date ?? '') ||
      compareValues((at(a)?.title ?? '').toLowerCase(), (at(b)?.title ?? '').toLowerCase()),
  );
}

/** The result before any week is read. */
const NONE = { unknown: new Map<string, number>(), considered: 0 };

/** Every item in every week, the first week first. */
function byWeek(plan: Plan, tables: Tables): Found {
  let last: Found = { items: [], ...NONE };
  const items = plan.weeks.flatMap((week) => {
    last = itemsIn(plan, tables, [week]);
    return last.items.map((item) => ({ ...item, week }));
  });
  return { ...last, items };
}

/** Each item in the first of the weeks in which it has its highest value; named ones in any case. */
function extremes(plan: Plan, tables: Tables): Found {
  const isOfRows = plan.subject === 'startup' && !isWhole(plan) && plan.groupBy === undefined;
  const found = isOfRows ? bestRows(plan, tables) : bestItems(plan, tables);
  const { items: best } = found;
  const known = best.filter(({ value }) => value !== null);
  const ordered = withRanks(inOrder(known, plan, ({ value }) => value));
  const named = plan.names.flatMap(({ key }) =>
    ordered.some((item) => item.key === key) ? [] : (best.find((item) => item.key === key) ?? []),
  );
  return { ...found, items: [...ordered, ...named] };
}

function isBeyond(plan: Plan): (value: Cell, known: Cell) => boolean {
  const sign = plan.order === 'lowest' ? -1 : 1;
  return (value, known) =>
    value !== null && (known === null || sign * compareValues(value, known) > 0);
}

function bestItems(plan: Plan, tables: Tables): Found {
  const beyond = isBeyond(plan);
  const best = new Map<string, Item>();
  let last: Omit<Found, 'items'> = NONE;
  for (const week of plan.weeks) {
    const { items, ...left } = itemsIn(plan, tables, [week]);
    last = left;
    for (const item of items)
      if (!best.has(item.key) || beyond(item.value, best.get(item.key)?.value ?? null))
        best.set(item.key, { ...item, week });
  }
  return { items: [...best.values()], ...last };
}

/** The same for startups, of which there are many in every week: nothing is made for each of these. */
function bestRows(plan: Plan, tables: Tables): Found {
  const beyond = isBeyond(plan);
  const values: Cell[] = [];
  const weeks: number[] = [];
  let last: Omit<Found, 'items'> = NONE;
  for (const week of plan.weeks) {
    const table = tableOf(plan, tables, [week]);
    const { rows, ...left } = selectedRows(plan, table, () => undefined);
    last = left;
    const column = table.column(plan.metric?.name ?? '');
    for (const row of rows) {
      const value = column(row);
      const known = values[row];
      if (known !== undefined && !beyond(value, known)) continue;
      values[row] = value;
      weeks[row] = week;
    }
  }
  const { keyOf } = tableOf(plan, tables, plan.weeks.slice(-1));
  const items = Object.entries(values).map(([place, value]) => {
    const row = Number(place);
    return { key: keyOf(row), value, row, week: weeks[row] ?? 0 };
  });
  return { items, ...last };
}

/** Rows are picked as they are now; measures are taken in both weeks. */
function changes(plan: Plan, tables: Tables): Found {
  const { against = 0, names, metric, changeBy } = plan;
  const now = itemsIn(plan, tables, plan.weeks);
  const before = valuesBefore(plan, tables, against);
  const compareAll = now.items.map((item) => changed(item, before.get(item.key) ?? null));
  if (names.length > 0 || isWhole(plan)) return { ...now, items: compareAll };
  const known = compareAll.filter((item) => item.value !== null && item.before !== null);
  const field = metric?.name ?? plan.groupBy?.name ?? 'value';
  const left = compareAll.length - known.length;
  if (left > 0) now.unknown.set(field, (now.unknown.get(field) ?? 0) + left);
  if (metric && !isNumber(metric) && plan.measure === undefined)
    return {
      ...now,
      items: known
        .filter((item) => item.value !== item.before)
        .toSorted((a, b) => compareValues(a.key, b.key)),
    };
  const by = ({ difference, ratio }: Item) => (changeBy === 'ratio' ? ratio : difference) ?? null;
  const sized = known.filter((item) => by(item) !== null);
  return { ...now, items: withRanks(inOrder(sized, plan, by), by) };
}

function valuesBefore(plan: Plan, tables: Tables, week: number): ReadonlyMap<string, Cell> {
  const isSummary = isWhole(plan) || plan.groupBy !== undefined;
  const then = itemsIn(isSummary ? plan : { ...plan, where: [] }, tables, [week]);
  return new Map(then.items.map(({ key, value }) => [key, value]));
}

function changed(item: Item, before: Cell): Item {
  const { value } = item;
  if (typeof value !== 'number' || typeof before !== 'number')
    return { ...item, before, difference: null, ratio: null };
  const difference = value - before;
  return { ...item, before, difference, ratio: before === 0 ? null : difference / before };
}
