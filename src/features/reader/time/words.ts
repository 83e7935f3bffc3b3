/** The words that times are made of. */
import type { Token } from '../tokens.ts';
import type { FoundTime, Unit } from './calendar.ts';

export const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
export const ORDINALS = ['first', 'second', 'third', 'fourth'];

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
]);
export const ENDS = new Set(['start', 'beginning', 'end']);
export const RANGE_WORDS = new Set(['to', 'and', 'until', 'till', 'through']);
export const NOW = new Set(['now', 'today', 'currently', 'nowadays']);
export const THIS = new Set(['this', 'current']);
export const PAST = new Set(['last', 'past', 'previous', 'prior', 'preceding', 'recent']);

export function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '';
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
  const bare = word.replace(/'s$|\.$/, '');
  if (bare.length < 3) return undefined;
  const index = MONTHS.findIndex(
    (month) => month === bare || (bare.length <= 4 && month.startsWith(bare)),
  );
  return index < 0 ? undefined : index;
}

export function dayNumber(word: string): number | undefined {
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1];
  return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : undefined;
}

/** `3`, `three`, `a`, `a couple` is not read. */
export function countNumber(word: string): number | undefined {
  if (/^\d{1,3}$/.test(word)) return Number(word);
  if (word === 'a' || word === 'an') return 1;
  if (word === 'couple') return 2;
  const index = NUMBERS.indexOf(word);
  return index < 0 ? undefined : index;
}

export function unitNamed(word: string): Unit | undefined {
  const bare = word.replace(/'s$|s'$|s$|'$/, '');
  if (bare === 'wk') return 'week';
  return (['day', 'week', 'month', 'quarter', 'year'] as const).find((unit) => unit === bare);
}
