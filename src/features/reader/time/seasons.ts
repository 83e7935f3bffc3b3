/** Seasons and feasts: `last summer`, `the spring of 2025`, `around Christmas`. */
import { type Day, periodOf } from '../../../lib/period.ts';
import type { Token } from '../tokens.ts';
import { dayNamed, daysOf, monthOf, two } from './calendar.ts';
import type { Clock, Read } from './clock.ts';
import { wordAt, yearAfter } from './time-words.ts';

/** The first month of each, as the weather is counted in the north. */
const SEASONS: ReadonlyMap<string, number> = new Map([
  ['spring', 2],
  ['springtime', 2],
  ['summer', 5],
  ['summertime', 5],
  ['autumn', 8],
  ['winter', 11],
  ['wintertime', 11],
]);
const FEASTS: ReadonlyMap<string, (year: number) => string> = new Map([
  ['christmas', (year) => `${year}-12-25`],
  ['xmas', (year) => `${year}-12-25`],
  ['thanksgiving', thanksgiving],
  ['easter', easter],
]);
const OPENS = /^(?:the|in|last|this|past|previous|since|during|over|early|late)$/;
const LATEST = new Set(['last', 'past', 'this', 'previous']);

/** Of those that have begun, the latest, where no year is said. */
export function seasonAt(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  const named = LATEST.has(wordAt(tokens, at)) ? at + 1 : at;
  const word = wordAt(tokens, named);
  const of = yearAfter(tokens, named + 1);
  const begun = (dayOf: (year: number) => Day): number => {
    const year = Number(clock.current.slug.slice(0, 4));
    return of.year ?? (dayOf(year) <= clock.current.lastDay ? year : year - 1);
  };
  const feast = FEASTS.get(word);
  if (feast) {
    const dayOf = (year: number) => daysOf(dayNamed(feast(year)))?.[0] ?? 0;
    return { time: { kind: 'week', period: periodOf(dayOf(begun(dayOf))) }, to: of.to };
  }
  const month = SEASONS.get(word);
  // "the commits of Autumn", a startup
  const isName = word === 'autumn' && !OPENS.test(wordAt(tokens, named - 1));
  if (month === undefined || isName) return undefined;
  const year = begun((one) => monthOf(one, month).first);
  const [{ first }, { last }] = [monthOf(year, month), monthOf(year, month + 2)];
  return { time: { kind: 'range', first, last, unit: 'quarter' }, to: of.to };
}

/** The fourth Thursday of November. */
function thanksgiving(year: number): string {
  const weekday = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return `${year}-11-${22 + ((11 - weekday) % 7)}`;
}

/** Easter Sunday, by Gauss's rule for the years from 1900 to 2099. */
function easter(year: number): string {
  const golden = year % 19;
  const moon = (19 * golden + 24) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const isLate = sunday === 6 && (moon === 29 || (moon === 28 && golden > 10));
  const day = 22 + moon + sunday - (isLate ? 7 : 0);
  return day > 31 ? `${year}-04-${two(day - 31)}` : `${year}-03-${day}`;
}
