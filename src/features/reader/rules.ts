/** Meanings that neighbours in a question make together, by the kinds of both. */

import { OPERATORS } from '../query/operators.ts';
import type { Condition, Subject } from '../query/query.ts';
import { FIELDS, type Field, isNumber } from '../query/query-fields.ts';
import type { Bound, Direction, Edge, Kind, Meaning, Of, Order } from './meaning.ts';

/** Neighbouring meanings make one together; nothing where they do not. */
type Rule<L extends Kind, R extends Kind> = (
  left: Of<L>,
  right: Of<R>,
  between: readonly string[],
  /** Number of words between them. */
  apart: number,
) => Meaning | undefined | false;

/** The field that tells how another one changed; undefined where none does. */
export function changeOf(field = 'scoreGrowth'): string | undefined {
  if (BASE_FIELDS[field] !== undefined) return field;
  return Object.keys(BASE_FIELDS).find((change) => BASE_FIELDS[change] === field);
}

/** The field that a field of growth tells the change of. */
export const BASE_FIELDS: Readonly<Record<string, string>> = {
  commitVelocityChangeRatio: 'commitVelocity14d',
  contributorGrowth: 'contributors',
  scoreGrowth: 'commitVelocity14d',
};

const ANY_FIELD: ReadonlyMap<string, Field> = new Map(
  (Object.keys(FIELDS) as Subject[])
    .toReversed()
    .flatMap((subject) => FIELDS[subject].map((field) => [field.name, field])),
);

/** Percents become ratios where the field has them, and changes where it counts. */
function conditionOn(name: string, { op, value, unit }: Bound): Condition | undefined {
  const field = ANY_FIELD.get(name);
  const on = (size: number, of = name): Condition => ({ field: of, op, values: [size] });
  if (!field || (!isNumber(field) && field.kind !== 'date')) return undefined;
  const isRatio = field.kind === 'share' || field.kind === 'ratio';
  if (unit === 'money' && field.kind !== 'money') return undefined;
  if (unit === 'percent' && !isRatio) {
    const change = field.kind === 'count' ? changeOf(name) : undefined;
    if (change !== undefined) return on(value, change);
    return field.kind === 'score' ? on(value * 100) : undefined;
  }
  if (field.kind === 'money' && unit === undefined && value < 1000) return on(value * 1e6);
  return on(isRatio && unit === undefined && value > 1 ? value / 100 : value);
}

function conditions(field: string, bounds: readonly Bound[]): Meaning | undefined {
  const made = bounds.map((bound) => conditionOn(field, bound));
  const currency = bounds.find((bound) => bound.currency !== 'USD')?.currency;
  if (!made.every((one) => one !== undefined)) return undefined;
  // A share of 50 is one of 50%, if it is meant at all.
  const isGuessed = bounds.some(
    ({ value, unit }) => unit === undefined && value > 1 && ANY_FIELD.get(field)?.kind === 'share',
  );
  return {
    kind: 'condition',
    conditions: made,
    ...(currency !== undefined && { currency }),
    ...(isGuessed && { isBare: true }),
  };
}

const boundOf = (op: Condition['op'], { kind: _, ...number }: Of<'number'>): Bound => ({
  op,
  ...number,
});

/** A number without a word that says how it bounds. */
function bare(field: string, number: Of<'number'>): Meaning | undefined {
  const made = conditions(field, [boundOf('=', number)]);
  return made?.kind === 'condition' ? { ...made, isBare: true } : undefined;
}

const isJoined = (between: readonly string[]) =>
  between.every((word) => word === 'and' || word === 'but');
const COMMITS = 'commitVelocity14d';
/** A place in an order is no order by itself. */
const isRank = (field: string) => field === 'sectorRank' || field === 'trendingRank';

/** `contributors growing fastest`, `biggest drop in contributors` */
function growthIn(order: Of<'order'>, name: string): Meaning | undefined {
  const isOfGrowth = order.field === 'scoreGrowth' || order.field === 'commitVelocityChangeRatio';
  const field = ANY_FIELD.get(name);
  const isMoved = field?.isWeekly && isNumber(field) && BASE_FIELDS[name] === undefined;
  return isOfGrowth && isMoved ? changeIn(order, name) : undefined;
}

/** `biggest drop in releases`: without a field that tells the change, two weeks are compared. */
function changeIn({ field: _, ...change }: Of<'order'>, base: string): Meaning {
  const field = changeOf(base);
  // Number 1 is the highest rank.
  const order = turned(change.order, isRank(base) ? 'down' : 'up');
  return { ...change, order, isChange: true, base, ...(field !== undefined && { field }) };
}

const roleOf = (act: Of<'role'>['act'], slug: string): Of<'role'> => ({
  kind: 'role',
  act,
  slugs: [slug],
});
/** Next to another score, growth is one. */
const movedField = (move: Of<'move'>, { field }: Of<'field'>, between: readonly string[]) =>
  (move.field === field ||
    (move.field === undefined && !between.includes('and') && !field.startsWith('scoreN'))) && {
    ...move,
    field,
  };

/** `against its own year` is what growth is against. */
const ownPast = (_: Meaning, one: Of<'field'>) => one.field === 'scoreGrowth' && one;

/** By the kind of the left one, then of the right one. */
const RULES: { readonly [L in Kind]?: { readonly [R in Kind]?: Rule<L, R> } } = {
  // `more than 100`, `100 or more`, `between 10 and 20`; `= security`
  operator: {
    number: ({ op, isAfter }, number) =>
      !isAfter && { kind: 'bound', bounds: [boundOf(op, number)] },
    value: ({ op }, value) => (op === '=' ? value : op === '!=' && { ...value, isNot: true }),
  },
  number: {
    operator: (number, { op, isAfter }) =>
      isAfter && { kind: 'bound', bounds: [boundOf(op, number)] },
    number: (left, right, between) => {
      const isShare = right.unit === 'percent' && left.unit === undefined;
      const low: Of<'number'> = isShare
        ? { ...left, value: left.value / 100, unit: 'percent' }
        : left;
      const isRange = between.length === 1 && (between[0] === 'and' || between[0] === 'to');
      return isRange && { kind: 'range', bounds: [boundOf('>=', low), boundOf('<=', right)] };
    },
    field: (number, { field }, between) => !between.includes('of') && bare(field, number),
  },
  bound: {
    bound: (left, right, between) => {
      const bounds = [...left.bounds, ...right.bounds];
      return bounds.length === 2 && isJoined(between) && { kind: 'bound', bounds };
    },
    // `over half of commits`: of those that agents wrote
    field: (bound, { field }) =>
      bound.bounds[0]?.unit === 'percent' && field === COMMITS
        ? bound
        : conditions(field, bound.bounds),
  },
  range: { field: (range, { field }) => conditions(field, range.bounds) },
  // `no new repos`
  none: {
    field: (_, { field }) =>
      ANY_FIELD.get(field)?.kind !== 'category' && conditions(field, [{ op: '=', value: 0 }]),
  },
  condition: {
    operator: (condition, { op, isAfter }) => {
      const made = condition.conditions.map((one) => ({ ...one, op }));
      return condition.isBare && isAfter && { kind: 'condition', conditions: made };
    },
  },
  // `composite above 80`, `sector=security`, `contributors growing fastest`
  field: {
    range: ({ field }, { bounds }) => conditions(field, bounds),
    bound: ({ field }, { bounds }) => conditions(field, bounds),
    value: ({ field }, value) => field === value.field && value,
    move: (field, move, between) => movedField(move, field, between),
    order: ({ field, isBy }, order) =>
      growthIn(order, field) ??
      ((order.field ?? field) === field && { ...order, field, ...(isBy && { isBy }) }),
    // `commits written with AI`
    field: (left, right) =>
      left.field === COMMITS &&
      (ANY_FIELD.get(right.field)?.kind === 'share' || right.field === 'releaseDays')
        ? right
        : left.field === 'agentShare' && right.field === COMMITS && left,
  },
  not: {
    value: (_, value) => ({ ...value, isNot: true }),
    name: (_, { slug }) => ({ kind: 'excluded', slug }),
    condition: (_, condition) => {
      const [one, ...others] = condition.conditions;
      if (!one || others.length > 0) return undefined;
      return { ...condition, conditions: [{ ...one, op: OPERATORS[one.op].opposite }] };
    },
  },
  // `in the US or the UK`, `security, databases and web3`
  value: {
    value: (left, right, between, apart) =>
      left.isNot === right.isNot && apart <= 2 && isJoined(between) && union(left, right),
    either: (left, { value }) => union(left, value),
    field: (value, { field }) => field === value.field && value,
  },
  or: { value: (_, value, __, apart) => apart <= 2 && { kind: 'either', value } },
  // `most commits`, `biggest drop in commits`
  order: {
    field: (order, { field, isBy }, between) => {
      if (order.isChange && order.base === undefined) return changeIn(order, field);
      const growth = growthIn(order, field);
      if (growth || order.field === field) return growth ?? order;
      // `ships most releases`
      const isOther = order.field === COMMITS && between.length === 0 && !order.isChange;
      if ((order.field !== undefined && !isOther) || isBy) return undefined;
      return field === 'trendingRank' ? order : { ...order, field };
    },
    move: moveInOrder,
    measure: (order, { measure }) => order.field === undefined && measure === 'share' && order,
  },
  // `by commits`
  by: {
    field: (_, field, __, apart) => apart <= 2 && { ...field, isBy: true },
    move: (_, { to, field }, __, apart) => {
      const change = to === 'up' && apart === 0 ? changeOf(field) : undefined;
      return change !== undefined && { kind: 'field', field: change, isBy: true };
    },
  },
  // The window that changes are against anyway.
  more: {
    field: (more, { field }) => more.field === undefined && { ...more, field },
    prior: ({ order, field }) => ({
      kind: 'move',
      to: order === 'highest' ? 'up' : 'down',
      ...(field !== undefined && { field }),
    }),
  },
  than: { prior: (_, prior) => prior, field: ownPast },
  versus: { prior: (_, prior) => prior, field: ownPast },
  // `growing contributors`, `falling by more than 10%`
  move: {
    field: movedField,
    order: (move, order) => moveInOrder(order, move),
    more: (move, more) =>
      more.field === undefined && {
        ...more,
        order: turned(more.order, move.to),
        field: changeOf(move.field) ?? 'scoreGrowth',
      },
    bound: (move, { bounds: [bound] }) =>
      !move.by && bound?.unit === 'percent' && { ...move, by: movedBy(move.to, bound) },
  },
  // `backed by Accel`, `Accel-backed`, `led by Index and Accel`
  act: {
    name: ({ act, isBy }, { slug }) =>
      isBy && (act === 'backed' || act === 'led' || act === 'acquired') && roleOf(act, slug),
  },
  name: {
    act: ({ slug }, { act, isBy }, _, apart) =>
      act === 'backed' && !isBy && apart === 0 && roleOf(act, slug),
    // `YC companies`
    subject: ({ slug, isFund }, { subject }, _, apart) =>
      isFund && apart === 0 && /^(?:startup|company)$/.test(subject) && roleOf('backed', slug),
  },
  role: {
    name: (role, { slug }, between) =>
      between.join() === 'and' && { ...role, slugs: [...role.slugs, slug] },
  },
};

/** The meaning that two neighbours make, if they make one. */
export function combine(left: Edge, right: Edge, between: readonly string[]): Meaning | undefined {
  // The table's keys are the kinds of both.
  const rule = RULES[left.meaning.kind]?.[right.meaning.kind] as Rule<Kind, Kind> | undefined;
  return rule?.(left.meaning, right.meaning, between, right.from - left.to) || undefined;
}

/** Either of the values of one field. */
function union(left: Of<'value'>, right: Of<'value'>): Meaning | undefined {
  if (left.field !== right.field) return undefined;
  return { ...left, values: [...new Set([...left.values, ...right.values])] };
}

/** `fell by more than 10%` is a change below −10%. */
function movedBy(to: Direction, bound: Bound): Bound {
  return to === 'up' ? bound : { ...bound, op: OPERATORS[bound.op].mirrored, value: -bound.value };
}

/** The highest of what falls is the lowest. */
function turned(order: Order, to: Direction): Order {
  return (to === 'up') === (order === 'highest') ? 'highest' : 'lowest';
}

/** `gained most`, `biggest drop`: the order goes by the change. */
function moveInOrder(order: Of<'order'>, move: Of<'move'>): Meaning | undefined {
  if (order.isChange || order.field === 'scoreGrowth') return undefined;
  const base = move.field ?? order.field;
  const moved = { ...order, order: turned(order.order, move.to) };
  if (base !== undefined) return changeIn(moved, base);
  return { ...moved, field: 'scoreGrowth', isChange: true };
}
