/** Quarters and halves of years, and parts of months. */
import { isoDay, periodOf } from '../../../lib/period.ts';
import type { Token } from '../tokens.ts';
import { daysOf, type FoundTime, monthOf, quarterOf, unitOf, weekOf } from './calendar.ts';
import type { Clock, Read } from './clock.ts';
import { bareMonthAt, bareYearAt, monthAt } from './months.ts';
import { ORDINALS, WHOLE, wordAt, yearAfter, yearNumber } from './time-words.ts';
import { type Reader, weekAt } from './weeks.ts';

const PARTS = new Set(['early', 'mid', 'late']);

/** `early June`, `mid May`, `late 2025`, `the month of May`, `the whole of 2026`. */
export function partAt(
  clock: Clock,
  tokens: readonly Token[],
  at: number,
  pointAt: Reader,
): Read | undefined {
  const word = wordAt(tokens, at);
  if (WHOLE.has(word)) {
    if (wordAt(tokens, at + 1) !== 'of') return undefined;
    const whole = pointAt(clock, tokens, wordAt(tokens, at + 2) === 'the' ? at + 3 : at + 2);
    // "in which month of 2025" asks for one of them
    const isPartOfIt =
      word === 'month' && (whole?.time.kind !== 'range' || whole.time.unit !== 'month');
    return whole && daysOf(whole.time) && !isPartOfIt ? whole : undefined;
  }
  if (word === 'ytd') return clock.sinceNewYear(at + 1);
  if (word === 'year' && wordAt(tokens, at + 1) === 'to')
    return wordAt(tokens, at + 2) === 'date' ? clock.sinceNewYear(at + 3) : undefined;
  if (!PARTS.has(word)) return undefined;
  const whole = bareMonthAt(clock, tokens, at + 1) ?? bareYearAt(clock, tokens, at + 1);
  if (whole?.time.kind !== 'range') return undefined;
  const { first, last, unit } = whole.time;
  const third = Math.ceil((last - first + 1) / (unit === 'year' ? 4 : 3));
  const [begin, end] = [first + third, last - third];
  // A month's middle is one week.
  if (word === 'mid' && unit === 'month')
    return { ...whole, time: { kind: 'week', period: periodOf(first + 14) } };
  if (word === 'mid') return { ...whole, time: { ...whole.time, first: begin, last: end } };
  const part = word === 'early' ? { last: begin - 1 } : { first: end + 1 };
  return { ...whole, time: { ...whole.time, ...part } };
}

/** `Q2`, `Q2 2026`, `the second quarter of 2026`, `H1 2026`, `first half of 2026`. */
export function quarterAt(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  const leading = yearNumber(wordAt(tokens, at));
  if (leading !== undefined) {
    const behind =
      quarterAt(clock, tokens, at + 1) ??
      monthAt(clock, tokens, at + 1) ??
      weekAt(clock, tokens, at + 1);
    const own = behind && yearIn(tokens, at + 1, behind.to) === undefined ? behind : undefined;
    return own && inYear(own, leading);
  }
  const short = /^([qh])([1-4])$/.exec(wordAt(tokens, at));
  const ordinal = ORDINALS.findIndex((word, index) =>
    [word, `${index + 1}${['st', 'nd', 'rd', 'th'][index]}`].includes(wordAt(tokens, at)),
  );
  const named = wordAt(tokens, at + 1);
  const isNamed = ordinal >= 0 && (named === 'quarter' || named === 'half');
  if (!short && !isNamed) return undefined;
  const number = short ? Number(short[2]) : ordinal + 1;
  const isHalf = short ? short[1] === 'h' : named === 'half';
  if (isHalf && number > 2) return undefined;
  const { year, to } = yearAfter(tokens, short ? at + 1 : at + 2);
  const months = isHalf ? 6 : 3;
  const chosen = year ?? clock.yearOfMonth((number - 1) * months);
  if (!isHalf) return { time: quarterOf(chosen, number), to };
  const [first, last] = [monthOf(chosen, (number - 1) * 6), monthOf(chosen, number * 6 - 1)];
  return { time: { ...first, last: last.last, unit: 'quarter' }, to };
}

/** The same quarter, month or week of another year: `2026 Q1`. */
function inYear(read: Read, year: number): Read | undefined {
  const days = daysOf(read.time);
  if (!days) return undefined;
  if (read.time.kind === 'week') {
    const number = Number(read.time.period.slug.split('-w')[1]);
    return { ...read, time: weekOf(year, number, `week ${number}`) };
  }
  const month = new Date(isoDay(days[0])).getUTCMonth();
  const months = Math.round((days[1] - days[0]) / 30);
  const last = monthOf(year, month + months - 1);
  return {
    ...read,
    time: { ...last, first: monthOf(year, month).first, unit: unitOf(read.time) },
  };
}

/** A year among the words of a time. */
function yearIn(tokens: readonly Token[], from: number, to: number): number | undefined {
  return tokens
    .slice(from, to)
    .map(({ word }) => yearNumber(word))
    .find((year) => year !== undefined);
}

/** `2025` behind `week 31 of 2024`: another of the same kind. */
export function nextOfList(
  clock: Clock,
  tokens: readonly Token[],
  at: number,
  before: FoundTime | undefined,
): Read | undefined {
  if (before === undefined || before.relation !== undefined) return undefined;
  const joints = tokens.slice(before.to, at).map(({ word }) => word);
  if (joints.some((word) => !LIST_JOINTS.has(word))) return undefined;
  const number = numberOfList(clock, tokens, at, before);
  if (number) return number;
  const skipped = ['of', 'in'].includes(wordAt(tokens, at)) ? at + 1 : at;
  const year = yearNumber(wordAt(tokens, skipped));
  const isOfYear = yearNumber(wordAt(tokens, before.to - 1)) !== undefined;
  const isYear = before.time.kind === 'range' && before.time.unit === 'year';
  if (year === undefined || !isOfYear || isYear) return undefined;
  const again = inYear({ time: before.time, to: skipped + 1 }, year);
  return again?.time.kind === 'impossible' ? undefined : again;
}

/** `25` behind `week 20, ` or `week 20 and`, where the list ends the question or goes on. */
function numberOfList(
  clock: Clock,
  tokens: readonly Token[],
  at: number,
  before: FoundTime,
): Read | undefined {
  const [last, number] = [tokens[before.to - 1], tokens[at]];
  const isBare = (word: string | undefined) => /^\d{1,2}$/.test(word ?? '');
  if (before.time.kind !== 'week' || !last || !number || !isBare(number.word) || !isBare(last.word))
    return undefined;
  const isListed = at > before.to || number.from - last.to > 1;
  const next = wordAt(tokens, at + 1);
  if (!isListed || !(next === '' || next === 'and' || isBare(next))) return undefined;
  return {
    time: weekOf(clock.yearOfWeek(Number(number.word)), Number(number.word), number.word),
    to: at + 1,
  };
}

const LIST_JOINTS = new Set(['and', 'of', 'in', 'also']);
