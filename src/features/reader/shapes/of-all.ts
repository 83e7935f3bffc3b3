/** Questions about all startups, or about those that meet a condition. */

import type { Condition, Measure } from '../../query/query.ts';
import { fieldOf, isNumber, isOrdered } from '../../query/query-fields.ts';
import type { Time } from '../meaning.ts';
import type { Parts } from '../parts.ts';
import { BASE_FIELDS, changeOf } from '../rules.ts';
import {
  ask,
  type Draft,
  FEW,
  hasMoved,
  IS_TRACKED,
  IS_TRENDING,
  isWeekly,
  LISTED,
  placeOr,
  type Shape,
  shape,
} from './shape.ts';

/** Rows of an order that is asked for as a whole. */
const MANY = 20;

const startupField = (name: string) => fieldOf('startup', name);
/** Conditions that the question states, including those that movements imply. */
function whereOf(parts: Parts, moves = parts.all('move')): Condition[] {
  const where = parts.where('startup');
  // `more than 20 contributors and growing`: their number grows.
  const usual =
    where.find(({ field }) => changeOf(field) !== undefined)?.field ?? 'commitVelocity14d';
  const moved = moves.flatMap(({ to, field = usual, by }): Condition[] => {
    const change = changeOf(field);
    if (change === undefined) return [];
    const condition = hasMoved(change, to);
    return [by ? { ...condition, op: by.op, values: [by.value] } : condition];
  });
  return [...where, ...moved, ...(parts.has('trending') ? [IS_TRENDING] : [])];
}

/** Number of rows: as asked, one if the question is about one, else a few. */
function limitOf(parts: Parts, isPlural: boolean): number {
  const { number, order, by } = parts;
  if (number !== undefined) return number;
  if ((order?.isBy || by !== undefined) && !parts.has('nth')) return MANY;
  return isPlural ? FEW : 1;
}

function ranked(parts: Parts): Draft | undefined {
  if (!isOfOrder(parts) || isOfPlaces(parts)) return undefined;
  const { order, nth, by } = parts;
  const own = [...parts.fields, order?.field]
    .filter((name) => name !== undefined)
    .filter((name) => name !== 'sectorRank');
  const lead = by ?? (order?.field === 'sectorRank' ? undefined : order?.field);
  const [metric = 'scoreComposite', ...others] = new Set(lead === undefined ? own : [lead, ...own]);
  const field = startupField(metric);
  if (!field || !isNumber(field) || !(field.isWeekly || field.name === 'founded')) return undefined;
  const isOfWeeks = parts.time ? parts.time.kind !== 'point' : order?.field === undefined;
  if (order?.isChange && isOfWeeks) return undefined;
  const isOrdered = order !== undefined || nth !== undefined;
  const isSupplied = !isOrdered && by === undefined && !parts.has('number');
  const ofField = own.length > 0 ? 0 : order && isOfStartups(parts) ? 0.2 : 1;
  return ask(parts, 'startup', {
    operation: 'rank',
    metric,
    where: whereOf(parts),
    order: (order?.order === 'lowest') !== (nth ?? 0) < 0 ? 'lowest' : undefined,
    ...placeOr(limitOf(parts, parts.says('plural') || !isOrdered), parts),
    show: others,
    // `the most commits ever`: of the best week of each
    over: parts.time?.kind === 'all' ? (order?.order ?? 'highest') : undefined,
    supplied: ofField + Number(isSupplied) + others.filter((name) => !isWeekly(name)).length,
  });
}

/** Whether the rows are named in some way: startups, those of a sector, who. */
const isOfStartups = (parts: Parts) =>
  parts.has('subject:startup', 'sector', 'value', 'condition', 'ask:who', 'trending');

function rankedCompanies(parts: Parts): Draft | undefined {
  const own = parts.order?.field ?? parts.fields[0];
  const field = fieldOf('company', own ?? (parts.has('act:raise') ? 'raised' : ''));
  if (!field || !isOrdered(field) || field.isWeekly || parts.time) return undefined;
  return ask(parts, 'company', {
    operation: 'rank',
    metric: field.name,
    where: [IS_TRACKED, ...parts.where('company')],
    order: parts.order?.order,
    ...placeOr(limitOf(parts, parts.says('plural')), parts),
  });
}

function listed(parts: Parts): Draft | undefined {
  const where = whereOf(parts);
  const show = parts.fields;
  if (where.length === 0 || isOfPlaces(parts)) return undefined;
  // Deals and companies that are not covered: what is known today.
  const isToday =
    !parts.time &&
    where.every(({ field }) => !isWeekly(field) && fieldOf('company', field)) &&
    where.some(({ field }) => !WEEKLY_PROFILE.has(field));
  if (isToday) return ask(parts, 'company', { where: [IS_TRACKED, ...where], show, limit: LISTED });
  const isOfNumbers = typeof where[0]?.values[0] === 'number';
  const metric = where.find(({ field }) => isOfNumbers && isWeekly(field))?.field;
  const isSaid = parts.has('subject:startup', 'ask:which');
  const isHalfSaid = parts.has('ask') || parts.items.length > 1;
  // `momentum in databases` hardly asks for a list of them.
  const isOfField = !isSaid && show.some(isWeekly);
  return ask(parts, 'startup', {
    operation: 'list',
    where,
    show: show.filter((name) => name !== metric),
    limit: parts.number ?? LISTED,
    ...timeless(parts, where),
    supplied: isSaid ? 0 : parts.isYesNo ? 1 : isOfField ? 0.4 : isHalfSaid ? 0 : 0.2,
  });
}

/** `who fell out of the top 20` asks for places, and not for commits. */
const isOfPlaces = ({ has, says, move }: Parts) =>
  (has('trending') || says('out')) && move?.to === 'down' && move.field === undefined;

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
  // `how many speed up and how many slow down` are two counts.
  const [move, ...moves] = parts.all('move');
  const opposite = moves.find(({ to }) => to !== move?.to);
  const where = whereOf(parts, opposite && move && [move]);
  const isTracked =
    (parts.says('followed') && !parts.says('covered')) ||
    where.some(({ field }) => field === 'tracked');
  const isDeal = where.some(({ field }) => !isWeekly(field) && !WEEKLY_PROFILE.has(field));
  if (!isTracked && !isDeal)
    return ask(parts, 'startup', {
      measure: 'count',
      where,
      also: opposite && [
        { subject: 'startup', measure: 'count', where: whereOf(parts, [opposite]) },
      ],
      ...timeless(parts, where),
      supplied: parts.has('subject') || where.length > 0 ? 0 : 1,
    });
  if (parts.time) return undefined;
  const others = where.filter(({ field }) => field !== 'tracked');
  return ask(parts, 'company', { measure: 'count', where: [IS_TRACKED, ...others] });
}

function measured(parts: Parts): Draft | undefined {
  const where = whereOf(parts);
  const [field, ...others] = parts.fields.flatMap((name) => startupField(name) ?? []);
  const measure = measureOf(parts, field?.kind === 'count');
  if (!field || others.length > 0 || !measure) return undefined;
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

/** Agents’ share of all commits, now or then and now: each commit counts once. */
function agentsOfAll(parts: Parts): Draft | undefined {
  const { time } = parts;
  const fields = [...parts.fields, parts.move?.field].filter((name) => name !== undefined);
  const isOther = fields.some((name) => name !== 'agentShare' && name !== 'commitVelocity14d');
  const isShare = parts.has('ask:how much', 'measure:share');
  const isOfChange =
    parts.has('move', 'trend', 'versus') || time?.kind === 'since' || time?.to !== undefined;
  const isOfEach = parts.has('subject:startup') && parts.has('move') && !isShare && !parts.isYesNo;
  const isAverage = parts.has('measure:median') || (parts.has('measure:mean') && !isShare);
  if (!fields.includes('agentShare') || isOther || isOfEach || isAverage) return undefined;
  if (!isShare && !time && !isOfChange) return undefined;
  const asked = { measure: 'mean', metric: 'agentShare', reads: 'agents' } as const;
  if (!isOfChange)
    return ask(parts, 'startup', {
      ...asked,
      period: time?.kind === 'span' ? undefined : time?.from,
    });
  const { from = YEAR_AGO, to } = time ?? {};
  const against = /^\d{4}$/.test(from) ? YEAR_AGO : from;
  return ask(parts, 'startup', { ...asked, operation: 'change', against, ...periodOf(to) });
}

const YEAR_AGO = 'latest-52';
const FORTNIGHT_BEFORE: Time = { from: 'latest-2', kind: 'ago' };

function measureOf(parts: Parts, isCount: boolean): Measure | undefined {
  const measures = parts.all('measure').map(({ measure }) => measure);
  const exact = measures.find((measure) => measure !== 'count' && measure !== 'share');
  if (exact) return exact;
  if (measures.includes('count') && isCount) return 'sum';
  return measures.includes('share') || measures.length === 0 ? 'mean' : undefined;
}

function shared(parts: Parts): Draft | undefined {
  const all = whereOf(parts);
  if (all.length === 0) return undefined;
  const base = all.filter(({ field }) => /^(?:sector|stage|geography)$/.test(field));
  const others = all.filter((one) => !base.includes(one));
  const [which, where] = others.length === 0 ? [base.slice(0, 1), base.slice(1)] : [others, base];
  return ask(parts, 'startup', { measure: 'share', which, where });
}

function grouped(parts: Parts): Draft | undefined {
  const [per, ...more] = parts.all('per');
  const { order } = parts;
  const [metric = order?.field, ...others] = parts.fields.filter(isWeekly);
  if (!per || more.length > 0 || others.length > 0) return undefined;
  const isCount = metric !== undefined && startupField(metric)?.kind === 'count';
  const measure = metric === undefined ? 'count' : (measureOf(parts, isCount) ?? 'mean');
  const asked = { operation: 'rank', metric, order: order?.order } as const;
  if (per.field === 'sector' && metric !== undefined)
    return ask(parts, 'sector', { ...asked, measure: measure === 'count' ? 'sum' : measure });
  const limit = order && parts.number === undefined ? 1 : undefined;
  const where = whereOf(parts);
  return ask(parts, 'startup', { ...asked, measure, groupBy: per.field, where, limit });
}

function trending(parts: Parts): Draft | undefined {
  const { nth, order, by, number } = parts;
  if ((nth ?? 0) < 0 || isOfPlaces(parts)) return undefined;
  const where = parts.where('startup');
  const own = order?.field ?? by;
  if (own !== undefined && own !== 'trendingRank' && startupField(own))
    return ask(parts, 'startup', {
      operation: 'rank',
      metric: own,
      order: order?.order,
      where: [...where, IS_TRENDING],
      limit: limitOf(parts, false),
    });
  const isWhole =
    order?.order === 'lowest' || (number === undefined && (!order || parts.says('plural')));
  const others = parts.fields.filter((name) => !/Rank$/.test(name));
  return ask(parts, 'startup', {
    operation: 'rank',
    metric: 'trendingRank',
    order: 'lowest',
    where,
    show: [...new Set(['scoreComposite', ...others])],
    ...placeOr(isWhole ? MANY : (number ?? 1), parts),
  });
}

/** The startups that gained or lost most between two weeks. */
function changeRanked(parts: Parts): Draft | undefined {
  const { order, move } = parts;
  const own = order?.base ?? parts.fields[0] ?? move?.field ?? order?.field;
  const isOfChange = move !== undefined || parts.has('trend:change');
  if (order ? !order.isChange && !isOfChange : parts.isYesNo || !isOfChange) return undefined;
  if (isOfPlaces(parts)) return undefined;
  const metric = BASE_FIELDS[own ?? ''] ?? own ?? 'commitVelocity14d';
  const isBare = order?.isChange && order.field === undefined && !parts.time;
  const [early, late, ...more] = isBare ? [FORTNIGHT_BEFORE] : parts.datedTimes;
  if (!isWeekly(metric) || parts.isWindow(metric) || more.length > 0 || !early?.from)
    return undefined;
  const isDown = order ? order.order === 'lowest' : move?.to === 'down';
  return ask(parts, 'startup', {
    operation: 'change',
    metric,
    where: parts.where('startup'),
    order: isDown ? 'lowest' : undefined,
    limit: limitOf(parts, parts.says('plural')),
    against: early.from,
    ...periodOf(late?.from ?? early.to),
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
  shape('ranking', 'name0 order|nth|field time1 !time:since', ranked),
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
  shape('trending', 'name0 trending time1 !time:since !time:span', trending),
  shape('change of many', 'name0 move|order|trend:change', changeRanked),
];
