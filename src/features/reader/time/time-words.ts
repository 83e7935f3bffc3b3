/** The words that times are made of. */
import { NUMBER_WORDS, ORDINAL_WORDS } from '../../../lib/prose.ts';
import type { Token } from '../tokens.ts';
import type { FoundTime, Unit } from './calendar.ts';

export const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
/** `july`, `jul`, `june`, `jun`, and `sept`. */
const MONTHS_BY_NAME: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((month, index) =>
    [month, month.slice(0, 3), month.slice(0, 4)].map((name) => [name, index]),
  ),
);
const COUNTS: ReadonlyMap<string, number> = new Map([
  ...NUMBER_WORDS.map((word, count) => [word, count] as const),
  ['a', 1],
  ['an', 1],
  ['couple', 2],
]);
export const ORDINALS = ORDINAL_WORDS.slice(0, 4);

export const RELATIONS: ReadonlyMap<string, NonNullable<FoundTime['relation']>> = new Map([
  ['since', 'since'],
  ['until', 'until'],
  ['till', 'until'],
  ['through', 'until'],
  ['after', 'after'],
  ['before', 'before'],
]);
export const IN_FRONT = new Set([
  'in',
  'on',
  'during',
  'for',
  'of',
  'over',
  'within',
  'by',
  'at',
  'through',
  'throughout',
  'as',
  'around',
  'about',
]);
export const ENDS = new Set(['start', 'beginning', 'end']);
export const RANGE_WORDS = new Set(['to', 'and', 'until', 'till', 'through']);
export const NOW = new Set(['now', 'today', 'currently', 'nowadays', 'rn', 'atm']);
export const THIS = new Set(['this', 'current']);
/** What is published of one week. */
export const EDITIONS = new Set(['week', 'edition', 'issue', 'period']);
export const NEWEST = new Set(['latest', 'newest', 'most recent', 'current', 'present']);
export const PAST = new Set([
  'last',
  'past',
  'previous',
  'prior',
  'preceding',
  'recent',
  'trailing',
]);
/** `year over year`, `week-on-week`, `yoy`: the unit that lies between two times. */
export const OVER: ReadonlyMap<string, Unit> = new Map([
  ['wow', 'week'],
  ['mom', 'month'],
  ['qoq', 'quarter'],
  ['yoy', 'year'],
]);
/** In front of the time that is compared with. */
export const AGAINST = [
  'compared to',
  'compared with',
  'relative to',
  'versus',
  'vs',
  'against',
  'than',
];
/** Of something that is named behind: `the whole of June`, `the month of June`. */
export const WHOLE = new Set(['all', 'whole', 'entire', 'entirety', 'month', 'year', 'course']);
/** Behind a time from which on something holds. */
export const ONWARDS = new Set(['onwards', 'onward', 'on', 'forward']);
/** How many a vague number is taken for. */
const VAGUE: ReadonlyMap<string, number> = new Map([['few', 4]]);

export function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '';
}

/** As it was written. @param to exclusive */
export function textOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
}

/** `2026`, `of 2026`, `in 2026` behind a month or a week. */
export function yearAfter(tokens: readonly Token[], at: number): { year?: number; to: number } {
  const next = ['of', 'in'].includes(wordAt(tokens, at)) ? at + 1 : at;
  if (wordAt(tokens, next) === 'this' && wordAt(tokens, next + 1) === 'year')
    return { to: next + 2 };
  const year = yearNumber(wordAt(tokens, next));
  return year === undefined ? { to: at } : { year, to: next + 1 };
}

export function yearNumber(word: string): number | undefined {
  return /^(?:19|20)\d\d(?:'s)?$/.test(word) ? Number(word.slice(0, 4)) : undefined;
}

export function monthNumber(word: string): number | undefined {
  const isPlain = !word.endsWith("'s") && !word.endsWith('.');
  return MONTHS_BY_NAME.get(isPlain ? word : word.replace(/'s$|\.$/, ''));
}

export function dayNumber(word: string): number | undefined {
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1];
  return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : undefined;
}

/** `3`, `three`, `a`, `couple`. */
export function countNumber(word: string): number | undefined {
  return COUNTS.get(word) ?? (/^\d{1,3}$/.test(word) ? Number(word) : undefined);
}

/** A number with the unit of time behind it: `3 weeks`, `a couple of months`, `half a year`, `6mo`. */
export function unitCount(
  tokens: readonly Token[],
  at: number,
): { count: number; unit: Unit; to: number } | undefined {
  const [, digits = '', letters = ''] = /^(\d{1,3})([a-z]{1,3})$/.exec(wordAt(tokens, at)) ?? [];
  const short = SHORT_UNITS.get(letters);
  if (short) return { count: Number(digits), unit: short, to: at + 1 };
  const isVague = wordAt(tokens, at) === 'a' && COUNTED.has(wordAt(tokens, at + 1));
  const first = isVague ? at + 1 : at;
  const number = wordAt(tokens, first);
  // "a couple of months", "half a year", and not "number one a year ago".
  const between = wordAt(tokens, first + 1);
  const skipped =
    between === 'of' || (between === 'a' && number === 'half') ? first + 2 : first + 1;
  const unit = unitNamed(wordAt(tokens, skipped));
  if (number === 'half')
    return unit === 'year' ? { count: 6, unit: 'month', to: skipped + 1 } : undefined;
  const count = countNumber(number) ?? VAGUE.get(number);
  if (count === undefined) return undefined;
  if (/^fortnights?$/.test(wordAt(tokens, skipped)))
    return { count: count * 2, unit: 'week', to: skipped + 1 };
  return unit && { count, unit, to: skipped + 1 };
}

const COUNTED = new Set(['couple', 'few']);
const SHORT_UNITS: ReadonlyMap<string, Unit> = new Map([
  ['d', 'day'],
  ['w', 'week'],
  ['wk', 'week'],
  ['wks', 'week'],
  ['m', 'month'],
  ['mo', 'month'],
  ['mos', 'month'],
  ['q', 'quarter'],
  ['qtr', 'quarter'],
  ['y', 'year'],
  ['yr', 'year'],
  ['yrs', 'year'],
]);

const UNITS: ReadonlyMap<string, Unit> = new Map(
  (['day', 'week', 'month', 'quarter', 'year'] as const).map((unit) => [unit, unit]),
);

export function unitNamed(word: string): Unit | undefined {
  const bare = word.replace(/'s$|s'$|s$|'$/, '');
  return UNITS.get(bare) ?? (bare.length > 1 ? SHORT_UNITS.get(bare) : undefined);
}
