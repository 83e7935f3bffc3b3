/**
 * What a query means: everything in it looked up and decided, and whatever is impossible refused.
 */
import { compareCodeUnits } from '../../lib/compare.ts';
import { isoDay } from '../../lib/period.ts';
import { type Clause, clauseOf, clauseText, refuseContradictions } from './clauses.ts';
import type { Field } from './field.ts';
import { knownField, refuseMeasure, refuseOperation, refuseStray } from './impossible.ts';
import type { Named, Names } from './named-entities.ts';
import {
  type CHANGE_BY,
  type Condition,
  MAX_ROWS,
  type Measure,
  type OperationName,
  type ORDERS,
  type Over,
  type Query,
  type Subject,
} from './query.ts';
import { TIME } from './query-fields.ts';
import { type Days, daysOf, rangeOf, weeksIn } from './query-time.ts';
import { refused } from './refusals.ts';

/** Rows without a limit. */
const DEFAULT_LIMIT = 10;

export type Plan = {
  subject: Subject;
  operation: OperationName;
  metric: Field | undefined;
  names: readonly Named[];
  where: readonly Clause[];
  measure: Measure | undefined;
  which: readonly Clause[];
  groupBy: Field | undefined;
  order: (typeof ORDERS)[number];
  nth: number | undefined;
  limit: number;
  offset: number;
  show: readonly Field[];
  /** Places of the weeks, oldest first; empty for subjects without weeks. */
  weeks: readonly number[];
  over: Over;
  /** Of change. */
  against: number | undefined;
  changeBy: (typeof CHANGE_BY)[number];
  /** When deals were announced; undefined for all. */
  days: Days | undefined;
  currency: string;
  /** The query in the one form that its address has. */
  canonical: Query;
};

/**
 * @param weeks slugs of the published weeks, oldest first
 * @throws BellwetherError with one of `REFUSALS`, `unknown-name` or `unknown-period`
 */
export function planOf(query: Query, names: Names, weeks: readonly string[]): Plan {
  const { subject } = query;
  const field = (name: string) => knownField(subject, name);
  const metric = query.metric === undefined ? undefined : field(query.metric);
  const groupBy = query.groupBy === undefined ? undefined : field(query.groupBy);
  const operation = query.operation ?? defaultOperation(query);
  const clauses = (list: readonly Condition[] = []) =>
    list.map((condition) => clauseOf(field(condition.field), condition, names)).toSorted(byText);
  const where = clauses(query.where);
  const which = clauses(query.which);
  const show = (query.show ?? []).map(field);
  refuseContradictions([...where, ...which]);
  const named = (query.names ?? []).map((text) => names.find(subject, text));
  const plan = { ...query, operation, metric, groupBy, where, which, show, names: named };
  refuseMeasure(plan);
  refuseOperation(plan);
  const time = timeOf(plan, weeks);
  refuseStray(plan, time.weeks);
  return {
    subject,
    operation,
    metric,
    names: named,
    where,
    measure: query.measure,
    which,
    groupBy,
    order: query.order ?? 'highest',
    nth: query.nth,
    limit: query.nth === undefined ? (query.limit ?? defaultLimit(plan)) : 1,
    offset: query.nth === undefined ? (query.offset ?? 0) : query.nth - 1,
    show,
    ...time,
    over: query.over ?? 'mean',
    changeBy: query.changeBy ?? 'difference',
    currency: query.currency ?? 'USD',
    canonical: canonicalOf(plan, time, weeks),
  };
}

/** A query whose fields, names and conditions are looked up. */
export type Read = Omit<
  Query,
  'operation' | 'metric' | 'groupBy' | 'where' | 'which' | 'show' | 'names'
> &
  Pick<Plan, 'operation' | 'metric' | 'groupBy' | 'where' | 'which' | 'show' | 'names'>;
type Time = Pick<Plan, 'weeks' | 'against' | 'days'>;

/** Of sectors, every measure but the count is that of their startups. */
export function isWhole({
  subject,
  measure,
  groupBy,
}: Pick<Query, 'subject' | 'measure'> & { groupBy?: unknown }) {
  return (
    measure !== undefined && groupBy === undefined && (subject !== 'sector' || measure === 'count')
  );
}

function defaultOperation(query: Query): OperationName {
  const { subject, names, metric, measure } = query;
  if (isWhole(query) || (names && TIME[subject] !== 'dated')) return 'get';
  return (metric ?? measure) === undefined ? 'list' : 'rank';
}

/** Few enough to be shown whole. */
const FEW: ReadonlySet<Subject> = new Set(['sector', 'market', 'finding']);

function defaultLimit({ operation, names, groupBy, subject }: Read): number {
  if (operation === 'series' || FEW.has(subject)) return MAX_ROWS;
  if (operation === 'extreme') return Math.max(1, names.length);
  return groupBy ? MAX_ROWS : Math.max(DEFAULT_LIMIT, names.length);
}

function timeOf(plan: Read, weeks: readonly string[]): Time {
  const { subject, operation, period, from, to, against } = plan;
  const range = rangeOf({ period, from, to }, weeks);
  const kind = TIME[subject];
  if (kind === 'today' && range)
    throw refused(
      'no-history',
      `${subject} is known as of today alone; ask startup for a week, and round, backing, acquisition or exit for deals of a time.`,
    );
  if (kind !== 'weekly') return { weeks: [], against: undefined, days: range };
  const isAll = operation === 'series' || operation === 'extreme';
  const last = weeks.length - 1;
  const chosen = range ? weeksIn(range, weeks) : isAll ? weeks.map((_, index) => index) : [last];
  if (operation !== 'change') return { weeks: chosen, against: undefined, days: undefined };
  const now = chosen.at(-1) ?? last;
  const [first = now] = chosen;
  const before =
    against === undefined
      ? first < now
        ? first
        : now - 1
      : (weeksIn(daysOf(against, weeks), weeks)[0] ?? now);
  if (before < 0)
    throw refused(
      'empty-range',
      `There is no week before ${weeks[now]}, the first; name a later one.`,
    );
  if (before >= now)
    throw refused(
      'empty-range',
      `${weeks[before]} is not before ${weeks[now]}; against names an earlier week.`,
    );
  return { weeks: [now], against: before, days: undefined };
}

/** Every field that a query names. */
export function fieldsIn({
  metric,
  where,
  which,
  show,
  groupBy,
}: Pick<Plan, 'metric' | 'where' | 'which' | 'show' | 'groupBy'>): Field[] {
  return [
    ...[metric, groupBy].filter((field) => field !== undefined),
    ...[...where, ...which].map(({ field }) => field),
    ...show,
  ];
}

/** Names as slugs, conditions in order, defaults left out, and times that stay what they are. */
function canonicalOf(
  plan: Read,
  { weeks: places, against }: Time,
  weeks: readonly string[],
): Query {
  const { subject, operation, metric, groupBy, measure, order, nth, limit, offset } = plan;
  const names = plan.names.map(({ key }) => key);
  const written = {
    subject,
    metric: metric?.name,
    names: names.length === 0 ? undefined : names,
    measure,
    groupBy: groupBy?.name,
  };
  const [first, last] = [weeks[places[0] ?? -1], weeks[places.at(-1) ?? -1]];
  const isWeekly = places.length > 0;
  const isRange = places.length > 1;
  const pinned = (when: string | undefined) =>
    when?.startsWith('latest') ? weeks.at(-1 - Number(when.split('-')[1] ?? 0)) : when;
  const canonical = {
    ...written,
    operation: defaultOperation(written as Query) === operation ? undefined : operation,
    where: conditionsOf(plan.where),
    which: conditionsOf(plan.which),
    order: order === 'highest' ? undefined : order,
    nth,
    limit: limit === defaultLimit(plan) ? undefined : limit,
    offset: offset === 0 ? undefined : offset,
    show: plan.show.length === 0 ? undefined : plan.show.map(({ name }) => name),
    period: isWeekly ? (isRange ? undefined : first) : pinned(plan.period),
    from: isWeekly ? (isRange ? first : undefined) : pinned(plan.from),
    to: isWeekly ? (isRange ? last : undefined) : pinned(plan.to),
    over: plan.over === 'mean' ? undefined : plan.over,
    against: against === undefined ? undefined : weeks[against],
    changeBy: plan.changeBy === 'difference' ? undefined : plan.changeBy,
    currency: plan.currency === 'USD' ? undefined : plan.currency,
  };
  // Parts that are undefined are left out, as in what was written.
  return Object.fromEntries(
    Object.entries(canonical).filter(([, value]) => value !== undefined),
  ) as unknown as Query;
}

function conditionsOf(clauses: readonly Clause[]): Condition[] | undefined {
  const distinct = new Map(clauses.map((clause) => [clauseText(clause), clause]));
  if (distinct.size === 0) return undefined;
  return [...distinct.values()].map(({ field, op, values }) => ({
    field: field.name,
    op,
    values: [...values],
  }));
}

function byText(a: Clause, b: Clause): number {
  return compareCodeUnits(clauseText(a), clauseText(b));
}

/** The ends of a range of days as dates; null where it is open. */
export function endsOf({ first, last }: Days): { from: string | null; to: string | null } {
  const day = (end: number) => (Number.isFinite(end) ? isoDay(end) : null);
  return { from: day(first), to: day(last) };
}
