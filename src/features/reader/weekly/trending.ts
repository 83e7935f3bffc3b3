/** Who entered the trending list, and who left it. */
import { parseDay, parsePeriod, periodOf } from '../../../lib/period.ts';
import type { WrittenQuery } from '../../query/query.ts';
import { type Draft, where } from '../pieces.ts';
import type { AboutAll } from './all-startups.ts';

const MAX_TRENDING = 20;

/** Two lists, of a week and of one before it. */
export function comings({
  pieces,
  acts,
  metric,
  list,
  time,
}: AboutAll): Draft | 'unreadable' | undefined {
  const act = acts.has('entered') ? 'entered' : acts.has('left') ? 'left' : undefined;
  if (act === undefined) return undefined;
  if (metric !== 'trendingRank' || time.kind === 'ever') return 'unreadable';
  const period = time.kind === 'none' ? undefined : time.when.period;
  const against = time.kind === 'against' ? weekOf(time.against) : weekBefore(period);
  if (against === undefined || !/-w|latest/.test(against)) return 'unreadable';
  if (time.kind === 'at' && period === undefined) return 'unreadable';
  if (time.kind === 'against' && pieces.frame.of('time').length === 1) pieces.isTimeImplied = true;
  pieces.takeActs('entered', 'left', 'change', 'compare');
  const trending = { field: 'trendingRank', op: '>=' as const, values: [1] };
  const query: WrittenQuery = {
    subject: 'startup',
    operation: 'list',
    ...where([...list, trending]),
    show: ['trendingRank'],
    limit: MAX_TRENDING,
    ...(period !== undefined && { period }),
  };
  return { query, also: [{ ...query, period: against }], reads: act, assumed: [] };
}

/** Of a day, the week that it is in. */
function weekOf(slug: string): string {
  return ISO_DAY.test(slug) ? periodOf(parseDay(slug)).slug : slug;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

function weekBefore(slug: string | undefined): string | undefined {
  if (slug === undefined) return 'latest-1';
  const period = parsePeriod(slug);
  return period && periodOf(period.firstDay - 1).slug;
}
