/** Questions about all startups or sectors, or those that satisfy something. */
import type { Condition, Measure } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Time } from '../meaning.ts';
import type { Parts } from '../parts.ts';
import { changeOf } from '../rules.ts';
import {
  type Draft,
  IS_TRACKED,
  IS_TRENDING,
  inOrder,
  LISTED,
  placeOr,
  query,
  type Shape,
} from './shape.ts';

const FEW = 5;
/** Rows of an order that is asked for as a whole. */
const MANY = 20;

/** Conditions that the question states, with those that a movement is. */
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
  return where.every(({ field }) => fieldOf('startup', field) !== undefined) ? where : undefined;
}

/** Number of rows: as said, one where one is asked for, else a few. */
function limitOf(parts: Parts, isPlural: boolean): number {
  if (parts.number !== undefined) return parts.number;
  if (parts.order?.isBy && !parts.has('nth')) return MANY;
  if (parts.by !== undefined && parts.order?.n === undefined && !parts.has('nth')) return MANY;
  return isPlural ? FEW : 1;
}

/** A range makes one value of several weeks; several times are none. */
function isOneTime(parts: Parts): boolean {
  return parts.otherTimes.length < 2 && parts.time?.kind !== 'until';
}

function isPlural(parts: Parts): boolean {
  return parts.all('order').some(({ n }) => n !== undefined) || parts.isPlural;
}

function ranked(parts: Parts): Draft | undefined {
  const { order, nth } = parts;
  const where = whereOf(parts);
  const own = [
    ...parts.fields.filter((name) => name !== 'sectorRank'),
    ...(order?.field === undefined || order.field === 'sectorRank' ? [] : [order.field]),
  ];
  const lead = parts.by ?? (order?.field === 'sectorRank' ? undefined : order?.field);
  const [metric = 'scoreComposite', ...others] = [
    ...new Set(lead === undefined ? own : [lead, ...own]),
  ];
  const field = fieldOf('startup', metric);
  if (
    !where ||
    !isOneTime(parts) ||
    !field ||
    field.kind === 'text' ||
    field.kind === 'category' ||
    field.kind === 'name'
  )
    return undefined;
  if (
    parts.time?.kind === 'since' ||
    (order?.isChange && parts.time !== undefined && parts.time.kind !== 'point')
  )
    return undefined;
  const isDeal = field.isWeekly !== true && field.name !== 'founded';
  if (isDeal) return undefined;
  const isFromBottom = nth !== undefined && nth < 0;
  const isLowest = (order?.order === 'lowest') !== isFromBottom;
  const limit = limitOf(parts, isPlural(parts) || (order === undefined && nth === undefined));
  return {
    query: query({
      subject: 'startup',
      operation: 'rank',
      metric,
      where,
      ...inOrder(isLowest ? 'lowest' : undefined),
      ...placeOr(limit, parts),
      show: others.filter((name) => fieldOf('startup', name) !== undefined),
      ...(parts.time?.kind === 'all' ? {} : parts.when('startup', metric)),
    }),
    supplied:
      (own.length === 0 ? (order === undefined || !isOfStartups(parts) ? 1 : 0.2) : 0) +
      (order === undefined && nth === undefined && parts.by === undefined && !parts.has('number')
        ? 1
        : 0) +
      0.4 * others.filter((name) => !fieldOf('startup', name)?.isWeekly).length,
  };
}

/** Whether the rows are named in some way: startups, those of a sector, who. */
function isOfStartups(parts: Parts): boolean {
  return ['subject:startup', 'sector', 'value', 'condition', 'ask:who', 'trending'].some((key) =>
    parts.has(key),
  );
}

function rankedCompanies(parts: Parts): Draft | undefined {
  const metric =
    parts.order?.field ?? parts.fields[0] ?? (parts.has('act:raise') ? 'raised' : undefined);
  const field = metric === undefined ? undefined : fieldOf('company', metric);
  const where = parts.where('company');
  if (
    !field ||
    field.isWeekly ||
    parts.time ||
    where.some((one) => fieldOf('company', one.field) === undefined)
  )
    return undefined;
  if (!['count', 'money', 'year', 'date'].includes(field.kind)) return undefined;
  return {
    query: query({
      subject: 'company',
      operation: 'rank',
      metric: field.name,
      where: [IS_TRACKED, ...where],
      ...inOrder(parts.order?.order),
      ...placeOr(limitOf(parts, isPlural(parts)), parts),
    }),
  };
}

function listed(parts: Parts): Draft | undefined {
  const where = whereOf(parts);
  if (
    !where ||
    where.length === 0 ||
    !isOneTime(parts) ||
    parts.time?.kind === 'since' ||
    parts.time?.kind === 'all' ||
    parts.has('role:led')
  )
    return undefined;
  const show = parts.fields.filter((name) => fieldOf('startup', name) !== undefined);
  // Deals and companies that are not covered: what is known today.
  const isToday =
    where.every(({ field }) => fieldOf('startup', field)?.isWeekly !== true) &&
    !parts.time &&
    where.some(
      ({ field }) => fieldOf('company', field) !== undefined && !WEEKLY_PROFILE.has(field),
    );
  if (isToday && where.every(({ field }) => fieldOf('company', field) !== undefined))
    return {
      query: query({
        subject: 'company',
        where: [IS_TRACKED, ...where],
        show,
        limit: LISTED,
      }),
    };
  const [metric] = where.flatMap(({ field }) =>
    fieldOf('startup', field)?.isWeekly && typeof where[0]?.values[0] === 'number' ? [field] : [],
  );
  return {
    query: query({
      subject: 'startup',
      operation: 'list',
      where,
      show: show.filter((name) => name !== metric),
      limit: parts.number ?? LISTED,
      ...whenIn(parts, where),
    }),
    supplied:
      parts.has('subject:startup') || parts.has('ask:which')
        ? 0
        : parts.isYesNo
          ? 1
          : parts.has('ask') || parts.items.length > 1
            ? 0
            : 0.3,
  };
}

/** Numbers of 30 days are of the past month anyway. */
function whenIn(parts: Parts, where: readonly Condition[]) {
  return where.length > 0 &&
    where.every(({ field }) => parts.isWindow(field) || WEEKLY_PROFILE.has(field))
    ? {}
    : parts.when();
}

/** A startup has these in every week, and a company has them today. */
const WEEKLY_PROFILE: ReadonlySet<string> = new Set([
  'sector',
  'stage',
  'status',
  'geography',
  'covered',
]);

function counted(parts: Parts): Draft | undefined {
  const where = whereOf(parts);
  if (!where || !isOneTime(parts) || parts.time?.kind === 'since') return undefined;
  const isTracked =
    parts.asksFollowed ||
    parts.all('subject').some(({ isTracked }) => isTracked) ||
    parts
      .all('condition')
      .some(({ conditions }) => conditions.some(({ field }) => field === 'tracked'));
  const isDeal = where.some(
    ({ field }) => fieldOf('startup', field)?.isWeekly !== true && !WEEKLY_PROFILE.has(field),
  );
  if (isTracked || isDeal) {
    if (parts.time || where.some(({ field }) => fieldOf('company', field) === undefined))
      return undefined;
    return {
      query: query({
        subject: 'company',
        measure: 'count',
        where: [IS_TRACKED, ...where.filter(({ field }) => field !== 'tracked')],
      }),
    };
  }
  return {
    query: query({ subject: 'startup', measure: 'count', where, ...whenIn(parts, where) }),
    supplied: parts.has('subject') || where.length > 0 ? 0 : 1,
  };
}

function measured(parts: Parts): Draft | undefined {
  const where = whereOf(parts);
  const fields = parts.fields.filter((name) => fieldOf('startup', name) !== undefined);
  const [metric, ...others] = fields;
  const field = metric === undefined ? undefined : fieldOf('startup', metric);
  const measure = measureOf(parts, field?.kind === 'count');
  if (!where || !field || others.length > 0 || measure === undefined || !isOneTime(parts))
    return undefined;
  if (parts.isYesNo && parts.has('move')) return undefined;
  if (parts.time?.kind === 'since' || (field.isWeekly !== true && field.kind !== 'year'))
    return undefined;
  if (parts.has('measure:share') && field.kind !== 'share') return undefined;
  const isSummed = measure === 'sum' && field.kind !== 'count';
  return {
    query: query({
      subject: 'startup',
      measure: isSummed ? 'mean' : measure,
      metric: field.name,
      where,
      ...parts.when(),
    }),
    supplied:
      where.length === 0 &&
      !parts.has('subject') &&
      !parts.has('measure:mean') &&
      !parts.has('measure:median') &&
      !parts.has('measure:sum')
        ? 1
        : 0,
  };
}

/** Agents' share of all commits, now or then and now: each commit counts once. */
function agentsOfAll(parts: Parts): Draft | undefined {
  const [time, ...others] = parts.otherTimes;
  const fields = new Set([...parts.fields, ...(parts.move?.field ? [parts.move.field] : [])]);
  const isOfChange =
    parts.has('move') ||
    parts.has('trend') ||
    parts.has('versus') ||
    time?.kind === 'since' ||
    time?.to !== undefined;
  if (
    !fields.has('agentShare') ||
    [...fields].some((name) => name !== 'agentShare' && name !== 'commitVelocity14d') ||
    others.length > 0 ||
    parts.has('measure:median') ||
    (parts.has('measure:mean') && !parts.has('measure:share'))
  )
    return undefined;
  const isOfAll = parts.has('ask:how much') || parts.has('measure:share') || time !== undefined;
  if (!isOfAll && !isOfChange) return undefined;
  const from = time?.from ?? (isOfChange ? 'latest-52' : undefined);
  const base = query({ subject: 'startup', measure: 'mean', metric: 'agentShare' });
  return {
    query: isOfChange
      ? {
          ...base,
          operation: 'change',
          against: /^\d{4}$/.test(from ?? '') ? 'latest-52' : (from ?? 'latest-52'),
          ...periodOf(time?.to),
        }
      : query({ ...base, ...(from !== undefined && time?.kind !== 'span' && { period: from }) }),
    reads: 'agents',
  };
}

function measureOf(parts: Parts, isCount: boolean): Measure | undefined {
  const measures = parts.all('measure').map(({ measure }) => measure);
  const exact = measures.find((measure) => measure !== 'count' && measure !== 'share');
  return (
    exact ??
    (measures.includes('count') && isCount
      ? 'sum'
      : measures.includes('share') || measures.length === 0
        ? 'mean'
        : undefined)
  );
}

function shared(parts: Parts): Draft | undefined {
  const where = whereOf(parts);
  if (!where || where.length === 0 || !isOneTime(parts) || parts.time?.kind === 'since')
    return undefined;
  const isBase = ({ field }: Condition) =>
    field === 'sector' || field === 'stage' || field === 'geography';
  const base = where.filter(isBase);
  const which = where.filter((one) => !isBase(one));
  if (which.length === 0) {
    if (base.length === 0) return undefined;
    return {
      query: query({
        subject: 'startup',
        measure: 'share',
        which: base.slice(0, 1),
        where: base.slice(1),
        ...parts.when(),
      }),
    };
  }
  return {
    query: query({ subject: 'startup', measure: 'share', which, where: base, ...parts.when() }),
  };
}

function grouped(parts: Parts): Draft | undefined {
  const [per, ...more] = parts.all('per');
  const where = whereOf(parts);
  const fields = parts.fields.filter((name) => fieldOf('startup', name)?.isWeekly === true);
  const [metric = parts.order?.field, ...others] = fields;
  if (!per || more.length > 0 || !where || others.length > 0 || !isOneTime(parts)) return undefined;
  const measure: Measure =
    metric === undefined
      ? 'count'
      : (measureOf(parts, fieldOf('startup', metric)?.kind === 'count') ?? 'mean');
  if (per.field === 'sector' && metric !== undefined)
    return {
      query: query({
        subject: 'sector',
        operation: 'rank',
        metric,
        measure: measure === 'count' ? 'sum' : measure,
        ...inOrder(parts.order?.order),
        ...parts.when(),
      }),
    };
  return {
    query: query({
      subject: 'startup',
      operation: 'rank',
      measure,
      ...(metric !== undefined && { metric }),
      groupBy: per.field,
      where,
      ...inOrder(parts.order?.order),
      ...(parts.order && parts.order.n === undefined && { limit: 1 }),
      ...parts.when(),
    }),
  };
}

/** `which sector has the most strong signals`, `regions with more than five startups`. */
function groupedBySector(parts: Parts): Draft | undefined {
  const where = whereOf(parts);
  if (!where || where.length === 0 || parts.sectors.length > 0 || !isOneTime(parts) || !parts.order)
    return undefined;
  return {
    query: query({
      subject: 'startup',
      operation: 'rank',
      measure: 'count',
      groupBy: 'sector',
      where,
      limit: parts.number ?? 1,
      ...(parts.order.order === 'lowest' && { order: 'lowest' as const }),
      ...parts.when(),
    }),
  };
}

/** The average or sum over the startups of a sector, if one is asked for. */
function averageOf({ measure }: Parts): Measure | undefined {
  return measure === 'mean' || measure === 'median' || measure === 'sum' ? measure : undefined;
}

function sectorsRanked(parts: Parts): Draft | undefined {
  const own =
    parts.order?.field ?? parts.fields.filter((name) => fieldOf('sector', name) !== undefined)[0];
  const isBySize = own === undefined && (parts.has('subject:startup') || parts.isOfSize);
  const metric = own ?? (isBySize ? 'startups' : 'scoreComposite');
  if (!isOneTime(parts) || fieldOf('sector', metric) === undefined || parts.time?.kind === 'since')
    return undefined;
  const measure = metric === 'startups' ? undefined : averageOf(parts);
  const isList = !parts.order && parts.nth === undefined;
  if (parts.sectors.length > 0) return undefined;
  return {
    query: query({
      subject: 'sector',
      operation: 'rank',
      metric,
      ...(measure && { measure }),
      ...inOrder(parts.order?.order),
      ...placeOr(parts.number ?? (isList ? LISTED : parts.isPluralSector ? FEW : 1), parts),
      ...parts.when('sector'),
    }),
    supplied:
      own === undefined && !isBySize && !isList ? 0.3 : isList && own === undefined ? 0.5 : 0,
  };
}

function sectorsListed(parts: Parts): Draft | undefined {
  const conditions = parts.all('condition').flatMap((one) => one.conditions);
  if (parts.measure === 'count' && conditions.length === 0)
    return { query: query({ subject: 'sector', measure: 'count' }) };
  if (
    conditions.length > 0 &&
    conditions.every(({ field }) => fieldOf('sector', field) !== undefined)
  )
    return {
      query: query({
        subject: 'sector',
        operation: 'list',
        where: conditions,
        metric: conditions[0]?.field,
      }),
    };
  return conditions.length === 0
    ? { query: query({ subject: 'sector', operation: 'list' }) }
    : undefined;
}

function sectorsCompared(parts: Parts): Draft | undefined {
  const [own] = [parts.more?.field, parts.order?.field, ...parts.fields].filter(
    (name) => name !== undefined,
  );
  const isBySize = own === undefined && (parts.has('subject:startup') || parts.measure === 'count');
  const metric = own ?? (isBySize ? 'startups' : 'scoreComposite');
  if (fieldOf('sector', metric) === undefined) return undefined;
  const measure = averageOf(parts);
  return {
    query: query({
      subject: 'sector',
      operation: 'compare',
      names: parts.sectors,
      metric,
      ...(measure && metric !== 'startups' && { measure }),
      ...parts.when('sector'),
    }),
    supplied: own === undefined && !isBySize ? 1 : 0,
  };
}

/** One number of one sector, which is that of its startups together. */
function ofSector(parts: Parts): Draft | undefined {
  const [sector] = parts.sectors;
  const [metric = parts.move ? changeOf(parts.move.field) : undefined, ...others] =
    parts.fields.filter((name) => fieldOf('sector', name) !== undefined);
  if (sector === undefined || parts.sectors.length > 1 || metric === undefined || others.length > 0)
    return undefined;
  const { time } = parts;
  if (parts.has('trend:change') || time?.kind === 'since')
    return time?.from === undefined
      ? undefined
      : {
          query: query({
            subject: 'sector',
            operation: 'change',
            names: [sector],
            metric,
            against: time.from,
          }),
        };
  if (parts.has('trend:series'))
    return {
      query: query({
        subject: 'sector',
        operation: 'series',
        names: [sector],
        metric,
        ...parts.when('sector'),
      }),
    };
  return {
    query: query({ subject: 'sector', names: [sector], metric, ...parts.when('sector') }),
    supplied: 0.5,
  };
}

function trending(parts: Parts): Draft | undefined {
  const { nth, time } = parts;
  if (!isOneTime(parts) || time?.kind === 'since' || time?.kind === 'span') return undefined;
  const where = parts.where('startup');
  const own = parts.order?.field ?? parts.by;
  if (own !== undefined && own !== 'trendingRank' && fieldOf('startup', own))
    return {
      query: query({
        subject: 'startup',
        operation: 'rank',
        metric: own,
        ...inOrder(parts.order?.order),
        where: [...where, IS_TRENDING],
        limit: limitOf(parts, false),
        ...parts.when(),
      }),
    };
  const limit =
    parts.order?.order === 'lowest' ? undefined : (parts.number ?? (parts.order ? 1 : 20));
  if (nth !== undefined && nth < 0) return undefined;
  return {
    query: query({
      subject: 'startup',
      operation: 'rank',
      metric: 'trendingRank',
      order: 'lowest',
      where,
      show: [
        'scoreComposite',
        ...parts.fields.filter(
          (name) =>
            fieldOf('startup', name) &&
            name !== 'trendingRank' &&
            name !== 'sectorRank' &&
            name !== 'scoreComposite',
        ),
      ],
      ...(nth === undefined ? { limit: limit ?? 20 } : { nth }),
      ...parts.when(),
    }),
  };
}

/** The startups that gained or lost most between two weeks. */
function changeRanked(parts: Parts): Draft | undefined {
  const where = parts.where('startup');
  const own = parts.order?.base ?? parts.fields[0] ?? parts.move?.field ?? parts.order?.field;
  if (
    parts.order
      ? !parts.order.isChange && !parts.has('trend:change') && !parts.has('move')
      : parts.isYesNo || (!parts.has('move') && !parts.has('trend:change'))
  )
    return undefined;
  const metric = BASE[own ?? ''] ?? own ?? 'commitVelocity14d';
  const field = fieldOf('startup', metric);
  const [one, other, ...more] = parts.datedTimes;
  if (!field?.isWeekly || field.kind === 'category' || more.length > 0 || !one?.from)
    return undefined;
  const [early, late] = other ? [one, other] : [one, undefined];
  const isDown = parts.order ? parts.order.order === 'lowest' : parts.move?.to === 'down';
  const period = late?.from ?? one.to;
  return {
    query: query({
      subject: 'startup',
      operation: 'change',
      metric,
      where,
      ...inOrder(isDown ? 'lowest' : undefined),
      limit: limitOf(parts, isPlural(parts)),
      against: early.from ?? '',
      ...(period !== undefined && period !== 'latest' && { period }),
    }),
    supplied: own === undefined ? 0.5 : 0,
  };
}

const BASE: Readonly<Record<string, string>> = {
  commitVelocityChangeRatio: 'commitVelocity14d',
  contributorGrowth: 'contributors',
  scoreGrowth: 'commitVelocity14d',
};

function allTimeRecord(parts: Parts): Draft | undefined {
  const metric = parts.order?.field ?? parts.fields[0] ?? 'commitVelocity14d';
  const field = fieldOf('startup', metric);
  if (!field?.isWeekly || field.kind === 'category') return undefined;
  if (
    parts.time &&
    parts.time.kind !== 'all' &&
    parts.time.kind !== 'span' &&
    parts.time.kind !== 'since'
  )
    return undefined;
  return {
    query: query({
      subject: 'startup',
      operation: 'extreme',
      metric,
      where: parts.where('startup'),
      ...inOrder(parts.order?.order),
      limit: parts.number ?? 1,
      ...(parts.time?.kind === 'all' ? {} : parts.when()),
    }),
  };
}

/** The startups on the list of one week and not on that of the other. */
function entered(parts: Parts): Draft | undefined {
  const reads = parts.has('trend:entered') ? 'entered' : 'left';
  const [time, other, ...more] = parts.otherTimes;
  if (more.length > 0 || time?.kind === 'all') return undefined;
  const list = (period: string | undefined) =>
    query({
      subject: 'startup',
      operation: 'rank',
      metric: 'trendingRank',
      order: 'lowest',
      limit: 20,
      ...(period !== undefined && { period }),
    });
  const [now, before] = weeksCompared(time, other);
  return { query: list(now), also: [list(before)], reads };
}

function weeksCompared(
  time: Time | undefined,
  other: Time | undefined,
): [string | undefined, string] {
  if (time?.from !== undefined && other?.from !== undefined) return [other.from, time.from];
  if (time?.kind === 'point' && time.from !== undefined) return [time.from, weekBefore(time.from)];
  return [undefined, time?.from ?? 'latest-1'];
}

/** The week before in the same year, within which such questions stay. */
function weekBefore(week: string): string {
  const found = /^(\d{4})-w(\d{2})$/.exec(week);
  return found && Number(found[2]) > 1
    ? `${found[1]}-w${String(Number(found[2]) - 1).padStart(2, '0')}`
    : 'latest-1';
}

function changeOfMeasure(parts: Parts): Draft | undefined {
  const [metric, ...others] = parts.fields.filter(
    (name) => fieldOf('startup', name)?.isWeekly === true,
  );
  const where = parts.where('startup');
  const [one, other, ...more] = parts.datedTimes;
  const field = metric === undefined ? undefined : fieldOf('startup', metric);
  if (!field || others.length > 0 || more.length > 0) return undefined;
  const measure = measureOf(parts, field.kind === 'count') ?? 'mean';
  const against =
    one?.from ??
    (parts.has('trend:series') || parts.has('trend:change') || parts.has('move')
      ? 'latest-52'
      : undefined);
  if (against === undefined) return undefined;
  const isShare = field.name === 'agentShare';
  return {
    query: query({
      subject: 'startup',
      operation: 'change',
      measure,
      metric: field.name,
      where,
      against,
      ...periodOf(other?.from ?? one?.to),
    }),
    supplied: one ? 0.3 : 1,
    ...(isShare && where.length === 0 && { reads: 'move' as const }),
  };
}

function periodOf(week: string | undefined): { period?: string } {
  return week === undefined || week === 'latest' ? {} : { period: week };
}

export const LIST_SHAPES: readonly Shape[] = [
  {
    name: 'agents’ share of all',
    needs: 'nobody field|move',
    build: agentsOfAll,
  },
  {
    name: 'ranking',
    needs: 'nobody order|nth|field',
    build: (parts) =>
      parts.has('order') ||
      parts.has('nth') ||
      parts.by !== undefined ||
      parts.has('number') ||
      (parts.has('subject:startup') && !parts.has('measure'))
        ? ranked(parts)
        : undefined,
  },
  {
    name: 'ranking by a number alone',
    needs: 'nobody number sector',
    build: ranked,
  },
  {
    name: 'ranking of companies',
    needs: 'nobody order field|order',
    build: rankedCompanies,
  },
  {
    name: 'list',
    needs: 'sector|value|condition|role|move',
    build: (parts) => (parts.names.length > 0 ? undefined : listed(parts)),
  },
  {
    name: 'count',
    needs: 'nobody measure:count',
    build: counted,
  },
  {
    name: 'measure',
    needs: 'nobody field',
    build: (parts) =>
      parts.has('measure') || parts.fields[0] === 'agentShare' ? measured(parts) : undefined,
  },
  {
    name: 'share',
    needs: 'nobody measure:share',
    build: shared,
  },
  {
    name: 'groups',
    needs: 'nobody per',
    build: grouped,
  },
  {
    name: 'counts by sector',
    needs: 'nobody subject:sector order value|condition|move',
    build: groupedBySector,
  },
  {
    name: 'ranking of sectors',
    needs: 'nobody subject:sector order|nth|field|move',
    build: sectorsRanked,
  },
  {
    name: 'list of sectors',
    needs: 'nobody subject:sector',
    build: sectorsListed,
  },
  {
    name: 'comparison of sectors',
    needs: 'nobody sectors',
    build: sectorsCompared,
  },
  {
    name: 'number of a sector',
    needs: 'nobody sector field|move',
    build: ofSector,
  },
  {
    name: 'trending',
    needs: 'nobody trending',
    build: trending,
  },
  {
    name: 'change of many',
    needs: 'nobody time move|order|trend:change',
    build: changeRanked,
  },
  {
    name: 'record of all',
    needs: 'nobody order|trend:peak|trend:low',
    build: (parts) =>
      parts.has('trend:peak') || parts.has('trend:low') || parts.time?.kind === 'all'
        ? allTimeRecord(parts)
        : undefined,
  },
  {
    name: 'entrants',
    needs: 'nobody trend:entered|trend:left trending|order|time',
    build: entered,
  },
  {
    name: 'change of a measure',
    needs: 'nobody field time|trend:change|trend:series|move',
    build: changeOfMeasure,
  },
];
