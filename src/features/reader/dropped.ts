/** Parts of a question that a query does not reflect, although its shape reads parts of their kind. */
import { type Condition, listedConditions, type WrittenQuery } from '../query/query.ts';
import type { Of, Time } from './meaning.ts';
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
const GROWTHS: ReadonlySet<string> = new Set(
  'commitVelocityChangeRatio contributorGrowth scoreGrowth'.split(' '),
);

/** The rows and fields that reflect each subject or act. */
const TOLD_BY: Readonly<Record<string, RegExp>> = {
  ...{ round: /^(?:round|backing|fund|lastRound|raised|valuation)/, valuation: /^valu/ },
  fund: /^(?:fund|backing|round$|backers|leads|backerCount)/,
  acquirer: /^acquire/,
  ...{ acquisition: /^(?:acqui|exit)/, exit: /^(?:exit|acquisition)$/ },
  ...{ market: /^market$/, finding: /^finding$/, sector: /^sector$/ },
  lead: /^(?:leads?|roundsLed|role)$/,
  back: /^(?:fund|backing|backers|investors|companies)$/,
  raise: /^(?:round|backing|raised|last|valuation)/,
  buy: /^(?:acqui|exit$|status)/,
};
const ACTS: Readonly<Record<string, string>> = {
  ...{ led: 'lead', backed: 'back', 'co-invest': 'back' },
  ...{ acquire: 'buy', acquired: 'buy', own: 'buy', exit: 'buy', merge: 'buy', close: 'buy' },
};
/** Ways of reading in which the rows themselves say what a field would. */
const OF_ROWS: ReadonlySet<string> = new Set(['owner', 'agents', 'coverage', 'both']);

/** Everything that one reading runs and asks of its rows. */
type Made = {
  query: WrittenQuery;
  reads: Draft['reads'];
  expected: string | undefined;
  conditions: readonly Condition[];
  /** Fields that are shown or bounded, and the rows. */
  told: ReadonlySet<string>;
};

export function droppedFrom({ query, checks = [], reads, expected }: Draft, parts: Parts): Item[] {
  const { subject, metric, show, groupBy, where, which } = query;
  const conditions = [...[where, which].flatMap(listedConditions), ...checks];
  const held = conditions.map(({ field }) => field);
  // An act of a fund is a condition on rows, not a column.
  const isOfFund = parts.names.length > 0 && parts.names.every(({ isFund }) => isFund);
  const names = [subject, metric, ...[show ?? []].flat(), groupBy, ...held];
  const told = new Set(names.filter((name) => name !== undefined));
  const made = { query, reads, expected, conditions, told };
  const done = isOfFund ? { ...made, told: new Set([subject, ...held]) } : made;
  return parts.items.filter(
    (item) => !isReflected(item, item.meaning.kind === 'act' ? done : made, parts),
  );
}

function isReflected({ meaning, to }: Item, made: Made, parts: Parts): boolean {
  const { query, conditions, told, reads } = made;
  const { operation, subject } = query;
  const has = (name: string) => reads !== 'profile' && [...told].some((own) => isSame(own, name));
  const tells = (what: string) => [...told].some((name) => TOLD_BY[what]?.test(name) ?? true);
  const isBound = (value: unknown) =>
    conditions.some(({ values }) => values.some((own) => own === value));
  switch (meaning.kind) {
    case 'field':
      return (
        has(meaning.field) ||
        (reads !== undefined && OF_ROWS.has(reads)) ||
        (meaning.field === 'sectorRank' && query.nth !== undefined) ||
        (meaning.field === 'commitVelocity14d' && [...told].some((name) => /Share/.test(name)))
      );
    case 'value':
      return (
        meaning.field === '' ||
        meaning.values.every((value) =>
          value === null
            ? conditions.some(({ field }) => isSame(field, meaning.field))
            : isBound(value) || isWritten(value, query),
        )
      );
    case 'condition':
      return meaning.conditions.every(
        ({ field, values }) =>
          field === 'tracked' ||
          conditions.some((one) => isSame(one.field, field) && `${one.values}` === `${values}`) ||
          values.some((value) => isWritten(value, query)),
      );
    case 'role':
      return meaning.slugs.every((slug) => isWritten(slug, query));
    case 'name':
    case 'excluded':
      return made.expected === meaning.slug || isWritten(meaning.slug, query);
    case 'order':
    case 'more':
      return isOrdered(meaning, made, parts, has);
    case 'nth':
      return query.nth === Math.abs(meaning.n) || reads !== undefined;
    case 'number':
      return isWritten(meaning.value, query) || isBound(meaning.value);
    case 'bound':
    case 'range':
      return meaning.bounds.every(({ value }) => isBound(value) || isBound(-value));
    case 'time':
      return isTimed(meaning.time, made, parts);
    case 'measure':
      return isMeasured(meaning, made, rowsAfter(to, parts));
    case 'move':
      return (
        reads === 'move' ||
        operation === 'change' ||
        (meaning.field === undefined
          ? [...told].some((field) => GROWTHS.has(field))
          : told.has(meaning.field) || told.has(changeOf(meaning.field)))
      );
    case 'round':
      return isWritten(meaning.round, query);
    case 'per':
      return query.groupBy === meaning.field || subject === meaning.field;
    case 'trend':
      return isFollowed(meaning.trend, made);
    case 'ask':
      return isAsked(meaning, made, tells);
    case 'act':
      return tells(ACTS[meaning.act] ?? meaning.act);
    case 'versus':
      return operation === 'compare' || operation === 'change';
    case 'than':
      return operation === 'compare' || operation === 'change' || reads === 'beyond';
    case 'both':
      return operation === 'compare' || reads === 'both' || conditions.length > 1;
    case 'prior':
      return [...told].some((field) => GROWTHS.has(field));
    case 'subject':
      return (
        reads === 'owner' ||
        (meaning.subject === 'sector' && parts.has('sector')) ||
        (meaning.subject === 'acquirer' && parts.names.length === 0
          ? subject === 'acquirer' || told.has('acquiredBy')
          : tells(meaning.subject))
      );
    case 'latest':
      return !parts.has('subject:round') || subject !== 'company' || told.has('lastRoundAmount');
    case 'none':
      return [0, 'none', null].some(isBound);
    case 'trending':
      return told.has('trendingRank') && query.metric !== 'sectorRank';
    default:
      return !UNREAD.has(meaning.kind);
  }
}

/** Kinds that are always combined with others, where they are understood. */
const UNREAD: ReadonlySet<string> = new Set('not operator either absent by'.split(' '));

/** `highest and lowest` are two questions. */
function isOrdered(
  { order, field }: Of<'order'> | Of<'more'>,
  { query, reads }: Made,
  parts: Parts,
  has: (field: string) => boolean,
): boolean {
  const { operation, measure, subject, limit } = query;
  const orders = new Set(parts.all('order').map((one) => one.order));
  if (orders.size > 1 && order !== (query.order ?? 'highest')) return false;
  const isOfDeals = subject !== 'startup' && subject !== 'sector';
  const isOrder =
    reads !== undefined ||
    operation === 'rank' ||
    operation === 'extreme' ||
    operation === 'compare' ||
    (operation === 'change' && measure === undefined) ||
    (limit !== undefined && limit < LISTED && isOfDeals);
  // `the most active investor`
  const isOfFunds = subject === 'fund' && field === 'commitVelocity14d';
  return isOrder && (field === undefined || has(field) || isOfFunds);
}

function isFollowed(trend: Of<'trend'>['trend'], { query, reads, told }: Made): boolean {
  const { operation, limit, period } = query;
  if (trend === 'series') return operation === 'series' || reads === 'agents';
  if (trend === 'peak' || trend === 'low') return operation === 'extreme' || period === 'all';
  if (trend === 'first' || trend === 'last') return limit === 1;
  if (trend !== 'change') return reads === trend;
  const isOfTwo = operation === 'change' || operation === 'compare';
  return isOfTwo || [...told].some((name) => GROWTHS.has(name));
}

function isAsked(
  { ask }: Of<'ask'>,
  { query: { operation, metric }, reads, told }: Made,
  tells: (what: string) => boolean,
): boolean {
  if (ask === 'when')
    return (
      reads !== undefined || operation !== undefined || [...told].some((name) => DATED.test(name))
    );
  if (ask === 'why') return false;
  if (ask === 'profile') return reads === 'profile' || metric === undefined;
  return ask !== 'amount' || tells('raise') || tells('buy');
}

const DATED = /On$|year|founded/;

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

function isTimed({ kind }: Time, { query, told }: Made, parts: Parts): boolean {
  if (kind === 'now') return true;
  const { subject, operation, period, from, to, against } = query;
  if (kind === 'all') return subject !== 'startup' || operation === 'extreme' || period === 'all';
  const times = [period, from, to, against].filter((at) => at !== undefined);
  return times.length >= parts.datedTimes.length || [...told].some((name) => parts.isWindow(name));
}

/** `how many startups` counts rows, regardless of the rest of the question. */
function rowsAfter(to: number, parts: Parts): string | undefined {
  const next = parts.items.find(({ from }) => from >= to)?.meaning;
  return parts.names.length === 0 && next?.kind === 'subject' ? next.subject : undefined;
}

function isMeasured(
  { measure }: Of<'measure'>,
  { query, reads, told }: Made,
  rows: string | undefined,
): boolean {
  if (rows !== undefined && (measure === 'count' || measure === 'share'))
    return query.measure === measure;
  if (query.measure !== undefined)
    return query.measure === measure || (measure !== 'mean' && measure !== 'median');
  if (measure === 'count')
    return query.names !== undefined || reads !== undefined || query.operation === 'rank';
  if (measure === 'share') return [...told].some((field) => /share|growth|ratio/i.test(field));
  if (measure === 'sum') return query.metric !== undefined && query.subject !== 'round';
  return query.over === measure || query.from !== undefined;
}
