/**
 * Parts of a question that a query does not reflect, although its shape reads parts of their kind. A
 * query leaves marks: its subject, its operation, its fields and all of its values.
 */
import { listedConditions } from '../query/query.ts';
import { TIME } from '../query/query-fields.ts';
import type { Kind, Of } from './meaning.ts';
import type { Item, Parts } from './parts.ts';
import { changeOf } from './rules.ts';
import { type Draft, LISTED } from './shapes/shape.ts';

const wordSet = (line: string): ReadonlySet<unknown> => new Set(line.split(' '));

/** Rows and fields that say the same under different names. */
const SAME = [
  'commitVelocity14d commitVelocityChangeRatio scoreGrowth',
  'contributors contributorGrowth scoreGrowth',
  'raised amount lastRoundAmount rounds currency',
  'lastRound round rounds lastRoundOn announcedOn',
  'announcedOn closedOn lastRoundOn year valuedOn',
  'leads lead investors backers fund backing backed role companies',
  'acquired acquirer acquiredBy acquisition acquisitions by company',
  'stage roundStage round',
  'sectorRank trendingRank scoreComposite',
  'roundsLed led lead role',
].map(wordSet);
const GROWTHS = 'commitVelocityChangeRatio contributorGrowth scoreGrowth';
const DATES = 'announcedOn closedOn lastRoundOn valuedOn lastOn year founded';
const BUYING = 'acquired acquirer acquiredBy acquisition acquisitions exit status';
const RAISING =
  'round roundStage rounds roundsLed backing raised lastRound lastRoundOn lastRoundAmount valuation';

/**
 * Keys or kinds of parts, and the marks that reflect them, of which a query has to have one. Without marks
 * are kinds that are always combined with others, where they are understood.
 */
const MARKS: ReadonlyMap<string, ReadonlySet<unknown>> = new Map(
  [
    ['not operator either absent by ask:why trend:other', ''],
    ['ask:amount', `${RAISING} ${BUYING}`],
    ['versus', 'compare change'],
    ['than', 'compare change beyond'],
    ['prior', GROWTHS],
    ['act', BUYING],
    ['act:lead act:led', 'lead leads roundsLed role'],
    ['act:back act:backed act:co-invest', 'fund backing backers investors companies'],
    ['act:raise', RAISING],
    ['trend:series', 'series agents'],
    ['trend:peak trend:low', 'extreme all'],
    ['trend:change', `change compare ${GROWTHS}`],
    ['subject:round', `${RAISING} fund`],
    ['subject:valuation', 'valuation valuedOn'],
    ['subject:fund', 'fund backing round backers leads backerCount'],
    ['subject:acquirer', 'acquirer'],
    ['subject:acquisition', `${BUYING} exitKind`],
    ['subject:exit', 'exit acquisition'],
    ['subject:sector', 'sector'],
    ['trending', 'trendingRank'],
  ].flatMap(([keys = '', marks = '']) => keys.split(' ').map((key) => [key, wordSet(marks)])),
);
/** Ways of reading in which the rows themselves say what a field would. */
const OF_ROWS: ReadonlySet<string> = new Set(['owner', 'agents', 'both']);

export function droppedFrom(draft: Draft, parts: Parts): Item[] {
  const told = toldBy(draft, parts);
  return parts.items.filter(({ key, meaning, to }) => {
    // The key of the table is the kind of the meaning.
    const isReflected = REFLECTED[meaning.kind] as Reflected<Kind> | undefined;
    const own = isReflected?.(meaning, told, to);
    if (own !== undefined) return !own;
    const marks = MARKS.get(key) ?? MARKS.get(meaning.kind);
    return marks?.isDisjointFrom(meaning.kind === 'act' ? told.bounded : told.marks);
  });
}

type Told = ReturnType<typeof toldBy>;

/** Everything that one reading runs and asks of its rows. */
function toldBy({ query, checks = [], reads, expected }: Draft, parts: Parts) {
  const conditions = [...[query.where, query.which].flatMap(listedConditions), ...checks];
  const marks = new Set(valuesIn([query, conditions, reads, expected]));
  marks.delete(undefined);
  // An act of a fund is a condition on rows, not a column.
  const isOfFunds = parts.names.length > 0 && parts.names.every(({ isFund }) => isFund);
  const bounded = new Set<unknown>([query.subject, ...conditions.map(({ field }) => field)]);
  return {
    query,
    reads,
    parts,
    conditions,
    marks,
    bounded: isOfFunds ? bounded : marks,
    binds: (value: unknown) =>
      conditions.some(({ values }) => values.some((bound) => bound === value)),
  };
}

function valuesIn(written: unknown): unknown[] {
  return written !== null && typeof written === 'object'
    ? Object.values(written).flatMap(valuesIn)
    : [written];
}

/** Whether a field or one that says the same is told; a profile tells of none in particular. */
const hasField = ({ reads, marks }: Told, field: string): boolean =>
  reads !== 'profile' &&
  (marks.has(field) || SAME.some((names) => names.has(field) && !names.isDisjointFrom(marks)));

const isSame = (field: string, name: string): boolean =>
  field === name || SAME.some((names) => names.has(field) && names.has(name));

/** Undefined where marks decide. */
type Reflected<K extends Kind> = (meaning: Of<K>, told: Told, to: number) => boolean | undefined;

const isNamed = ({ slug }: { slug: string }, { marks }: Told) => marks.has(slug);
const isBounded = ({ bounds }: Pick<Of<'bound'>, 'bounds'>, { binds }: Told) =>
  bounds.every(({ value }) => binds(value) || binds(-value));
/** Whether a query reflects a meaning, by its kind; it reflects all of the kinds that are in no table. */
const REFLECTED: { readonly [K in Kind]?: Reflected<K> } = {
  name: isNamed,
  excluded: isNamed,
  bound: isBounded,
  range: isBounded,
  order: isOrdered,
  more: isOrdered,
  measure: isMeasured,
  field: ({ field }, told) =>
    hasField(told, field) ||
    OF_ROWS.has(told.reads ?? '') ||
    (field === 'sectorRank' && told.query.nth !== undefined) ||
    (field === 'commitVelocity14d' && [...told.marks].some((mark) => /Share/.test(String(mark)))),
  value: ({ field, values }, told) =>
    field === '' ||
    values.every((value) =>
      value === null
        ? told.conditions.some((one) => isSame(one.field, field))
        : told.marks.has(value),
    ),
  condition: ({ conditions }, told) =>
    conditions.every(
      ({ field, values }) =>
        field === 'tracked' ||
        told.conditions.some(
          (one) => isSame(one.field, field) && `${one.values}` === `${values}`,
        ) ||
        values.some((value) => told.marks.has(value)),
    ),
  role: ({ slugs }, { marks }) => slugs.every((slug) => marks.has(slug)),
  nth: ({ n }, { query, reads }) => query.nth === Math.abs(n) || reads !== undefined,
  number: ({ value }, { marks }) => marks.has(value),
  time: isTimed,
  move: ({ field }, { reads, marks, parts }) => {
    if (reads === 'move' || reads === 'packages' || marks.has('change')) return true;
    const moved = field === undefined ? parts.fields : [field];
    if (moved.length === 0) return !wordSet(GROWTHS).isDisjointFrom(marks);
    return moved.some((name) => marks.has(changeOf(name)));
  },
  round: ({ round }, { marks }) => marks.has(round),
  per: ({ field }, { query }) => query.groupBy === field || query.subject === field,
  both: (_, { marks, conditions }) =>
    marks.has('compare') || marks.has('both') || conditions.length > 1,
  // `hiring or growing` asks for either, and a query for both.
  or: (_, { conditions, parts }) => conditions.length < 2 || parts.names.length > 1,
  subject: ({ subject }, { query, reads, marks, parts }, to) => {
    const before = parts.items[parts.items.findIndex((item) => item.to === to) - 1];
    if (subject === 'sector' && before?.key === 'ask:which')
      return query.subject === 'sector' || query.groupBy === 'sector';
    if (reads === 'owner' || (subject === 'sector' && parts.has('sector'))) return true;
    if (subject !== 'acquirer' || parts.names.length > 0) return undefined;
    return query.subject === 'acquirer' || marks.has('acquiredBy');
  },
  // Numbers are the latest anyway; of deals, the latest come first.
  latest: (_, { query: { subject, metric }, marks }) => {
    if (TIME[subject] === 'weekly') return true;
    if (TIME[subject] === 'dated') return metric === undefined || metric === 'announcedOn';
    return marks.has('lastRoundAmount') || /^(?:lastRound|valuation|stage)/.test(metric ?? '');
  },
  none: (_, { binds }) => [0, 'none', null].some(binds),
  trend: ({ trend }, { query: { limit } }) =>
    trend === 'first' || trend === 'last' ? limit === 1 : undefined,
  ask: ({ ask }, { query: { operation, metric }, reads, marks }) => {
    if (ask === 'profile') return reads === 'profile' || metric === undefined;
    if (ask === 'packages') return reads === 'packages';
    if (ask !== 'when') return undefined;
    return reads !== undefined || operation !== undefined || !wordSet(DATES).isDisjointFrom(marks);
  },
  trending: (_, { query }) => (query.metric === 'sectorRank' ? false : undefined),
};

function isTimed({ time: { kind } }: Of<'time'>, { query, marks, parts }: Told): boolean {
  if (kind === 'now') return true;
  const { subject, period, from, to, against } = query;
  if (kind === 'all') return subject !== 'startup' || marks.has('extreme') || period === 'all';
  const times = [period, from, to, against].filter((at) => at !== undefined);
  return (
    times.length >= parts.datedTimes.length ||
    [...marks].some((mark) => typeof mark === 'string' && parts.isWindow(mark))
  );
}

/** `highest and lowest` are two questions. */
function isOrdered({ kind, order, field }: Of<'order'> | Of<'more'>, told: Told): boolean {
  const { operation = 'get', measure, subject, names, limit = LISTED } = told.query;
  const orders = new Set(told.parts.all('order').map((one) => one.order));
  if (orders.size > 1 && order !== (told.query.order ?? 'highest')) return false;
  const isOfDeals = subject !== 'startup' && subject !== 'sector';
  const isOfOne = [names ?? []].flat().length === 1;
  const isOrder =
    told.reads !== undefined ||
    /^(?:rank|extreme|compare)$/.test(operation) ||
    (operation === 'change' && measure === undefined && (kind === 'more' || !isOfOne)) ||
    (limit < LISTED && isOfDeals);
  // `the most active investor`
  const isOfFunds = subject === 'fund' && field === 'commitVelocity14d';
  // `hotter or slower than its own norm`
  if (kind === 'more' && isOfOne && told.marks.has('scoreGrowth')) return true;
  return isOrder && (field === undefined || hasField(told, field) || isOfFunds);
}

function isMeasured({ measure }: Of<'measure'>, told: Told, to: number): boolean {
  const { query, reads, parts, marks } = told;
  // `how many startups` counts rows, regardless of the rest of the question.
  const next = parts.items.find(({ from }) => from >= to)?.meaning;
  const isOfRows = parts.names.length === 0 && next?.kind === 'subject';
  // A startup may have raised several rounds.
  const isOfRounds = isOfRows && next.subject === 'startup' && query.subject === 'round';
  if (isOfRows && (measure === 'count' || measure === 'share'))
    return query.measure === measure && !isOfRounds;
  if (query.measure !== undefined)
    return query.measure === measure || (measure !== 'mean' && measure !== 'median');
  if (measure === 'count')
    return query.names !== undefined || reads !== undefined || query.operation === 'rank';
  if (measure === 'share') return [...marks].some((mark) => /share|growth|ratio/i.test(`${mark}`));
  if (measure === 'sum') return query.metric !== undefined && query.subject !== 'round';
  return query.over === measure || query.from !== undefined;
}
