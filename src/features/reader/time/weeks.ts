/** Weeks of the calendar, by their number or by a day in them. */
import { periodOf } from '../../../lib/period.ts';
import type { Token } from '../tokens.ts';
import { dayNamed, daysOf, monthOf, quarterOf, weekOf } from './calendar.ts';
import type { Clock, Read } from './clock.ts';
import { ORDINALS, textOf, wordAt, yearAfter } from './time-words.ts';

/** Reads the time at a token. */
export type Reader = (clock: Clock, tokens: readonly Token[], at: number) => Read | undefined;

const DAYS_A_WEEK = 7;

/** `2026-w20`, `2026-06`, `2026-06-15`, `2026-q2`, `2026q2`. */
export function isoAt(_: Clock, tokens: readonly Token[], at: number): Read | undefined {
  const word = wordAt(tokens, at);
  const week = /^(\d{4})-?w(\d{1,2})$/.exec(word);
  if (week) return { time: weekOf(Number(week[1]), Number(week[2]), word), to: at + 1 };
  const quarter = /^(?:(\d{4})-?q([1-4])|q([1-4])-?(\d{4}))$/.exec(word);
  if (quarter)
    return {
      time: quarterOf(Number(quarter[1] ?? quarter[4]), Number(quarter[2] ?? quarter[3])),
      to: at + 1,
    };
  const month = /^(\d{4})-(\d{2})$/.exec(word);
  if (month)
    return Number(month[2]) >= 1 && Number(month[2]) <= 12
      ? { time: monthOf(Number(month[1]), Number(month[2]) - 1), to: at + 1 }
      : { time: { kind: 'impossible', words: word }, to: at + 1 };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word)) return undefined;
  return { time: dayNamed(word), to: at + 1 };
}

/** `week 20`, `w20`, `week 20 of 2025`, `week twenty` is not read. */
export function weekAt(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  let next = at;
  if (wordAt(tokens, next) === 'calendar' || wordAt(tokens, next) === 'iso') next++;
  const short = /^(?:w|wk|cw|kw)(\d{1,2})$/.exec(wordAt(tokens, next));
  const isWeek = ['week', 'wk', 'weeks', 'cw'].includes(wordAt(tokens, next));
  if (!short && !isWeek) return undefined;
  if (isWeek && ['number', 'no', 'nr'].includes(wordAt(tokens, next + 1))) next++;
  const number = short?.[1] ?? /^\d{1,2}$/.exec(wordAt(tokens, next + 1))?.[0];
  if (number === undefined) return undefined;
  const to = short ? next + 1 : next + 2;
  const { year, to: end } = yearAfter(tokens, to);
  const words = textOf(tokens, at, end);
  return {
    time: weekOf(year ?? clock.yearOfWeek(Number(number)), Number(number), words),
    to: end,
  };
}

/** `the edition before`, `the previous issue`, `the edition before last`. */
export function editionAt(
  clock: Clock,
  tokens: readonly Token[],
  at: number,
  pointAt: Reader,
): Read | undefined {
  const word = wordAt(tokens, at);
  const next = wordAt(tokens, at + 1);
  if (['previous', 'prior', 'preceding'].includes(word))
    return ISSUES.has(next) ? { time: clock.back(1, 'week'), to: at + 2 } : undefined;
  const isOpened = AGAINST_LAST.has(wordAt(tokens, at - 2)) && wordAt(tokens, at - 1) === 'the';
  if (word === 'last' && ISSUES.has(next) && isOpened)
    return { time: clock.back(1, 'week'), to: at + 2 };
  if (!ISSUES.has(word) || wordAt(tokens, at - 1) !== 'the') return undefined;
  if (!['before', 'earlier', 'prior'].includes(next)) return undefined;
  const behind = wordAt(tokens, at + 2);
  if (behind === 'last') return { time: clock.back(2, 'week'), to: at + 3 };
  if (['it', 'this'].includes(behind)) {
    const isNamed = ISSUES.has(wordAt(tokens, at + 3)) || wordAt(tokens, at + 3) === 'one';
    return { time: clock.back(1, 'week'), to: isNamed ? at + 4 : at + 3 };
  }
  // "the edition before week 20"
  const other = pointAt(clock, tokens, behind === 'the' ? at + 3 : at + 2);
  return other ? undefined : { time: clock.back(1, 'week'), to: at + 2 };
}

const ISSUES = new Set(['edition', 'issue']);
const AGAINST_LAST = new Set(['since', 'than', 'versus', 'vs', 'against']);

/** `weeks 20 to 25`, `weeks 20-25 of 2025`. */
export function weeksAt(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  if (!/^(?:weeks?|wks?)$/.test(wordAt(tokens, at))) return undefined;
  const isBetween = wordAt(tokens, at + 1) === 'between';
  const low = isBetween ? at + 2 : at + 1;
  const joint = wordAt(tokens, low + 1);
  const isRange = isBetween ? joint === 'and' : ['to', 'through', 'until', 'till'].includes(joint);
  const [from, until] = [wordAt(tokens, low), wordAt(tokens, low + 2)];
  if (!isRange || ![from, until].every((word) => /^\d{1,2}$/.test(word))) return undefined;
  const { year = clock.yearOfWeek(Number(until)), to } = yearAfter(tokens, low + 3);
  const [first, last] = [from, until].map((number) => daysOf(weekOf(year, Number(number), number)));
  if (!first || !last || first[0] > last[0])
    return { time: { kind: 'impossible', words: `weeks ${from} to ${until}` }, to };
  return { time: { kind: 'range', first: first[0], last: last[1], unit: 'week' }, to };
}

/** `the week of 15 June`, `week ending June 28`, `first week of May`, `the last week of 2025`. */
export function weekOfAt(
  clock: Clock,
  tokens: readonly Token[],
  at: number,
  pointAt: Reader,
): Read | undefined {
  const first = wordAt(tokens, at);
  const ordinal = first === 'last' ? -1 : ORDINALS.indexOf(first);
  const isOrdinal = first === 'last' || ordinal >= 0;
  const named = isOrdinal ? at + 1 : at;
  const isShort = wordAt(tokens, named) === 'w/c';
  if (wordAt(tokens, named) !== 'week' && !isShort) return undefined;
  const isPrior = ['before', 'earlier', 'prior'].includes(wordAt(tokens, named + 1));
  if (
    isPrior &&
    !isOrdinal &&
    wordAt(tokens, named - 1) === 'the' &&
    wordAt(tokens, named + 2) !== 'last'
  )
    return { time: clock.back(1, 'week'), to: named + 2 };
  const isBefore = wordAt(tokens, named + 1) === 'before' && wordAt(tokens, named + 2) === 'last';
  if (isBefore && !isOrdinal) return { time: clock.back(2, 'week'), to: named + 3 };
  const opening = ['of', 'ending', 'starting', 'beginning', 'commencing', 'in'];
  const isNamed = opening.includes(wordAt(tokens, named + 1));
  if (!isNamed && !isShort) return undefined;
  const behind = isShort ? named + 1 : named + 2;
  const point = pointAt(clock, tokens, wordAt(tokens, behind) === 'the' ? behind + 1 : behind);
  const days = point && daysOf(point.time);
  if (!point || !days) return undefined;
  const isDay = days[0] === days[1];
  if (isOrdinal === isDay) return undefined;
  if (isDay) return { time: { kind: 'week', period: periodOf(days[0]) }, to: point.to };
  // A week is of the month that has its Thursday; day 0 was one.
  const thursday =
    first === 'last'
      ? days[1] - (days[1] % DAYS_A_WEEK)
      : Math.ceil(days[0] / DAYS_A_WEEK) * DAYS_A_WEEK;
  const day = first === 'last' ? thursday : thursday + ordinal * DAYS_A_WEEK;
  return day > days[1]
    ? undefined
    : { time: { kind: 'week', period: periodOf(day) }, to: point.to };
}
