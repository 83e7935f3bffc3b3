/** Times counted from the current period: `three weeks ago`, `last month`, `ever`. */
import { isoDay } from '../../../lib/period.ts';
import type { Token } from '../tokens.ts';
import { monthOf, quarterOf, yearOf } from './calendar.ts';
import type { Clock, Read } from './clock.ts';
import {
  countNumber,
  monthNumber,
  NOW,
  PAST,
  THIS,
  unitCount,
  unitNamed,
  wordAt,
} from './time-words.ts';

/** `three weeks ago`, `a month earlier`. */
export function agoAt(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  const counted = unitCount(tokens, at);
  if (!counted) return undefined;
  const { count, unit, to } = counted;
  if (!['ago', 'earlier', 'before', 'back', 'prior'].includes(wordAt(tokens, to))) return undefined;
  return { time: clock.back(count, unit), to: to + 1, relation: 'ago' };
}

/** `this week`, `last month`, `the past six weeks`, `yesterday`, `ever`, `next year`. */
export function relativeAt(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  const word = wordAt(tokens, at);
  const next = wordAt(tokens, at + 1);
  if (NOW.has(word)) return { time: clock.now(), to: at + 1 };
  if (word === 'right' && next === 'now') return { time: clock.now(), to: at + 2 };
  if (word === 'by' && next === 'now') return { time: clock.now(), to: at + 2 };
  if (word === 'at' && next === 'present') return { time: clock.now(), to: at + 2 };
  if (word === 'at' && next === 'the' && wordAt(tokens, at + 2) === 'moment')
    return { time: clock.now(), to: at + 3 };
  if (word === 'ever') return { time: { kind: 'ever' }, to: at + 1 };
  const ofAllTime = word === 'of' && next === 'all' ? at + 1 : at;
  if (/^all-?time$/.test(wordAt(tokens, ofAllTime)))
    return { time: { kind: 'ever' }, to: ofAllTime + 1 };
  if (wordAt(tokens, ofAllTime) === 'all' && wordAt(tokens, ofAllTime + 1) === 'time')
    return { time: { kind: 'ever' }, to: ofAllTime + 2 };
  if (word === 'tomorrow') return { time: { kind: 'future', words: 'tomorrow' }, to: at + 1 };
  if (word === 'yesterday')
    return {
      time: {
        kind: 'range',
        first: clock.current.lastDay,
        last: clock.current.lastDay,
        unit: 'day',
      },
      to: at + 1,
    };
  if ((word === 'this' || word === 'same') && ['time', 'week', 'point'].includes(next)) {
    const then = timeAgo(clock, tokens, at + 2);
    if (then) return then;
  }
  if (word === 'week' && ['before', 'earlier', 'prior'].includes(next) && isAgainst(tokens, at))
    return { time: clock.back(1, 'week'), to: at + 2, relation: 'ago' };
  if (THIS.has(word)) return unitAt(clock, tokens, at, 0);
  if (word === 'next' || word === 'coming') {
    const unit = unitNamed(countNumber(next) === undefined ? next : wordAt(tokens, at + 2));
    if (!unit) return undefined;
    const to = countNumber(next) === undefined ? at + 2 : at + 3;
    return { time: { kind: 'future', words: `next ${unit}` }, to };
  }
  if (!PAST.has(word)) return undefined;
  const counted = unitCount(tokens, at + 1);
  if (!counted) {
    if (/^fortnight$/.test(next))
      return { time: clock.past(2, 'week'), to: at + 2, relation: 'past' };
    const unit = unitNamed(next);
    // "recent weeks", "the last months"
    if (unit && next.endsWith('s') && word !== 'previous')
      return { time: clock.past(unit === 'week' ? 4 : 3, unit), to: at + 2, relation: 'past' };
    // "past week" is the one before.
    if (unit && word === 'past' && unit !== 'week')
      return { time: clock.past(1, unit), to: at + 2, relation: 'past' };
    return unitAt(clock, tokens, at, 1);
  }
  const { count, unit, to } = counted;
  return { time: clock.past(count, unit), to, relation: 'past' };
}

/** `than the week before`, and not `the week before 2 May`. */
function isAgainst(tokens: readonly Token[], at: number): boolean {
  const words = [wordAt(tokens, at - 2), wordAt(tokens, at - 1)];
  return (
    words[1] === 'the' &&
    /^(?:than|to|with|against|vs|versus|from|over|in|on)$/.test(words[0] ?? '') &&
    monthNumber(wordAt(tokens, at + 3)) === undefined
  );
}

/** Behind "this time": `last year`, `a month ago`. */
function timeAgo(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  const ago = agoAt(clock, tokens, at);
  if (ago) return ago;
  const unit = wordAt(tokens, at) === 'last' ? unitNamed(wordAt(tokens, at + 1)) : undefined;
  return unit && { time: clock.back(1, unit), to: at + 2, relation: 'ago' };
}

/** The unit that holds the current period, or an earlier one. */
export function unitAt(
  clock: Clock,
  tokens: readonly Token[],
  at: number,
  back: number,
): Read | undefined {
  const unit = unitNamed(wordAt(tokens, at + 1));
  if (!unit || wordAt(tokens, at + 1).endsWith('s')) return undefined;
  const day = clock.current.lastDay;
  const date = new Date(isoDay(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const to = at + 2;
  if (unit === 'week') return { time: clock.back(back, 'week'), to };
  if (unit === 'day') return { time: clock.now(), to };
  if (unit === 'year') return { time: yearOf(year - back), to };
  if (unit === 'quarter') return { time: quarterOf(year, Math.floor(month / 3) + 1 - back), to };
  return { time: monthOf(year, month - back), to };
}
