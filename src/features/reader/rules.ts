/** Meanings that neighbours in a question make together, by the kinds of both. */
import { type Field, isNumber } from '../query/field.ts';
import { OPERATORS } from '../query/operators.ts';
import type { Condition, Subject } from '../query/query.ts';
import { FIELDS } from '../query/query-fields.ts';
import type { Bound, Direction, Edge, Kind, Meaning, Of } from './meaning.ts';

/** Neighbouring meanings make one together; undefined where they do not. */
export type Rule = (left: Edge, right: Edge, between: readonly string[]) => Meaning | undefined;

/** Commits, contributors and everything else: the field that tells how it changed. */
export function changeOf(field: string | undefined): string {
  if (field === 'commitVelocity14d' || field === 'commitVelocityChangeRatio')
    return 'commitVelocityChangeRatio';
  return field === 'contributors' || field === 'contributorGrowth'
    ? 'contributorGrowth'
    : 'scoreGrowth';
}

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
    if (field.kind === 'count' && field.isWeekly) return on(value, changeOf(name));
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

const boundOf = (op: Condition['op'], { value, unit, currency }: Of<'number'>): Bound => ({
  op,
  value,
  ...(unit && { unit }),
  ...(currency !== undefined && { currency }),
});

/** A number without a word that says how it bounds. */
function bare(field: string, number: Of<'number'>): Meaning | undefined {
  const made = conditions(field, [boundOf('=', number)]);
  return made?.kind === 'condition' ? { ...made, isBare: true } : undefined;
}

const isJoined = (between: readonly string[]) =>
  between.every((word) => word === 'and' || word === 'but');
const SHARES: ReadonlySet<string> = new Set([
  'agentShare',
  'largestContributorShare14d',
  'bulkShare14d',
]);
const COMMITS = 'commitVelocity14d';
const SIGNALS: ReadonlySet<string> = new Set(['signalStrength', 'signalType']);
const ROLES: ReadonlySet<string> = new Set(['backed', 'led', 'acquired']);
const OF_NUMBER: ReadonlySet<string> = new Set(['of', 'at', 'is', 'was', 'are']);
/** A place in an order is no order by itself. */
const isRank = (field: string) => field === 'sectorRank' || field === 'trendingRank';
const isSmall = ({ value, unit }: Of<'number'>) =>
  unit === undefined && Number.isInteger(value) && value < 200;

/** `contributors growing fastest`, `biggest drop in contributors` */
const isOfGrowth = ({ field: own }: Of<'order'>, field: string) =>
  (own === 'scoreGrowth' || own === 'commitVelocityChangeRatio') &&
  (field === 'contributors' || field === COMMITS);

const BY_KINDS = new Map<string, Rule[]>();

function on<L extends Kind, R extends Kind>(
  left: L,
  right: R,
  make: (
    left: Of<L>,
    right: Of<R>,
    between: readonly string[],
    edges: { left: Edge; right: Edge },
  ) => Meaning | undefined | false,
): void {
  const rules = BY_KINDS.getOrInsertComputed(`${left} ${right}`, () => []);
  // The key of the table guarantees the kinds of both.
  rules.push(
    (one, other, between) =>
      make(one.meaning as Of<L>, other.meaning as Of<R>, between, { left: one, right: other }) ||
      undefined,
  );
}

export function rulesFor(left: Meaning, right: Meaning): readonly Rule[] {
  return BY_KINDS.get(`${left.kind} ${right.kind}`) ?? [];
}

// `more than 100`, `100 or more`, `more than 10 and fewer than 50`, `between 10 and 20`
on('operator', 'number', (operator, number) =>
  operator.isAfter ? undefined : { kind: 'bound', bounds: [boundOf(operator.op, number)] },
);
on('number', 'operator', (number, operator) =>
  operator.isAfter ? { kind: 'bound', bounds: [boundOf(operator.op, number)] } : undefined,
);
on('bound', 'bound', (left, right, between) =>
  left.bounds.length === 1 && right.bounds.length === 1 && isJoined(between)
    ? { kind: 'bound', bounds: [...left.bounds, ...right.bounds] }
    : undefined,
);
on('number', 'number', (left, right, between) => {
  if (between.length !== 1 || (between[0] !== 'and' && between[0] !== 'to')) return undefined;
  const isPercent = right.unit === 'percent' && left.unit === undefined;
  const low: Of<'number'> = isPercent
    ? { ...left, value: left.value / 100, unit: 'percent' }
    : left;
  return { kind: 'range', bounds: [boundOf('>=', low), boundOf('<=', right)] };
});

// `more than 100 commits`, `composite above 80`, `5 contributors`, `no new repos`
on('range', 'field', (range, { field }) => conditions(field, range.bounds));
on('field', 'range', ({ field }, range) => conditions(field, range.bounds));
on('bound', 'field', ({ bounds }, { field }) => conditions(field, bounds));
on('field', 'bound', ({ field }, { bounds }) => conditions(field, bounds));
on('number', 'field', (number, { field }, between) =>
  between.includes('of') ? undefined : bare(field, number),
);
on('field', 'number', ({ field }, number, between) =>
  number.unit !== undefined || between.some((word) => OF_NUMBER.has(word))
    ? bare(field, number)
    : undefined,
);
on('none', 'field', (_, { field }) =>
  ANY_FIELD.get(field)?.kind === 'category'
    ? undefined
    : conditions(field, [{ op: '=', value: 0 }]),
);
on('condition', 'operator', (condition, { op, isAfter }) => {
  const made = condition.conditions.map((one) => ({ ...one, op }));
  return condition.isBare && isAfter ? { kind: 'condition', conditions: made } : undefined;
});

// `sector=security`: the field says only what the value says as well
on('field', 'value', ({ field }, value) => (field === value.field ? value : undefined));
on('value', 'field', (value, { field }) => (field === value.field ? value : undefined));
on('field', 'value', ({ field }, value) =>
  field === 'signalType' && value.field === 'signalStrength' ? value : undefined,
);
on('value', 'field', (value, { field }) =>
  SIGNALS.has(value.field) && field === 'signalType' ? value : undefined,
);
on('operator', 'value', ({ op }, value) =>
  op === '=' ? value : op === '!=' ? { ...value, isNot: true } : undefined,
);
on('subject', 'value', ({ subject }, value) =>
  subject === 'sector' && value.field === 'sector' ? value : undefined,
);
on('value', 'subject', (value, { subject }) =>
  subject === 'sector' && value.field === 'sector' ? value : undefined,
);
on('round', 'subject', (round, { subject }, between) =>
  subject === 'round' && between.length === 0 ? round : undefined,
);
on('absent', 'field', ({ what }, field) =>
  what === 'headcount' && field.field === 'contributors' ? field : undefined,
);

// Negations.
on('not', 'value', (_, value) => ({ ...value, isNot: true }));
on('not', 'role', (_, role) => ({ ...role, isNot: true }));
on('not', 'name', (_, { slug }) => ({ kind: 'excluded', slug }));
on('not', 'condition', (_, condition) => {
  const [one, ...others] = condition.conditions;
  if (!one || others.length > 0) return undefined;
  return { ...condition, conditions: [{ ...one, op: OPERATORS[one.op].opposite }] };
});

// `in the US or the UK`, `security, databases and web3`
on('value', 'value', (left, right, between, { left: { to }, right: { from } }) =>
  left.field === right.field && !left.isNot === !right.isNot && from - to <= 2 && isJoined(between)
    ? { ...left, values: [...new Set([...left.values, ...right.values])] }
    : undefined,
);
on('or', 'value', (_, value, __, { left: { to }, right: { from } }) =>
  from - to <= 2 ? { kind: 'either', value } : undefined,
);
on('value', 'either', (left, { value }) =>
  left.field === value.field
    ? { ...left, values: [...new Set([...left.values, ...value.values])] }
    : undefined,
);

// `top 5`, `the three largest`, `second most`, `most commits`, `biggest drop in commits`
on('order', 'number', (order, number, between) =>
  isSmall(number) && between.every((word) => word === 'the')
    ? { ...order, n: number.value }
    : undefined,
);
on('number', 'order', (number, order, between) =>
  isSmall(number) && between.length === 0 ? { ...order, n: number.value } : undefined,
);
on('nth', 'order', ({ n }, order, between) =>
  between.length === 0 ? { ...order, nth: n } : undefined,
);
on('order', 'field', (order, { field, isBy }) => {
  if (order.isChange && order.base === undefined)
    return { ...order, field: changeOf(field), base: field };
  if (isOfGrowth(order, field))
    return { ...order, field: changeOf(field), isChange: true, base: field };
  if (order.field === field) return order;
  if (order.field !== undefined || isBy) return undefined;
  return isRank(field) ? order : { ...order, field };
});
on('field', 'order', ({ field, isBy }, order) =>
  isOfGrowth(order, field)
    ? { ...order, field: changeOf(field), isChange: true, base: field }
    : order.field === undefined || order.field === field
      ? { ...order, field, ...(isBy && { isBy }) }
      : undefined,
);
on('order', 'move', (order, move) => moveInOrder(order, move));
on('move', 'order', (move, order) => moveInOrder(order, move));
on(
  'order',
  'measure',
  (order, { measure }) => order.field === undefined && measure === 'share' && order,
);

// `by commits`; the window that changes are against anyway
on('by', 'field', (_, field, __, { left: { to }, right: { from } }) =>
  from - to <= 2 ? { ...field, isBy: true } : undefined,
);
on('more', 'prior', ({ order, field }) => ({
  kind: 'move',
  to: order === 'highest' ? 'up' : 'down',
  ...(field !== undefined && { field }),
}));
on('move', 'prior', (move) => move);
on('order', 'prior', (order) => order);
on('condition', 'prior', (condition) => condition);
on('than', 'prior', (_, prior) => prior);
on('versus', 'prior', (_, prior) => prior);
on('trend', 'prior', ({ trend }, prior) => trend === 'change' && prior);
on('operator', 'prior', ({ op }, prior) => op === '>' && prior);
on('prior', 'move', (_, move) => move);
on('prior', 'order', (_, order) => order);

// `more commits`, `growing contributors`, `commits are falling by more than 10%`
on('more', 'field', (more, { field }) => more.field === undefined && { ...more, field });
on('field', 'more', ({ field }, more) => more.field === undefined && { ...more, field });
on(
  'move',
  'more',
  (move, more) =>
    more.field === undefined && {
      ...more,
      order: (move.to === 'up') === (more.order === 'highest') ? 'highest' : 'lowest',
      field: move.field === undefined ? 'scoreGrowth' : changeOf(move.field),
    },
);
on('move', 'field', (move, { field }, between) =>
  move.field === field || (move.field === undefined && !between.includes('and'))
    ? { ...move, field }
    : undefined,
);
on('field', 'move', ({ field }, move, between) =>
  move.field === field || (move.field === undefined && !between.includes('and'))
    ? { ...move, field }
    : undefined,
);
on('move', 'bound', (move, { bounds: [bound] }) =>
  move.by === undefined && bound?.unit === 'percent'
    ? { ...move, by: movedBy(move.to, bound) }
    : undefined,
);
on('move', 'number', (move, number, between) =>
  move.by === undefined && number.unit === 'percent' && between.includes('by')
    ? { ...move, by: movedBy(move.to, boundOf('>=', number)) }
    : undefined,
);

// `share of commits by coding agents`, `commits written with AI`, `over half of commits`
on('measure', 'field', ({ measure }, field) =>
  measure === 'share' && SHARES.has(field.field) ? field : undefined,
);
on('field', 'measure', (field, { measure }) =>
  measure === 'share' && SHARES.has(field.field) ? field : undefined,
);
on('field', 'field', (left, right) => {
  if (left.field === COMMITS && SHARES.has(right.field)) return right;
  return left.field === 'agentShare' && right.field === COMMITS ? left : undefined;
});
on('bound', 'field', (bound, { field }) =>
  bound.bounds[0]?.unit === 'percent' && field === COMMITS ? bound : undefined,
);
on('number', 'measure', (number, { measure }) =>
  number.unit === 'percent' && measure === 'share' ? number : undefined,
);

// `backed by Accel`, `led by Index and Accel`, `Accel-backed`
on('act', 'name', ({ act, isBy }, { slug }) =>
  isBy && ROLES.has(act)
    ? { kind: 'role', act: act as Of<'role'>['act'], slugs: [slug], isAll: true }
    : undefined,
);
on('name', 'act', ({ slug }, { act }, between, { right: { from, to } }) =>
  act === 'backed' && between.length === 0 && to - from === 1
    ? { kind: 'role', act: 'backed', slugs: [slug], isAll: true }
    : undefined,
);
on('role', 'name', (role, { slug }, between) =>
  between.length === 1 && between[0] === 'and'
    ? { ...role, slugs: [...role.slugs, slug] }
    : undefined,
);

/** `fell by more than 10%` is a change below −10%. */
function movedBy(to: Direction, bound: Bound): Bound {
  return to === 'up' ? bound : { ...bound, op: OPERATORS[bound.op].mirrored, value: -bound.value };
}

/** `gained most`, `biggest drop`: the order goes by the change. */
function moveInOrder(order: Of<'order'>, move: Of<'move'>): Meaning | undefined {
  if (order.isChange || order.field === 'scoreGrowth') return undefined;
  const base = move.field ?? order.field;
  return {
    ...order,
    order: (move.to === 'up') === (order.order === 'highest') ? 'highest' : 'lowest',
    field: changeOf(base),
    isChange: true,
    ...(base !== undefined && { base }),
  };
}
