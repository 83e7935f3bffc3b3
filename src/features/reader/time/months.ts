/** Days, months and years of the calendar, as questions name them. */

import type { Token } from '../tokens.ts';
import { dayNamed, monthOf, two, yearOf } from './calendar.ts';
import type { Clock, Read } from './clock.ts';
import {
  dayNumber,
  MONTHS,
  monthNumber,
  RANGE_WORDS,
  textOf,
  wordAt,
  yearAfter,
  yearNumber,
} from './time-words.ts';

/** `15 June 2026`, `June 15`, `the 15th of June`. */
export function dateAt(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  const dayFirst = dayNumber(wordAt(tokens, at));
  if (dayFirst !== undefined) {
    const of = wordAt(tokens, at + 1) === 'of' ? at + 2 : at + 1;
    const month = monthNumber(wordAt(tokens, of));
    if (month === undefined) return undefined;
    return dayOfMonth(clock, tokens, of + 1, dayFirst, month);
  }
  const month = monthNumber(wordAt(tokens, at));
  const day = dayNumber(wordAt(tokens, at + 1));
  if (month === undefined || day === undefined) return undefined;
  return dayOfMonth(clock, tokens, at + 2, day, month);
}

function dayOfMonth(
  clock: Clock,
  tokens: readonly Token[],
  to: number,
  day: number,
  month: number,
): Read {
  const { year, to: end } = yearAfter(tokens, to);
  const iso = `${year ?? clock.yearOfMonth(month)}-${two(month + 1)}-${two(day)}`;
  return { time: dayNamed(iso), to: end };
}

/** `20 to 26 July 2026`, `between 1 and 15 June`, `July 20-26`. */
export function daysOfMonthAt(
  clock: Clock,
  tokens: readonly Token[],
  at: number,
): Read | undefined {
  const opened = ['between', 'from'].includes(wordAt(tokens, at)) ? at + 1 : at;
  const leading = monthNumber(wordAt(tokens, opened));
  const low = leading === undefined ? opened : opened + 1;
  // The marks of `July 20-26` are read as the words of a range.
  const from = wordAt(tokens, low) === 'between' ? low + 1 : low;
  const [first, last] = [from, from + 2].map((place) => dayNumber(wordAt(tokens, place)));
  if (first === undefined || last === undefined || !RANGE_WORDS.has(wordAt(tokens, from + 1)))
    return undefined;
  const of = wordAt(tokens, from + 3) === 'of' ? from + 4 : from + 3;
  const month = leading ?? monthNumber(wordAt(tokens, of));
  if (month === undefined) return undefined;
  const { year = clock.yearOfMonth(month), to } = yearAfter(
    tokens,
    leading === undefined ? of + 1 : from + 3,
  );
  const { first: begin, last: end } = monthOf(year, month);
  const words = textOf(tokens, at, to);
  if (first > last || begin + last - 1 > end) return { time: { kind: 'impossible', words }, to };
  return {
    time: { kind: 'range', first: begin + first - 1, last: begin + last - 1, unit: 'day' },
    to,
  };
}

/** `June 2026`, `mid June`; a month without a year needs a word in front, since May is also a verb. */
export function monthAt(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  if (
    IN_FRONT_OF_MONTH.has(wordAt(tokens, at)) &&
    monthNumber(wordAt(tokens, at + 1)) !== undefined
  )
    return bareMonthAt(clock, tokens, at + 1);
  const month = monthNumber(wordAt(tokens, at));
  if (month === undefined) return undefined;
  const { year, to } = yearAfter(tokens, at + 1);
  if (year !== undefined) return { time: monthOf(year, month), to };
  const isAlsoVerb = MONTHS[month] === 'may' || MONTHS[month] === 'march';
  return isAlsoVerb && !isBesideMonth(tokens, at) ? undefined : bareMonthAt(clock, tokens, at);
}

/** `May and June`, `April vs May` */
function isBesideMonth(tokens: readonly Token[], at: number): boolean {
  return [1, -1].some(
    (step) =>
      JOINS.has(wordAt(tokens, at + step)) &&
      monthNumber(wordAt(tokens, at + 2 * step)) !== undefined,
  );
}

const JOINS = new Set(['and', 'vs', 'versus', 'to', 'or', 'against']);
/** `last November` is the one that a bare month means as well. */
const IN_FRONT_OF_MONTH = new Set(['last', 'past', 'this', 'previous']);

export function bareMonthAt(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  const month = monthNumber(wordAt(tokens, at));
  if (month === undefined) return undefined;
  const { year, to } = yearAfter(tokens, at + 1);
  return { time: monthOf(year ?? clock.yearOfMonth(month), month), to };
}

export function bareYearAt(_: Clock, tokens: readonly Token[], at: number): Read | undefined {
  const year = yearNumber(wordAt(tokens, at));
  return year === undefined ? undefined : { time: yearOf(year), to: at + 1 };
}
