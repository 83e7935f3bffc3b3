/** Questions about all startups or sectors, or about those that meet a condition. */
import { isNumber, isOrdered } from '../../query/field.ts';
import type { Condition, Measure } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Time } from '../meaning.ts';
import type { Parts } from '../parts.ts';
import { changeOf } from '../rules.ts';
import {
  ask,
  type Draft,
  IS_TRACKED,
  IS_TRENDING,
  LISTED,
  placeOr,
  type Shape,
  shape,
} from './shape.ts';

const FEW = 5;
/** Rows of an order that is asked for as a whole. */
const MANY = 20;

const startupField = (name: string | undefined) =>
  name === undefined ? undefined : fieldOf('startup', name);
const isIn = (parts: Parts, ...kinds: Time['kind'][]) =>
  parts.time !== undefined && kinds.includes(parts.time.kind);

/** Conditions that the question states, including those that a movement implies. */
function whereOf(parts: Parts): Condition[] | undefined {
  const moves = parts.all('move').map(
    ({ to, field, by }): Condition => ({
      field: changeOf(field ?? 'commitVelocity14d'),
      op: by?.op ?? (to === 'up' ? '>' : '<'),
      values: [by?.value ?? 0],
    }),
  );
  const trending = parts.has('trending') ? [IS_TRENDING] : [];
  const where = [...parts.where('startup'), ...moves, ...trending];
  return where.every(({ field }) => startupField(field)) ? where : undefined;
}

/** Number of rows: as asked, one if the question is about one, else a few. */
function limitOf(parts: Parts, isPlural: boolean): number {
  const { number, order, by } = parts;
  if (number !== undefined) return number;
  if ((order?.isBy || by !== undefined) && !parts.has('nth')) return MANY;
  return isPlural ? FEW : 1;
}

function ranked(parts: Parts): Draft | undefined {
  const { order, nth, by } = parts;
  const where = whereOf(parts);
  const ofOrder = order?.field === 'sectorRank' ? undefined : order?.field;
  const lead = by ?? ofOrder;
  const own = [...parts.fields.filter((name) => name !== 'sectorRank'), ofOrder].filter(
    (name) => name !== undefined,
  );
  const [metric = 'scoreComposite', ...others] = new Set(lead === undefined ? own : [lead, ...own]);
  const field = startupField(metric);
  if (!where || !field || !isNumber(field)) return undefined;
  if (field.isWeekly !== true && field.name !== 'founded') return undefined;
  if (order?.isChange && parts.time && !isIn(parts, 'point')) return undefined;
  const isOrdered = order !== undefined || nth !== undefined;
  const isSupplied = !isOrdered && by === undefined && !parts.has('number');
  const ofField = own.length > 0 ? 0 : order && isOfStartups(parts) ? 0.2 : 1;
  return ask(parts, 'startup', {
    ...{ operation: 'rank', metric, where },
    order: (order?.order === 'lowest') !== (nth ?? 0) < 0 ? 'lowest' : undefined,
    ...placeOr(limitOf(parts, parts.says('plural') || !isOrdered), parts),
    show: others.filter(startupField),
    // `the most commits ever`: of the best week of each
    over: isIn(parts, 'all') ? (order?.order ?? 'highest') : undefined,
    supplied:
      ofField + Number(isSupplied) + others.filter((name) => !startupField(name)?.isWeekly).length,
  });
}

/** Whether the rows are named in some way: startups, those of a sector, who. */
const isOfStartups = (parts: Parts) =>
  parts.has('subject:startup', 'sector', 'value', 'condition', 'ask:who', 'trending');

function rankedCompanies(parts: Parts): Draft | undefined {
  const own = parts.order?.field ?? parts.fields[0];
  const field = fieldOf('company', own ?? (parts.has('act:raise') ? 'raised' : ''));
  const where = parts.where('company');
  if (!field || !isOrdered(field) || field.isWeekly || parts.time) return undefined;
  if (where.some((one) => !fieldOf('company', one.field))) return undefined;
  return ask(parts, 'company', {
    ...{ operation: 'rank', metric: field.name, where: [IS_TRACKED, ...where] },
    ...{ order: parts.order?.order, ...placeOr(limitOf(parts, parts.says('plural')), parts) },
  });
}

function listed(parts: Parts): Draft | undefined {
  const where = whereOf(parts);
  if (!where || where.length === 0) return undefined;
  const show = parts.fields.filter(startupField);
  // Deals and companies that are not covered: what is known today.
  const isToday =
    !parts.time &&
    where.every(({ field }) => !startupField(field)?.isWeekly && fieldOf('company', field)) &&
    where.some(({ field }) => !WEEKLY_PROFILE.has(field));
  if (isToday) return ask(parts, 'company', { where: [IS_TRACKED, ...where], show, limit: LISTED });
  const isOfNumbers = typeof where[0]?.values[0] === 'number';
  const metric = where.find(({ field }) => isOfNumbers && startupField(field)?.isWeekly)?.field;
  const isSaid = parts.has('subject:startup', 'ask:which');
  const isHalfSaid = parts.has('ask') || parts.items.length > 1;
  return ask(parts, 'startup', {
    ...{ operation: 'list', where, show: show.filter((name) => name !== metric) },
    limit: parts.number ?? LISTED,
    ...timeless(parts, where),
    supplied: isSaid ? 0 : parts.isYesNo ? 1 : isHalfSaid ? 0 : 0.3,
  });
}

/** Numbers of 30 days are of the past month anyway. */
function timeless(parts: Parts, where: readonly Condition[]): { period?: undefined } {
  const isOfMonth = where.every(({ field }) => parts.isWindow(field) || WEEKLY_PROFILE.has(field));
  return where.length > 0 && isOfMonth ? { period: undefined } : {};
}

/** A startup has these in every week, and a company has them today. */
const WEEKLY_PROFILE: ReadonlySet<string> = new Set(
  'sector stage status geography covered'.split(' '),
);

function counted(parts: Parts): Draft | undefined {
  const where = whereOf(parts);
  if (!where) return undefined;
  const isTracked =
    (parts.says('followed') && !parts.says('covered')) ||
    parts.all('condition').some((one) => one.conditions.some(({ field }) => field === 'tracked'));
  const isDeal = where.some(
    ({ field }) => !startupField(field)?.isWeekly && !WEEKLY_PROFILE.has(field),
  );
  if (!isTracked && !isDeal)
    return ask(parts, 'startup', {
      ...{ measure: 'count', where, ...timeless(parts, where) },
      supplied: parts.has('subject') || where.length > 0 ? 0 : 1,
    });
  if (parts.time || where.some(({ field }) => !fieldOf('company', field))) return undefined;
  const others = where.filter(({ field }) => field !== 'tracked');
  return ask(parts, 'company', { measure: 'count', where: [IS_TRACKED, ...others] });
}

function measured(parts: Parts): Draft | undefined {
  const where = whereOf(parts);
  const [metric, ...others] = parts.fields.filter(startupField);
  const field = startupField(metric);
  const measure = measureOf(parts, field?.kind === 'count');
  if (!where || !field || others.length > 0 || !measure) return undefined;
  if (!parts.has('measure') && field.name !== 'agentShare') return undefined;
  if (parts.isYesNo && parts.has('move')) return undefined;
  if (field.isWeekly !== true && field.kind !== 'year') return undefined;
  if (parts.has('measure:share') && field.kind !== 'share') return undefined;
  const isSaid =
    where.length > 0 || parts.has('subject', 'measure:mean', 'measure:median', 'measure:sum');
  return ask(parts, 'startup', {
    measure: measure === 'sum' && field.kind !== 'count' ? 'mean' : measure,
    metric: field.name,
    where,
    supplied: isSaid ? 0 : 1,
  });
}

/** Agents' share of all commits, now or then and now: each commit counts once. */
function agentsOfAll(parts: Parts): Draft | undefined {
  const { time } = parts;
  const ofMove = parts.move?.field;
  const fields = new Set([...parts.fields, ...(ofMove === undefined ? [] : [ofMove])]);
  const isOfChange =
    parts.has('move', 'trend', 'versus') || time?.kind === 'since' || time?.to !== undefined;
  const isOther = [...fields].some((name) => name !== 'agentShare' && name !== 'commitVelocity14d');
  if (!fields.has('agentShare') || isOther) return undefined;
  if (parts.has('measure:median') || (parts.has('measure:mean') && !parts.has('measure:share')))
    return undefined;
  if (!parts.has('ask:how much', 'measure:share') && !time && !isOfChange) return undefined;
  const from = time?.from ?? (isOfChange ? YEAR_AGO : undefined);
  const asked = { measure: 'mean', metric: 'agentShare', reads: 'agents' } as const;
  if (!isOfChange)
    return ask(parts, 'startup', { ...asked, period: time?.kind === 'span' ? undefined : from });
  const against = /^\d{4}$/.test(from ?? '') ? YEAR_AGO : from;
  return ask(parts, 'startup', { ...asked, operation: 'change', against, ...periodOf(time?.to) });
}

const YEAR_AGO = 'latest-52';

function measureOf(parts: Parts, isCount: boolean): Measure | undefined {
  const measures = parts.all('measure').map(({ measure }) => measure);
  const exact = measures.find((measure) => measure !== 'count' && measure !== 'share');
  if (exact) return exact;
  if (measures.includes('count') && isCount) return 'sum';
  return measures.includes('share') || measures.length === 0 ? 'mean' : undefined;
}

function shared(parts: Parts): Draft | undefined {
  const all = whereOf(parts);
  if (!all || all.length === 0) return undefined;
  const base = all.filter(({ field }) => /^(?:sector|stage|geography)$/.test(field));
  const others = all.filter((one) => !base.includes(one));
  const [which, where] = others.length === 0 ? [base.slice(0, 1), base.slice(1)] : [others, base];
  return ask(parts, 'startup', { measure: 'share', which, where });
}

function grouped(parts: Parts): Draft | undefined {
  const [per, ...more] = parts.all('per');
  const where = whereOf(parts);
  const { order } = parts;
  const [metric = order?.field, ...others] = parts.fields.filter(
    (name) => startupField(name)?.isWeekly,
  );
  if (!per || more.length > 0 || !where || others.length > 0) return undefined;
  const isCount = startupField(metric)?.kind === 'count';
  const measure = metric === undefined ? 'count' : (measureOf(parts, isCount) ?? 'mean');
  const asked = { operation: 'rank', metric, order: order?.order } as const;
  if (per.field === 'sector' && metric !== undefined)
    return ask(parts, 'sector', { ...asked, measure: measure === 'count' ? 'sum' : measure });
  const limit = order && parts.number === undefined ? 1 : undefined;
  return ask(parts, 'startup', { ...asked, measure, groupBy: per.field, where, limit });
}

/** The average or sum over the startups of a sector, if one is asked for. */
function averageOf({ measure }: Parts): Measure | undefined {
  return measure === 'mean' || measure === 'median' || measure === 'sum' ? measure : undefined;
}

function sectorsRanked(parts: Parts): Draft | undefined {
  const { order, nth, number } = parts;
  const own = order?.field ?? parts.fields.find((name) => fieldOf('sector', name));
  const isBySize = own === undefined && (parts.has('subject:startup') || parts.says('size'));
  const metric = own ?? (isBySize ? 'startups' : 'scoreComposite');
  if (!fieldOf('sector', metric)) return undefined;
  const isList = !order && nth === undefined;
  const limit = number ?? (isList ? LISTED : parts.says('pluralSector') ? FEW : 1);
  return ask(parts, 'sector', {
    ...{ operation: 'rank', metric, order: order?.order, ...placeOr(limit, parts) },
    measure: metric === 'startups' ? undefined : averageOf(parts),
    supplied: own !== undefined || isBySize ? 0 : isList ? 0.5 : 0.3,
  });
}

function sectorsListed(parts: Parts): Draft | undefined {
  const where = parts.all('condition').flatMap((one) => one.conditions);
  if (where.some(({ field }) => !fieldOf('sector', field))) return undefined;
  if (parts.measure === 'count' && where.length === 0)
    return ask(parts, 'sector', { measure: 'count', period: undefined });
  const metric = where[0]?.field;
  return ask(parts, 'sector', { operation: 'list', where, metric, period: undefined });
}

function sectorsCompared(parts: Parts): Draft | undefined {
  const own = parts.more?.field ?? parts.order?.field ?? parts.fields[0];
  const isBySize = own === undefined && parts.has('subject:startup', 'measure:count');
  const metric = own ?? (isBySize ? 'startups' : 'scoreComposite');
  if (!fieldOf('sector', metric)) return undefined;
  return ask(parts, 'sector', {
    ...{ operation: 'compare', names: parts.sectors, metric },
    measure: metric === 'startups' ? undefined : averageOf(parts),
    supplied: own === undefined && !isBySize ? 1 : 0,
  });
}

/** One number of one sector, which is that of its startups together. */
function ofSector(parts: Parts): Draft | undefined {
  const { sectors: names, move, time } = parts;
  const ofMove = move && changeOf(move.field);
  const [metric = ofMove, ...others] = parts.fields.filter((name) => fieldOf('sector', name));
  if (names.length > 1 || metric === undefined || others.length > 0) return undefined;
  const isOfChange = parts.has('trend:change') || time?.kind === 'since' || time?.to !== undefined;
  if (isOfChange)
    return time?.from === undefined
      ? undefined
      : ask(parts, 'sector', {
          ...{ operation: 'change', names, metric, against: time.from, ...periodOf(time.to) },
          checks: move && [{ field: metric, op: move.to === 'down' ? '<' : '>', values: [0] }],
          reads: move && 'move',
        });
  if (parts.has('trend:series'))
    return ask(parts, 'sector', { operation: 'series', names, metric });
  return ask(parts, 'sector', { names, metric, supplied: 0.5 });
}

function trending(parts: Parts): Draft | undefined {
  const { nth, order, by, number } = parts;
  if ((nth ?? 0) < 0) return undefined;
  const where = parts.where('startup');
  const own = order?.field ?? by;
  if (own !== undefined && own !== 'trendingRank' && startupField(own))
    return ask(parts, 'startup', {
      ...{ operation: 'rank', metric: own, order: order?.order },
      ...{ where: [...where, IS_TRENDING], limit: limitOf(parts, false) },
    });
  const isWhole =
    order?.order === 'lowest' || (number === undefined && (!order || parts.says('plural')));
  const others = parts.fields.filter((name) => startupField(name) && !/Rank$/.test(name));
  return ask(parts, 'startup', {
    ...{ operation: 'rank', metric: 'trendingRank', order: 'lowest', where },
    show: [...new Set(['scoreComposite', ...others])],
    ...placeOr(isWhole ? MANY : (number ?? 1), parts),
  });
}

const BASE: Readonly<Record<string, string>> = {
  commitVelocityChangeRatio: 'commitVelocity14d',
  contributorGrowth: 'contributors',
  scoreGrowth: 'commitVelocity14d',
};

/** The startups that gained or lost most between two weeks. */
function changeRanked(parts: Parts): Draft | undefined {
  const { order, move } = parts;
  const own = order?.base ?? parts.fields[0] ?? move?.field ?? order?.field;
  const isOfChange = move !== undefined || parts.has('trend:change');
  if (order ? !order.isChange && !isOfChange : parts.isYesNo || !isOfChange) return undefined;
  const metric = BASE[own ?? ''] ?? own ?? 'commitVelocity14d';
  const field = startupField(metric);
  const [early, late, ...more] = parts.datedTimes;
  if (!field?.isWeekly || parts.isWindow(metric) || more.length > 0 || !early?.from)
    return undefined;
  const isDown = order ? order.order === 'lowest' : move?.to === 'down';
  return ask(parts, 'startup', {
    ...{ operation: 'change', metric, where: parts.where('startup') },
    order: isDown ? 'lowest' : undefined,
    limit: limitOf(parts, parts.says('plural')),
    ...{ against: early.from, ...periodOf(late?.from ?? early.to) },
    supplied: own === undefined ? 0.5 : 0,
  });
}

function periodOf(week: string | undefined): { period?: string } {
  return week === undefined || week === 'latest' ? {} : { period: week };
}

/** An order, a field by which rows are ordered, or startups with a number. */
const isOfOrder = (parts: Parts) =>
  parts.has('order', 'nth', 'number') ||
  parts.by !== undefined ||
  (parts.has('subject:startup') && !parts.has('measure'));

export const LIST_SHAPES: readonly Shape[] = [
  shape('agents’ share of all', 'name0 time1 field|move', agentsOfAll),
  shape('ranking', 'name0 order|nth|field time1 !time:since', (parts) =>
    isOfOrder(parts) ? ranked(parts) : undefined,
  ),
  shape('ranking of companies', 'name0 order', rankedCompanies),
  shape(
    'list',
    'name0 sector|value|condition|role|move time1 !time:since !time:all !role:led',
    listed,
  ),
  shape('count', 'name0 measure:count time1 !time:since', counted),
  shape('measure', 'name0 field time1 !time:since', measured),
  shape('share', 'name0 measure:share time1 !time:since', shared),
  shape('groups', 'name0 per time1', grouped),
  shape(
    'ranking of sectors',
    'name0 subject:sector !sector order|nth|field|move time1 !time:since',
    sectorsRanked,
  ),
  shape('list of sectors', 'name0 subject:sector', sectorsListed),
  shape('comparison of sectors', 'name0 sectors', sectorsCompared),
  shape('number of a sector', 'name0 sector field|move', ofSector),
  shape('trending', 'name0 trending time1 !time:since !time:span', trending),
  shape('change of many', 'name0 time move|order|trend:change', changeRanked),
];
