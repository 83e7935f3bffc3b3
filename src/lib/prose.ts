/** Formats numbers and lists for English sentences. */
import { type Day, isoDay } from './period.ts';

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const DECIMAL = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

const LARGE = new Intl.NumberFormat('en', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumFractionDigits: 3,
});

/** `1,234` */
export function count(value: number): string {
  // Intl formatting is slow, and numbers below a thousand need no separator.
  if (Number.isInteger(value) && value > 0 && value < 1000) return String(value);
  return WHOLE.format(value);
}

/** `1,234`, `0.71`: at most two decimals. */
export function figure(value: number): string {
  return Number.isInteger(value) ? count(value) : DECIMAL.format(value);
}

/** `1 commit`, `2 commits` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/**
 * A ratio in whole percent, halves away from zero: 57.5% is 58, though in floating point 0.575 × 100 is
 * 57.49999999999999.
 */
export function wholePercent(ratio: number): number {
  return Math.sign(ratio) * Math.round(Number((Math.abs(ratio) * 100).toPrecision(12)));
}

/** A share of 0–1 as a whole percentage; `<1%` for a small share that would round to zero. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return '<1%';
  return `${wholePercent(share)}%`;
}

/** With the sign that the site has: `+47%`, `-12%`. */
export function changeInPercent(ratio: number): string {
  const whole = Math.abs(wholePercent(ratio));
  const sign = ratio < 0 ? '-' : '+';
  if (whole === 0) return ratio === 0 ? '0%' : `${sign}<1%`;
  return `${sign}${count(whole)}%`;
}

type Money = { amount?: number | null | undefined; currency?: string | null | undefined };

/** `USD 4 million`, after an optional prefix; empty if the amount is unknown. */
export function money({ amount, currency }: Money, before = ''): string {
  if (amount == null) return '';
  return `${before}${currency ?? ''} ${LARGE.format(amount)}`;
}

/** `A, B and C` */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** `29 July` */
export function dayAndMonth(day: Day): string {
  return DAY_AND_MONTH.format(new Date(isoDay(day)));
}

/**
 * `A, B and 7 more packages`: the first names, and how many more there are.
 *
 * @param total if `names` is only the beginning of a longer list
 */
export function listedWith<T>(
  names: readonly T[],
  most: number,
  noun: string,
  total = names.length,
): (T | string)[] {
  const shown = total <= most + 1 ? names.slice(0, most + 1) : names.slice(0, most);
  const more = total - shown.length;
  const items: (T | string)[] = more > 0 ? [...shown, `${count(more)} more ${noun}`] : [...shown];
  return items.flatMap((item, index) => {
    if (index === 0) return [item];
    return [index === items.length - 1 ? ' and ' : ', ', item];
  });
}

/** From `zero` to `twenty`, each at its number. */
export const NUMBER_WORDS: readonly string[] = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen twenty'
).split(' ');
export const ORDINAL_WORDS: readonly string[] =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth'.split(
    ' ',
  );
const MAX_WORD = 12;

/** `no`, `two`; figures from 13 on. */
export function numberWord(value: number): string {
  if (value === 0) return 'no';
  return (value <= MAX_WORD && NUMBER_WORDS[value]) || count(value);
}

/** `second`; `14th` from 14 on. */
export function ordinal(value: number): string {
  return ORDINAL_WORDS[value - 1] ?? `${value}th`;
}
