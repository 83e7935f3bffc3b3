/** One value of many startups: how many, which share, the average. */

import type { Measure, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import { DEFAULT_METRIC, fallbackMeasure, isNumberOf } from '../metrics.ts';
import { type Draft, type Pieces, where } from '../pieces.ts';
import { type AboutAll, alternativesOf } from './all-startups.ts';
import { addChange } from './changes.ts';
import { countedDays } from './counted-days.ts';
import { isRange, timeFields } from './weekly-time.ts';

const MAX_LISTED = 100;

export function measures(about: AboutAll): Draft | 'unreadable' | undefined {
  const { pieces, measure, measured } = about;
  const draft = extreme(about) ?? several(about) ?? ofUnknown(about);
  if (draft) return draft;
  if (measure === 'share') {
    pieces.take(...measured);
    // "the biggest share of its code by agents": each has such a share
    if (about.isSuperlative && isShare(about.metric)) return undefined;
    return ofAgents(about) ?? share(about);
  }
  const countsTrending = about.metric === 'trendingRank' && measure === 'count';
  pieces.take(...measured);
  const isOfAll =
    measure === 'sum' ||
    pieces.frame.words('isOverall').length > 0 ||
    (measure === 'count' && about.nouns.length === 0);
  if (isOfAll && about.metric === 'agentShare' && !about.isSuperlative) return ofAgents(about);
  if (measure === undefined || (measure === 'count' && about.isSuperlative && !countsTrending))
    return undefined;
  return countsTrending ? trendingCount(about) : measureOf(about, measure);
}

/** The week of the highest value of all. */
function extreme(about: AboutAll): Draft | undefined {
  const { pieces, acts, metric, list, time, direction } = about;
  const isOfAllTime = time.kind === 'ever' && about.isSuperlative;
  if (!acts.has('extreme') && !isOfAllTime) return undefined;
  const [word] = pieces.act('extreme');
  pieces.takeActs('extreme', 'series');
  const order = word?.meaning.order ?? direction;
  return {
    query: {
      subject: 'startup',
      operation: 'extreme',
      metric: metric ?? DEFAULT_METRIC,
      ...(order === 'lowest' && { order }),
      ...where(list),
      ...(time.kind === 'at' && time.when),
    },
    assumed: metric === undefined ? ['metric'] : [],
  };
}

/** `the highest, the lowest and the average`: one query for each. */
function several({
  pieces,
  metric,
  orders,
  measured,
  list,
  time,
  nth,
  limit = 1,
}: AboutAll): Draft | undefined {
  const directions = [...new Set(orders.flatMap(({ meaning }) => meaning.order ?? []))];
  const own = measured.flatMap(({ meaning }) => meaning.measure ?? []);
  const values = [...new Set(own)].filter((one) => one !== 'count' && one !== 'share');
  if (metric === undefined || !isNumberOf(metric) || nth !== undefined || own.includes('share'))
    return undefined;
  if (directions.length + values.length < 2) return undefined;
  pieces.take(...measured);
  const rest = { subject: 'startup' as const, metric, ...where(list), ...timeFields(time) };
  const queries: WrittenQuery[] = [
    ...directions.map((order) => ({ ...rest, operation: 'rank' as const, order, limit })),
    ...values.map((measure) => ({ ...rest, measure })),
  ];
  const [query, ...also] = queries;
  return query && { query, also, assumed: [] };
}

/** `whose stage is unknown` */
function ofUnknown({
  pieces,
  metric,
  fields,
  measured,
  list,
  time,
  measure,
}: AboutAll): Draft | undefined {
  const [unknown] = pieces.frame.words('isUnknown');
  if (!unknown || metric === undefined || fields.length !== 1) return undefined;
  pieces.take(unknown, ...measured);
  return {
    query: {
      subject: 'startup',
      ...(measure === 'count' ? { measure } : { operation: 'list' as const, limit: MAX_LISTED }),
      ...where([...list, { field: metric, op: '=', values: [null] }]),
      ...timeFields(time),
    },
    assumed: [],
  };
}

/** `the share of commits by agents` is a number that each startup has. */
function ofAgents({ fields, list, time }: AboutAll): Draft | undefined {
  if (!fields.includes('agentShare') || list.some(({ field }) => field !== 'sector'))
    return undefined;
  const isOfAll = list.length === 0 && time.kind === 'none';
  return {
    ...(isOfAll && { page: 'agent-share' }),
    query: {
      subject: 'startup',
      measure: 'mean',
      metric: 'agentShare',
      ...where(list),
      ...timeFields(time),
    },
    assumed: [],
  };
}

/** Of the startups of a sector, or of those that `among` names, how many satisfy the rest. */
function share(about: AboutAll): Draft | 'unreadable' {
  const { pieces, list, among, time } = about;
  // "the highest share of …", "what share of all commits": neither orders nor numbers are passed over
  const isNumber = about.metric !== undefined && isNumberOf(about.metric) && !about.isChange;
  if (about.isSuperlative || (isNumber && !list.some(({ field }) => field === about.metric)))
    return 'unreadable';
  if (about.isChange) addChange(about);
  const isOfWhole = ({ field }: { field: string }) => field === 'sector' || among.has(field);
  const some = list.filter((condition) => !isOfWhole(condition));
  // "the share of US startups" is of all
  const isOfAll = isBehindMeasure(pieces);
  const which =
    some.length === 0 ? list.filter(({ field }) => isOfAll || field !== 'sector') : some;
  if (which.length === 0) return 'unreadable';
  const [group] = pieces.frame.words('groupBy');
  pieces.take(group);
  return {
    query: {
      subject: 'startup',
      measure: 'share',
      which,
      ...where(list.filter((condition) => !which.includes(condition))),
      ...(group && { groupBy: group.meaning.groupBy }),
      ...timeFields(time),
    },
    assumed: [],
  };
}

/** `what share of startups are in security`: of all, and not of those in a sector. */
function isBehindMeasure(pieces: Pieces): boolean {
  const [noun] = pieces.frame.words('subject');
  const before = noun && pieces.beside(noun, -1);
  return before?.kind === 'words' && before.meaning.measure !== undefined;
}

function isShare(metric: string | undefined): boolean {
  return metric !== undefined && fieldOf('startup', metric)?.kind === 'share';
}

function trendingCount({ list, time }: AboutAll): Draft {
  return {
    query: {
      subject: 'startup',
      measure: 'count',
      ...where([...list, { field: 'trendingRank', op: '>=', values: [1] }]),
      ...timeFields(time),
    },
    assumed: [],
  };
}

function measureOf(about: AboutAll, asked: Measure): Draft | 'unreadable' {
  const { pieces, metric, list, time, isChange, acts } = about;
  const [group] = pieces.frame.words('groupBy');
  pieces.take(group);
  const groupBy = group?.meaning.groupBy ?? alternativesOf(about)?.field;
  if (group === undefined && groupBy !== undefined) pieces.takeActs('compare');
  const grouped = groupBy !== undefined && { groupBy };
  const onlyFacts = list.every(({ field }) => fieldOf('company', field));
  const isOfTracked = about.isTracked && asked === 'count' && metric === undefined && onlyFacts;
  if (isOfTracked && time.kind === 'none' && !isChange)
    return {
      query: {
        subject: 'company',
        measure: 'count',
        where: [{ field: 'tracked', op: '=', values: ['yes'] }, ...list],
        ...grouped,
      },
      // of whom the week has numbers
      ...(list.length > 0 &&
        groupBy === undefined && { also: [{ subject: 'startup', measure: 'count', where: list }] }),
      assumed: [],
    };
  // "the highest and the average" of something that has no order
  if (about.orders.length > 0) return 'unreadable';
  // "how many commits did all land": the sum of them
  const measure = asked === 'count' && metric !== undefined && isNumberOf(metric) ? 'sum' : asked;
  if (measure !== 'count' && metric === undefined) return 'unreadable';
  const isOneWeek = time.kind === 'none' || (time.kind === 'at' && !isRange(time));
  if (isChange && isOneWeek && asked === 'count') {
    addChange(about);
    return {
      query: { subject: 'startup', measure: 'count', ...where(list), ...timeFields(time) },
      assumed: [],
    };
  }
  // "how many startups have more commits than a year ago": they are counted, and not their commits
  if (measure === 'sum' && asked === 'count' && countsStartups(pieces)) return 'unreadable';
  const rest = {
    subject: 'startup' as const,
    ...(metric !== undefined && { metric }),
    measure,
    ...where(list),
  };
  if (isChange && time.kind === 'against' && measure !== 'count') {
    pieces.takeActs('compare');
    pieces.takeChanges();
    return {
      query: { ...rest, operation: 'change', against: time.against, ...time.when },
      assumed: [],
    };
  }
  if (isChange && time.kind === 'against' && metric === undefined) {
    pieces.takeActs('compare');
    return {
      query: { ...rest, ...time.when },
      also: [{ ...rest, period: time.against }],
      assumed: [],
    };
  }
  if (isChange) return 'unreadable';
  if (acts.has('series') && metric !== undefined) {
    pieces.takeActs('series');
    return { query: { ...rest, operation: 'series', ...timeFields(time) }, assumed: [] };
  }
  return {
    query: {
      ...rest,
      ...(measure === 'count' && { metric: undefined }),
      ...grouped,
      ...timeFields(time),
    },
    // Of groups, an order is what is asked for.
    days: measure === 'sum' && !groupBy && isRange(time) ? countedDays(pieces, about.fields) : [],
    assumed: [],
  };
}

/** `how many startups`, `the number of US companies` */
function countsStartups(pieces: Pieces): boolean {
  const [noun] = pieces.frame
    .words('subject')
    .filter(({ meaning }) => meaning.subject === 'startup');
  const counts = pieces.frame.words('measure').find(({ meaning }) => meaning.measure === 'count');
  if (!noun || !counts || noun.at < counts.at) return false;
  return !pieces.frame.words('metric').some(({ at }) => at > counts.at && at < noun.at);
}

/** How all together developed, week by week, where no measure is named. */
export function seriesOfAll(about: AboutAll, when: Partial<WrittenQuery>): Draft | undefined {
  const { metric, list } = about;
  if (metric === undefined) return undefined;
  return {
    query: {
      subject: 'startup',
      operation: 'series',
      metric,
      measure: fallbackMeasure(metric),
      ...where(list),
      ...when,
    },
    assumed: [],
  };
}
