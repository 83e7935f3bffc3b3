/** What the times of a question about weekly numbers mean. */
import type { Pieces } from '../pieces.ts';
import { daysOf, type FoundTime, type Time } from '../time/calendar.ts';
import { range, type When, written } from '../written-time.ts';

export type WeeklyTime =
  | { kind: 'none' }
  | { kind: 'at'; when: When }
  | { kind: 'against'; when: When; against: string }
  | { kind: 'ever' };

/** What the times of a question about weeks mean; undefined where they cannot be meant together. */
export function weeklyTime(
  pieces: Pieces,
  metrics: readonly string[],
  isChange: boolean,
): WeeklyTime | undefined {
  const times = pieces.frame.of('time').filter(({ taken }) => !taken);
  if (times.length === 0) return { kind: 'none' };
  const [first, second, ...more] = times;
  if (!first || more.length > 0) return undefined;
  const { time, relation } = first.found;
  if (time.kind === 'future' || time.kind === 'impossible') return undefined;
  if (second) {
    // "between week 20 and week 25" was read as a range; "in June against May" is a change.
    if (!isChange) return undefined;
    const [one, other] = [written(time), written(second.found.time)];
    if (!one?.period || !other?.period) return undefined;
    pieces.take(first, second);
    return one.period < other.period
      ? { kind: 'against', when: { period: other.period }, against: one.period }
      : { kind: 'against', when: { period: one.period }, against: other.period };
  }
  pieces.take(first);
  if (time.kind === 'ever') {
    pieces.isTimeImplied = true;
    return { kind: 'ever' };
  }
  const isMonthOfPeople =
    /^(?:in |over |during |for |within )?(?:the )?(?:last |past )?month$/i.test(first.text) &&
    metrics.some(isOfMonth);
  if (isMonthOfPeople || isOwnWindow(time, relation, metrics)) {
    pieces.isTimeImplied = true;
    return { kind: 'none' };
  }
  const when = range(first.found);
  if (!when) return undefined;
  const point = when.period ?? when.from;
  if (
    isChange &&
    point !== undefined &&
    (relation === 'since' ||
      relation === 'ago' ||
      relation === 'past' ||
      relation === 'against' ||
      when.from !== undefined)
  )
    return {
      kind: 'against',
      when: when.to && relation !== 'past' ? { period: when.to } : {},
      against: point,
    };
  if (isChange && time.kind === 'week' && /last|previous/i.test(first.text))
    return { kind: 'against', when: {}, against: point ?? 'latest-1' };
  return { kind: 'at', when };
}

/** "in the last 14 days" of commits is what they are counted in anyway. */
export function isOwnWindow(
  time: Time,
  relation: FoundTime['relation'],
  metrics: readonly string[],
): boolean {
  if (relation !== 'past' || time.kind !== 'range') return false;
  const days = time.last - time.first + 1;
  const isOfPeople = metrics.some(isOfMonth);
  const isOfCommits = metrics.length === 0 || !metrics.every(isOfMonth);
  return (isOfPeople && days >= 28 && days <= 31) || (isOfCommits && days === 14);
}

/** It is counted over 30 days anyway. */
function isOfMonth(metric: string): boolean {
  return /^contributor|30d|newRepos|releaseDays/i.test(metric);
}

export function timeFields(time: WeeklyTime): When {
  if (time.kind === 'at' || time.kind === 'against') return time.when;
  return time.kind === 'ever' ? { period: 'all' } : {};
}

export function isRange(time: WeeklyTime): boolean {
  if (time.kind === 'ever') return true;
  if (time.kind !== 'at') return false;
  const { period, from, to } = time.when;
  return from !== undefined || to !== undefined || !isWeek(period ?? '');
}

/** A week, or a day that stands for one. */
function isWeek(period: string): boolean {
  return /-w|^\d{4}-\d{2}-\d{2}$|latest/.test(period);
}

/** `in June against May`: two times longer than a week, the later first. */
export function twoTimes(pieces: Pieces): [When, When] | undefined {
  const [first, second, ...more] = pieces.frame.of('time').filter(({ taken }) => !taken);
  if (!first || !second || more.length > 0) return undefined;
  const [one, other] = [first, second].map(({ found }) => written(found.time));
  if (!one || !other) return undefined;
  if ([one, other].some(({ period }) => period === 'all' || isWeek(period ?? ''))) return undefined;
  pieces.take(first, second);
  const begins = ({ found: { time } }: typeof first) => daysOf(time)?.[0] ?? 0;
  return begins(first) > begins(second) ? [one, other] : [other, one];
}
