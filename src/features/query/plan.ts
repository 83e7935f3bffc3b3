/**
 * The plan of a query: every name looked up, every default decided, impossible combinations refused.
 */
import { compareCodeUnits } from '../../lib/compare.ts';
import { type Clause, clauseOf, clauseText, refuseContradictions } from './clauses.ts';
import { knownField, refuseMeasure, refuseOperation, refuseStray } from './impossible.ts';
import type { Names } from './named-entities.ts';
import { type Condition, MAX_ROWS, type OperationName, QUERY_FIELDS, type Query } from './query.ts';
import { type Field, TIME } from './query-fields.ts';
import { type Days, daysOf, rangeOf, weeksIn } from './query-time.ts';
import { refused } from './refusals.ts';

/** Rows without a limit. */
const DEFAULT_LIMIT = 10;
const DEFAULTS = { order: 'highest', over: 'mean', offset: 0, currency: 'USD' } as const;

type Time = {
  /** Their slugs, oldest first; empty for subjects without weeks. */
  weeks: readonly string[];
  /** The earlier week of a change. */
  against: string | undefined;
  /** When deals were announced; undefined for all. */
  days: Days | undefined;
};

/** A query whose fields, names and conditions are looked up. */
export type Read = ReturnType<typeof readQuery>;

function readQuery(query: Query, directory: Names) {
  const { subject } = query;
  const field = (name: string): Field => knownField(subject, name);
  const clauses = (list: readonly Condition[] = []): readonly Clause[] => {
    const read = list.map((condition) => clauseOf(field(condition.field), condition, directory));
    return [...new Map(read.map((clause) => [clauseText(clause), clause]))]
      .sort(([a], [b]) => compareCodeUnits(a, b))
      .map(([, clause]) => clause);
  };
  return {
    ...query,
    operation: query.operation ?? defaultOperation(query),
    metric: query.metric === undefined ? undefined : field(query.metric),
    groupBy: query.groupBy === undefined ? undefined : field(query.groupBy),
    where: clauses(query.where),
    which: clauses(query.which),
    show: (query.show ?? []).map(field),
    names: (query.names ?? []).map(directory.find(subject)),
    directory,
  };
}

/** With every default decided, and the query in its one canonical form, for its address. */
export type Plan = ReturnType<typeof planOf>;

/**
 * @param weeks slugs of the published weeks, oldest first
 * @throws BellwetherError with one of `REFUSALS`, `unknown-name` or `unknown-period`
 */
export function planOf(query: Query, directory: Names, weeks: readonly string[]) {
  const read = readQuery(query, directory);
  refuseContradictions([...read.where, ...read.which]);
  refuseMeasure(read);
  refuseOperation(read);
  const time = timeOf(read, weeks);
  refuseStray(read, time.weeks);
  const defaults = { ...DEFAULTS, limit: defaultLimit(read) };
  const { order, over, currency, limit, offset, nth } = query;
  return {
    ...read,
    order: order ?? defaults.order,
    over: over ?? defaults.over,
    currency: currency ?? defaults.currency,
    limit: nth === undefined ? (limit ?? defaults.limit) : 1,
    offset: nth === undefined ? (offset ?? defaults.offset) : nth - 1,
    ...time,
    canonical: canonicalOf(read, defaults, time, weeks),
  };
}

type Measured = Pick<Query, 'subject' | 'measure'> & { groupBy?: unknown };

/** For sectors, every measure except the count is that of their startups. */
export function isWhole({ subject, measure, groupBy }: Measured): boolean {
  return (
    measure !== undefined && groupBy === undefined && (subject !== 'sector' || measure === 'count')
  );
}

/** Whether each value summarizes many rows. */
export function isSummary(query: Measured): boolean {
  return query.groupBy !== undefined || isWhole(query);
}

function defaultOperation(
  query: Measured & { names?: readonly unknown[] | undefined; metric?: unknown },
): OperationName {
  const { subject, names = [], metric, measure } = query;
  if (isWhole(query) || (names.length > 0 && TIME[subject] !== 'dated')) return 'get';
  return (metric ?? measure) === undefined ? 'list' : 'rank';
}

function defaultLimit({ operation, names, groupBy, subject }: Read): number {
  // Few enough to be shown whole.
  if (operation === 'series' || subject === 'sector') return MAX_ROWS;
  if (operation === 'extreme') return Math.max(1, names.length);
  return groupBy ? MAX_ROWS : Math.max(DEFAULT_LIMIT, names.length);
}

function timeOf(read: Read, weeks: readonly string[]): Time {
  const { subject, operation } = read;
  const range = rangeOf(read, weeks);
  const kind = TIME[subject];
  if (kind === 'today' && range)
    throw refused(
      'no-history',
      `${subject} is known as of today alone; startups have weeks, and deals have dates.`,
    );
  if (kind !== 'weekly') return { weeks: [], against: undefined, days: range };
  const isOfAll = operation === 'series' || operation === 'extreme';
  const chosen = range ? weeksIn(range, weeks) : weeks.slice(isOfAll ? 0 : -1);
  if (operation !== 'change') return { weeks: chosen, against: undefined, days: undefined };
  const [first = '', now = first] = [chosen[0], chosen.at(-1)];
  const earlier = first < now ? first : weeks[weeks.indexOf(now) - 1];
  const before = read.against ? weeksIn(daysOf(read.against, weeks), weeks)[0] : earlier;
  if (before === undefined || before >= now)
    throw refused(
      'empty-range',
      `Only an earlier week can be compared with ${now}; ${before ?? 'it is the first, so there'} is none.`,
    );
  return { weeks: [now], against: before, days: undefined };
}

/** Every field that a query names. */
export function fieldsIn({ metric, where, which, show, groupBy }: Read): Field[] {
  const conditions = [...where, ...which].map(({ field }) => field);
  return [metric ?? [], groupBy ?? [], conditions, show].flat();
}

/** Names as slugs, conditions in order, defaults left out, and times that stay what they are. */
function canonicalOf(
  read: Read,
  defaults: Partial<Query>,
  time: Time,
  weeks: readonly string[],
): Query {
  const written: Record<string, unknown> = {
    ...read,
    metric: read.metric?.name,
    groupBy: read.groupBy?.name,
    names: read.names.map(({ key }) => key),
    where: read.where.map(conditionOf),
    which: read.which.map(conditionOf),
    show: read.show.map(({ name }) => name),
    ...pinned(read, time.weeks, weeks),
    against: time.against,
  };
  const usual: Partial<Query> = { ...defaults, operation: defaultOperation(read) };
  const parts = (Object.keys(QUERY_FIELDS) as (keyof Query)[]).filter((part) => {
    const value = written[part];
    return value !== undefined && value !== usual[part] && !(Array.isArray(value) && !value.length);
  });
  // The parts of a query, without those at their defaults.
  return Object.fromEntries(parts.map((part) => [part, written[part]])) as unknown as Query;
}

/** The time of a query, in a form that means the same next week. */
function pinned({ period, from, to }: Read, chosen: Time['weeks'], weeks: readonly string[]) {
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (chosen.length === 1) return { period: first, from: undefined, to: undefined };
  if (chosen.length > 1) return { period: undefined, from: first, to: last };
  const slugOf = (when: string | undefined) =>
    when?.startsWith('latest') ? weeks.at(-1 - Number(when.split('-')[1] ?? 0)) : when;
  return { period: slugOf(period), from: slugOf(from), to: slugOf(to) };
}

function conditionOf({ field, op, values }: Clause): Condition {
  return { field: field.name, op, values: [...values] };
}
