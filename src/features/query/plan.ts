/**
 * What a query means: everything in it looked up and decided, and whatever is impossible refused.
 */
import { isoDay } from '../../lib/period.ts';
import { type Clause, clauseOf, clauseText, refuseContradictions } from './clauses.ts';
import { FIELDS, type Field, fieldOf, isAdditive, isNumber, TIME } from './fields.ts';
import type { Named, Names } from './names.ts';
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
import { refused } from './refusals.ts';
import { type Days, daysOf, rangeOf, weeksIn } from './when.ts';

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

const RANKED: ReadonlySet<OperationName> = new Set(['rank', 'extreme', 'change', 'compare']);
const FOLLOWED: ReadonlySet<OperationName> = new Set(['change', 'series', 'extreme']);
const GROUPED: ReadonlySet<string> = new Set(['category', 'name', 'year']);
/** Rows that a name stands for one by one; a company can have many deals. */
const COMPARABLE: ReadonlySet<Subject> = new Set([
  'startup',
  'sector',
  'company',
  'fund',
  'acquirer',
  'market',
]);

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

type Read = Omit<Query, 'operation' | 'metric' | 'groupBy' | 'where' | 'which' | 'show' | 'names'> &
  Pick<Plan, 'operation' | 'metric' | 'groupBy' | 'where' | 'which' | 'show' | 'names'>;
type Time = Pick<Plan, 'weeks' | 'against' | 'days'>;

function knownField(subject: Subject, name: string): Field {
  const field = fieldOf(subject, name);
  if (field) return field;
  const has = FIELDS[subject].map((one) => one.name).join(', ');
  throw refused('unknown-field', `${subject} has no field ${name}; it has ${has}.`);
}

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

function refuseMeasure({ subject, measure, metric, groupBy, which }: Read): void {
  if (groupBy && measure === undefined)
    throw refused(
      'missing-measure',
      `groupBy=${groupBy.name} needs a measure: count, sum, mean, median or share.`,
    );
  if (groupBy && !GROUPED.has(groupBy.kind) && groupBy.name !== 'round')
    throw refused(
      'no-groups',
      `Rows cannot be grouped by ${groupBy.name}; group by ${groupable(subject)}.`,
    );
  if (which.length > 0 && measure !== 'share')
    throw refused(
      'does-not-apply',
      'which belongs to measure=share; other conditions stand in where.',
    );
  if (measure === undefined || measure === 'count') return;
  if (measure === 'share') {
    if (subject === 'sector')
      throw refused(
        'does-not-apply',
        'The share of sectors is asked of startups: subject=startup, groupBy=sector.',
      );
    if (which.length > 0 && metric)
      throw refused(
        'does-not-apply',
        'A share is either of rows (which) or of a sum (metric and groupBy), not both.',
      );
    if (which.length > 0) return;
    if (!metric || !groupBy)
      throw refused(
        'missing-metric',
        'A share needs which (what the counted rows satisfy), or a metric and groupBy.',
      );
  }
  if (!metric)
    throw refused('missing-metric', `The ${measure} needs a metric: one of ${numeric(subject)}.`);
  if (!isNumber(metric))
    throw refused(
      'no-number',
      `There is no ${measure} of ${metric.name}, which is no number; take one of ${numeric(subject)}.`,
    );
  if ((measure === 'sum' || measure === 'share') && !isAdditive(metric))
    throw refused(
      'no-sum',
      `Values of ${metric.name} do not add up; ask for the mean or the median.`,
    );
}

function groupable(subject: Subject): string {
  return FIELDS[subject]
    .filter(({ kind, name }) => GROUPED.has(kind) || name === 'round')
    .map(({ name }) => name)
    .join(', ');
}

function numeric(subject: Subject): string {
  return FIELDS[subject]
    .filter(isNumber)
    .map(({ name }) => name)
    .join(', ');
}

function refuseOperation(plan: Read): void {
  const { subject, operation, metric, names, measure, groupBy } = plan;
  const whole = isWhole(plan);
  const isSummary = whole || groupBy !== undefined;
  const seen = new Map<string, string>();
  for (const { key, name } of names) {
    if (seen.has(key)) throw refused('same-name-twice', `Two of the names mean ${name}.`);
    seen.set(key, name);
  }
  if (FOLLOWED.has(operation)) {
    if (TIME[subject] !== 'weekly')
      throw refused(
        'no-history',
        `${operation} follows weeks, which ${subject} has none of; startup and sector have.`,
      );
    if (!metric && !isSummary) throw refused('missing-metric', `${operation} needs a metric.`);
    if (metric && !metric.isWeekly && !isProfile(metric) && !isSummary)
      throw refused(
        'no-history',
        `${metric.name} is known as of today alone, so it has no history.`,
      );
  }
  if (operation === 'get' && names.length === 0 && !whole)
    throw refused(
      'missing-names',
      'get needs names or a measure; list shows rows, rank orders them.',
    );
  if (operation === 'get' && groupBy)
    throw refused(
      'does-not-apply',
      'Groups are asked for with operation=rank, change, series or extreme.',
    );
  if (operation === 'list' && isSummary)
    throw refused(
      'does-not-apply',
      'list shows rows; a measure is asked for with operation=get, groups with rank.',
    );
  if (operation === 'compare') refuseComparison(plan, isSummary);
  if (operation === 'rank') {
    if (whole)
      throw refused(
        'does-not-apply',
        'One value cannot be ranked; give groupBy, or leave out the operation.',
      );
    if (!metric && !groupBy)
      throw refused('missing-metric', `rank needs a metric: one of ${numeric(subject)}.`);
  }
  const needsNumber = operation === 'rank' || operation === 'extreme';
  if (needsNumber && metric && !isSummary && !isNumber(metric) && metric.kind !== 'date')
    throw refused(
      'no-number',
      `${metric.name} has no highest and lowest; take one of ${numeric(subject)}.`,
    );
  if (operation === 'series' && names.length === 0 && !isSummary && subject !== 'sector')
    throw refused('missing-names', 'series needs names or a measure: whose weeks are meant?');
  if (
    subject === 'sector' &&
    measure === undefined &&
    metric === undefined &&
    operation === 'extreme'
  )
    throw refused('missing-metric', 'extreme needs a metric.');
}

function refuseComparison({ subject, names }: Read, isSummary: boolean): void {
  if (isSummary)
    throw refused('does-not-apply', 'compare sets named rows side by side; groups are ranked.');
  if (!COMPARABLE.has(subject))
    throw refused(
      'does-not-apply',
      `compare sets ${[...COMPARABLE].join(', ')} side by side, not each ${subject}.`,
    );
  if (names.length < 2)
    throw refused('missing-names', `compare needs at least two names, and got ${names.length}.`);
}

/** What a startup is, as of each week. */
function isProfile({ name }: Field): boolean {
  return ['stage', 'status', 'sector', 'geography'].includes(name);
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

/** Parts that say nothing beside the others are refused, since whoever wrote them meant something. */
function refuseStray(plan: Read, weeks: readonly number[]): void {
  const { operation, metric, names, nth, limit, offset, order, over, against, changeBy, currency } =
    plan;
  const stray = (part: string, why: string) => refused('does-not-apply', `${part} ${why}.`);
  const isOrdered = RANKED.has(operation);
  if (order !== undefined && !isOrdered)
    throw stray('order', 'belongs to rank, compare, change and extreme');
  if (nth !== undefined && (!isOrdered || operation === 'compare'))
    throw stray('nth', 'belongs to rank, change and extreme');
  if (nth !== undefined && (limit ?? offset) !== undefined)
    throw stray('nth', 'picks one row; leave out limit and offset');
  const isChange = operation === 'change';
  if (against !== undefined && !isChange) throw stray('against', 'belongs to operation=change');
  if (changeBy !== undefined && (!isChange || (metric && !isNumber(metric) && !plan.measure)))
    throw stray('changeBy', 'belongs to operation=change with a number');
  if (over !== undefined && (weeks.length < 2 || FOLLOWED.has(operation)))
    throw stray('over', 'belongs to a range of several weeks, in get, list, rank and compare');
  if (currency !== undefined && !fieldsIn(plan).some(({ kind }) => kind === 'money'))
    throw stray('currency', 'belongs to amounts, and none is asked for');
  if (plan.show.length > 0 && (isWhole(plan) || plan.groupBy))
    throw stray('show', 'belongs to rows, not to a measure');
  if (names.length > 0 && plan.groupBy && plan.groupBy.name === 'name')
    throw stray('names', 'are the groups already');
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
  const [one, other] = [clauseText(a), clauseText(b)];
  return one < other ? -1 : Number(one > other);
}

/** The ends of a range of days as dates; null where it is open. */
export function endsOf({ first, last }: Days): { from: string | null; to: string | null } {
  const day = (end: number) => (Number.isFinite(end) ? isoDay(end) : null);
  return { from: day(first), to: day(last) };
}
