/** Weeks of one startup: its highest, those that satisfy something, how many in a row. */
import type { Condition } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import { DEFAULT_METRIC, isNumberOf } from '../metrics.ts';
import type { Draft } from '../pieces.ts';
import type { AboutNamed } from './named-startups.ts';
import { timeFields, weeklyTime } from './weekly-time.ts';

/** `peak`, `the highest in June`, `ever above 90`. */
export function extremeWeek(about: AboutNamed, isEver: boolean): Draft | undefined {
  const { pieces, names, fields, metric, bounds, orders, checks } = about;
  // "was it ever above 90", and not "the highest that it ever reached 90"
  if (bounds.length > 0 && (!isEver || orders.length > 0)) return undefined;
  if (orders.some(({ text }) => /^(?:last|first)(?: time)?$/i.test(text))) return undefined;
  if (metric !== undefined && !isNumberOf(metric)) return undefined;
  const time = weeklyTime(pieces, fields, false);
  if (!time) return undefined;
  const extreme = pieces.act('extreme');
  pieces.take(...extreme, ...orders);
  pieces.takeActs('series', 'compare');
  const said = bounds[0]?.op.startsWith('<')
    ? 'lowest'
    : [...extreme, ...orders].map(({ meaning }) => meaning.order).find((one) => one !== undefined);
  // The best rank is the lowest number.
  const isRank = metric !== undefined && fieldOf('startup', metric)?.kind === 'rank';
  const order = isRank && bounds.length === 0 ? (said === 'lowest' ? 'highest' : 'lowest') : said;
  return {
    query: {
      subject: 'startup',
      operation: 'extreme',
      names,
      metric: metric ?? DEFAULT_METRIC,
      ...(order === 'lowest' && { order }),
      ...(time.kind === 'at' && time.when),
    },
    assumed: metric === undefined ? ['metric'] : [],
    checks,
  };
}

/** `when was it last above 90`, `in how many weeks did it have over 300 commits`. */
export function crossings(about: AboutNamed, bound: Condition): Draft | undefined {
  const { pieces, names, fields, bounds, orders } = about;
  const time = weeklyTime(pieces, fields, false);
  if (bounds.length > 1 || fields.length > 1 || !time) return undefined;
  const counts = pieces.frame.words('measure').some(({ meaning }) => meaning.measure === 'count');
  pieces.take(...orders);
  pieces.takeActs('compare', 'list');
  pieces.takeAll('asksWeeks');
  const isFirst = orders.some(({ text }) => /^first/i.test(text));
  return {
    query: {
      subject: 'startup',
      operation: 'series',
      names,
      metric: bound.field,
      where: [bound],
      ...timeFields(time),
    },
    assumed: [],
    reads: counts ? 'count' : isFirst ? 'first' : orders.length > 0 ? 'last' : 'weeks',
  };
}

/** `for how many weeks in a row has it had at least 300 commits`: up to the current one. */
export function streak(about: AboutNamed, bound: Condition | undefined): Draft | undefined {
  const { pieces, names, fields, bounds } = about;
  if (!bound || bounds.length > 1 || fields.length > 1) return undefined;
  const times = pieces.frame.of('time');
  if (times.some(({ found }) => found.time.kind !== 'week' || found.relation === 'ago'))
    return undefined;
  pieces.take(...times);
  pieces.isTimeImplied = true;
  pieces.takeActs('streak');
  pieces.takeAll('asksWeeks');
  return {
    query: {
      subject: 'startup',
      operation: 'series',
      names,
      metric: bound.field,
    },
    assumed: [],
    checks: [bound],
    reads: 'streak',
  };
}
