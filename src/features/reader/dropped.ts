/** Parts of a question that a query does not reflect, although its shape reads parts of their kind. */
import { type Condition, listedConditions } from '../query/query.ts';
import type { Kind, Of } from './meaning.ts';
import type { Item, Parts } from './parts.ts';
import { changeOf } from './rules.ts';
import { type Draft, LISTED } from './shapes/shape.ts';

/** Rows and fields that say the same under different names. */
const SAME: readonly (readonly string[])[] = [
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
].map((line) => line.split(' '));
const GROWTHS = /^(?:commitVelocityChangeRatio|contributorGrowth|scoreGrowth)$/;
const DATED = /On$|year|founded/;
const BUY = /^(?:acqui|exit$|status)/;
const BACK = /^(?:fund|backing|backers|investors|companies)$/;
const LEAD = /^(?:leads?|roundsLed|role)$/;
const RAISE = /^(?:round|backing|raised|last|valuation)/;

/** The rows and fields that reflect each subject, and each act. */
const OF_SUBJECT: Readonly<Record<string, RegExp>> = {
  ...{ round: /^(?:round|backing|fund|lastRound|raised|valuation)/, valuation: /^valu/ },
  fund: /^(?:fund|backing|round$|backers|leads|backerCount)/,
  ...{ acquirer: /^acquire/, acquisition: /^(?:acqui|exit)/, exit: /^(?:exit|acquisition)$/ },
  sector: /^sector$/,
};
const OF_ACT: Readonly<Record<string, RegExp>> = {
  ...{ lead: LEAD, led: LEAD, back: BACK, backed: BACK, 'co-invest': BACK, raise: RAISE },
};
/** Ways of reading in which the rows themselves say what a field would. */
const OF_ROWS: ReadonlySet<string> = new Set(['owner', 'agents', 'coverage', 'both']);

export function droppedFrom(draft: Draft, parts: Parts): Item[] {
  const told = new Told(draft, parts);
  return parts.items.filter((item) => {
    // The key of the table is the kind of the meaning.
    const isReflected = REFLECTED[item.meaning.kind] as Reflected<Kind> | undefined;
    return isReflected?.(item.meaning, told, item.to) === false;
  });
}

/** Everything that one reading runs and asks of its rows. */
class Told {
  readonly query: Draft['query'];
  readonly reads: Draft['reads'];
  readonly expected: string | undefined;
  readonly parts: Parts;
  readonly conditions: readonly Condition[];
  /** Fields that are shown or bounded, and the rows. */
  readonly fields: readonly string[];
  readonly #bounded: readonly string[];

  constructor({ query, checks = [], reads, expected }: Draft, parts: Parts) {
    const { subject, metric, show, groupBy, where, which } = query;
    this.query = query;
    this.reads = reads;
    this.expected = expected;
    this.parts = parts;
    this.conditions = [...[where, which].flatMap(listedConditions), ...checks];
    this.#bounded = [subject, ...this.conditions.map(({ field }) => field)];
    const shown = [metric, groupBy, ...[show ?? []].flat()];
    this.fields = [...this.#bounded, ...shown.filter((name) => name !== undefined)];
  }

  has(field: string): boolean {
    return this.reads !== 'profile' && this.fields.some((name) => isSame(name, field));
  }

  tells(pattern: RegExp | undefined): boolean {
    return pattern === undefined || this.fields.some((name) => pattern.test(name));
  }

  /** An act of a fund is a condition on rows, not a column. */
  does(pattern: RegExp | undefined): boolean {
    const { names } = this.parts;
    const isOfFund = names.length > 0 && names.every(({ isFund }) => isFund);
    if (pattern === undefined || !isOfFund) return this.tells(pattern);
    return this.#bounded.some((name) => pattern.test(name));
  }

  writes(value: unknown): boolean {
    return isWritten(value, this.query);
  }

  binds(value: unknown): boolean {
    return this.conditions.some(({ values }) => values.some((own) => own === value));
  }

  runs(...operations: readonly string[]): boolean {
    return operations.includes(this.query.operation ?? '');
  }
}

type Reflected<K extends Kind> = (meaning: Of<K>, told: Told, to: number) => boolean;

const isNamed = ({ slug }: { slug: string }, told: Told) =>
  told.expected === slug || told.writes(slug);
const isBounded = ({ bounds }: Pick<Of<'bound'>, 'bounds'>, told: Told) =>
  bounds.every(({ value }) => told.binds(value) || told.binds(-value));
/** Kinds that are always combined with others, where they are understood. */
const isUnread = () => false;

/** Whether a query reflects a meaning, by its kind; it reflects all of the other kinds. */
const REFLECTED: { readonly [K in Kind]?: Reflected<K> } = {
  ...{ not: isUnread, operator: isUnread, either: isUnread, absent: isUnread, by: isUnread },
  ...{ name: isNamed, excluded: isNamed, bound: isBounded, range: isBounded },
  ...{ order: isOrdered, more: isOrdered, measure: isMeasured, trend: isFollowed, ask: isAsked },
  field: ({ field }, told) =>
    told.has(field) ||
    OF_ROWS.has(told.reads ?? '') ||
    (field === 'sectorRank' && told.query.nth !== undefined) ||
    (field === 'commitVelocity14d' && told.tells(/Share/)),
  value: ({ field, values }, told) =>
    field === '' ||
    values.every((value) =>
      value === null
        ? told.conditions.some((one) => isSame(one.field, field))
        : told.binds(value) || told.writes(value),
    ),
  condition: ({ conditions }, told) =>
    conditions.every(
      ({ field, values }) =>
        field === 'tracked' ||
        told.conditions.some(
          (one) => isSame(one.field, field) && `${one.values}` === `${values}`,
        ) ||
        values.some((value) => told.writes(value)),
    ),
  role: ({ slugs }, told) => slugs.every((slug) => told.writes(slug)),
  nth: ({ n }, { query, reads }) => query.nth === Math.abs(n) || reads !== undefined,
  number: ({ value }, told) => told.writes(value) || told.binds(value),
  time: ({ time: { kind } }, told) => {
    if (kind === 'now') return true;
    const { subject, period, from, to, against } = told.query;
    if (kind === 'all') return subject !== 'startup' || told.runs('extreme') || period === 'all';
    const times = [period, from, to, against].filter((at) => at !== undefined);
    return (
      times.length >= told.parts.datedTimes.length ||
      told.fields.some((name) => told.parts.isWindow(name))
    );
  },
  move: ({ field }, told) =>
    told.reads === 'move' ||
    told.runs('change') ||
    (field === undefined
      ? told.tells(GROWTHS)
      : told.tells(new RegExp(`^(?:${field}|${changeOf(field)})$`))),
  round: ({ round }, told) => told.writes(round),
  per: ({ field }, { query }) => query.groupBy === field || query.subject === field,
  act: ({ act }, told) => told.does(OF_ACT[act] ?? BUY),
  versus: (_, told) => told.runs('compare', 'change'),
  than: (_, told) => told.runs('compare', 'change') || told.reads === 'beyond',
  both: (_, told) => told.runs('compare') || told.reads === 'both' || told.conditions.length > 1,
  prior: (_, told) => told.tells(GROWTHS),
  subject: ({ subject }, told) => {
    if (told.reads === 'owner' || (subject === 'sector' && told.parts.has('sector'))) return true;
    return subject === 'acquirer' && told.parts.names.length === 0
      ? told.query.subject === 'acquirer' || told.tells(/^acquiredBy$/)
      : told.tells(OF_SUBJECT[subject]);
  },
  latest: (_, told) =>
    !told.parts.has('subject:round') ||
    told.query.subject !== 'company' ||
    told.tells(/^lastRoundAmount$/),
  none: (_, told) => [0, 'none', null].some((value) => told.binds(value)),
  trending: (_, told) => told.tells(/^trendingRank$/) && told.query.metric !== 'sectorRank',
};

/** `highest and lowest` are two questions. */
function isOrdered({ order, field }: Of<'order'> | Of<'more'>, told: Told): boolean {
  const { measure, subject, limit = LISTED } = told.query;
  const orders = new Set(told.parts.all('order').map((one) => one.order));
  if (orders.size > 1 && order !== (told.query.order ?? 'highest')) return false;
  const isOfDeals = subject !== 'startup' && subject !== 'sector';
  const isOrder =
    told.reads !== undefined ||
    told.runs('rank', 'extreme', 'compare') ||
    (told.runs('change') && measure === undefined) ||
    (limit < LISTED && isOfDeals);
  // `the most active investor`
  const isOfFunds = subject === 'fund' && field === 'commitVelocity14d';
  return isOrder && (field === undefined || told.has(field) || isOfFunds);
}

function isFollowed({ trend }: Of<'trend'>, told: Told): boolean {
  const { limit, period } = told.query;
  if (trend === 'series') return told.runs('series') || told.reads === 'agents';
  if (trend === 'peak' || trend === 'low') return told.runs('extreme') || period === 'all';
  if (trend === 'first' || trend === 'last') return limit === 1;
  if (trend !== 'change') return told.reads === trend;
  return told.runs('change', 'compare') || told.tells(GROWTHS);
}

function isAsked({ ask }: Of<'ask'>, told: Told): boolean {
  const { operation, metric } = told.query;
  if (ask === 'when')
    return told.reads !== undefined || operation !== undefined || told.tells(DATED);
  if (ask === 'why') return false;
  if (ask === 'profile') return told.reads === 'profile' || metric === undefined;
  return ask !== 'amount' || told.tells(RAISE) || told.tells(BUY);
}

function isMeasured({ measure }: Of<'measure'>, told: Told, to: number): boolean {
  const { query, reads, parts } = told;
  // `how many startups` counts rows, regardless of the rest of the question.
  const next = parts.items.find(({ from }) => from >= to)?.meaning;
  const isOfRows = parts.names.length === 0 && next?.kind === 'subject';
  if (isOfRows && (measure === 'count' || measure === 'share')) return query.measure === measure;
  if (query.measure !== undefined)
    return query.measure === measure || (measure !== 'mean' && measure !== 'median');
  if (measure === 'count')
    return query.names !== undefined || reads !== undefined || told.runs('rank');
  if (measure === 'share') return told.tells(/share|growth|ratio/i);
  if (measure === 'sum') return query.metric !== undefined && query.subject !== 'round';
  return query.over === measure || query.from !== undefined;
}

function isSame(field: string, name: string): boolean {
  return field === name || SAME.some((group) => group.includes(field) && group.includes(name));
}

function isWritten(value: unknown, written: unknown): boolean {
  if (written === value) return true;
  return (
    written !== null &&
    typeof written === 'object' &&
    Object.values(written).some((inner) => isWritten(value, inner))
  );
}
