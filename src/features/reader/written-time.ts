/** Times as queries write them. */
import { isoDay } from '../../lib/period.ts';
import type { WrittenQuery } from '../query/query.ts';
import type { FoundTime, Time } from './time/calendar.ts';

export type When = Pick<WrittenQuery, 'period' | 'from' | 'to'>;

/** A time as the query writes it. */
export function written(time: Time): When | undefined {
  if (time.kind === 'week') return { period: time.period.slug };
  if (time.kind === 'ever') return { period: 'all' };
  if (time.kind !== 'range') return undefined;
  const [first, last] = [isoDay(time.first), isoDay(time.last)];
  if (first === last) return { period: first };
  const [year = '', month = '', day] = first.split('-');
  const endsMonth = new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5, 7)), 0));
  if (day === '01' && endsMonth.toISOString().slice(0, 10) === last) {
    const months =
      (Number(last.slice(0, 4)) - Number(year)) * 12 + Number(last.slice(5, 7)) - Number(month) + 1;
    if (months === 1) return { period: `${year}-${month}` };
    if (months === 3 && (Number(month) - 1) % 3 === 0)
      return { period: `${year}-q${(Number(month) - 1) / 3 + 1}` };
    if (months === 12 && month === '01') return { period: year };
  }
  return { from: first, to: last };
}

/** The days of a found time, with what stands in front of it. */
export function range({ time, relation }: FoundTime): When | undefined {
  const when = written(time);
  if (!when) return undefined;
  const { period, from = period, to = period } = when;
  if (relation === 'since') return from === undefined ? undefined : { from };
  if (relation === 'until') return to === undefined ? undefined : { to };
  const days =
    time.kind === 'week'
      ? [time.period.firstDay, time.period.lastDay]
      : time.kind === 'range'
        ? [time.first, time.last]
        : [];
  const [first, last] = days;
  if (relation === 'after') return last === undefined ? undefined : { from: isoDay(last + 1) };
  if (relation === 'before') return first === undefined ? undefined : { to: isoDay(first - 1) };
  return when;
}
