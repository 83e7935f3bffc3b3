/** How one startup that is named developed: week by week, between two times, as the published growth. */
import { periodOf } from '../../../lib/period.ts';
import type { WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import { DEFAULT_METRIC, growthOf, isNumberOf, numberBehind } from '../metrics.ts';
import type { Draft } from '../pieces.ts';
import { daysOf } from '../time/calendar.ts';
import { countedDays } from './counted-days.ts';
import { type AboutNamed, assumedMetric } from './named-startups.ts';
import { isRange, timeFields, twoTimes, weeklyTime } from './weekly-time.ts';

const DAYS_A_WEEK = 7;

export function series(about: AboutNamed): Draft | undefined {
  const { pieces, names, fields, metric, checks } = about;
  const time = weeklyTime(pieces, fields, false);
  if (!time) return undefined;
  const counts = pieces.frame.words('measure').length > 0;
  const days = counts ? countedDays(pieces, fields) : [];
  pieces.takeActs('series', 'list');
  pieces.takeChanges();
  return {
    query: {
      subject: 'startup',
      operation: 'series',
      names,
      metric: metric ?? DEFAULT_METRIC,
      ...(time.kind === 'at' && time.when),
    },
    assumed: assumedMetric(about),
    checks,
    days,
  };
}

/** How it developed: between two times, or as the published growth. */
export function development(about: AboutNamed, isTwoTimes: boolean): Draft | undefined {
  const { pieces, names, fields, acts, orders, metric, checks } = about;
  const ofTwo = isTwoTimes ? ofTwoTimes(about) : undefined;
  if (ofTwo) return ofTwo;
  const time = weeklyTime(pieces, fields, true);
  if (!time || (isTwoTimes && time.kind !== 'against')) return undefined;
  if (isTwoTimes) pieces.take(...orders);
  else if (orders.some(({ taken }) => !taken)) return undefined;
  pieces.takeActs('compare', 'list');
  pieces.takeChanges();
  const assumed = assumedMetric(about);
  if (time.kind === 'against')
    return { query: changeOf(about, time.against, time.when), assumed, checks };
  const grown = growthOf(metric ?? DEFAULT_METRIC);
  const isPublished = grown !== metric || fieldOf('startup', grown)?.kind === 'ratio';
  if ((!isPublished && isNumberOf(grown)) || (isRange(time) && isNumberOf(grown)))
    return { query: changeOf(about, beginningOf(about), timeFields(time)), assumed, checks: [] };
  const isRise = acts.has('rise') || acts.has('gain');
  if (checks.length === 0 && (isRise || acts.has('fall') || acts.has('lose')))
    checks.push({ field: grown, op: isRise ? '>' : '<', values: [0] });
  const show = [...new Set([metric ?? DEFAULT_METRIC, ...fields.slice(1)])].filter(
    (field) => field !== grown,
  );
  return {
    query: {
      subject: 'startup',
      names,
      metric: grown,
      ...(show.length > 0 && { show }),
      ...timeFields(time),
    },
    assumed,
    checks,
  };
}

/** The values of two months, quarters or years. */
function ofTwoTimes({
  pieces,
  names,
  fields,
  metric,
  orders,
  acts,
}: AboutNamed): Draft | undefined {
  const [one, other] = pieces.frame.of('time');
  const between = pieces.all.slice((one?.at ?? 0) + 1, other?.at);
  const isListed = between.length === 0;
  const isJoined =
    acts.size > 0 || isListed || between.some(({ text }) => /^(?:and|or)$/i.test(text));
  if (!isJoined) return undefined;
  const number = metric ?? DEFAULT_METRIC;
  if (!isNumberOf(number)) return undefined;
  const days = countedDays(pieces, fields);
  const times = twoTimes(pieces);
  if (!times) return undefined;
  pieces.take(
    ...orders,
    ...pieces.frame.words('measure').filter(({ meaning }) => meaning.measure === 'mean'),
  );
  pieces.takeActs('compare', 'list');
  pieces.takeChanges();
  const [later, earlier] = times;
  const query: WrittenQuery = { subject: 'startup', names, metric: number };
  return {
    query: { ...query, ...later },
    also: [{ ...query, ...earlier }],
    assumed: metric === undefined ? ['metric'] : [],
    days,
  };
}

export function changeOf(
  { names, metric }: AboutNamed,
  against: string,
  when: Partial<WrittenQuery>,
): WrittenQuery {
  return {
    subject: 'startup',
    operation: 'change',
    names,
    metric: numberBehind(metric ?? DEFAULT_METRIC),
    against,
    ...when,
  };
}

/** The week before what is asked about, with which its last is compared. */
export function beginningOf({ pieces }: AboutNamed): string {
  const [time] = pieces.frame.of('time');
  const days = time && daysOf(time.found.time);
  return days === undefined ? 'latest-1' : periodOf(days[0] - DAYS_A_WEEK).slug;
}
