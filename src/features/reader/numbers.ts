/** Reads numbers: in figures and words, with percent, money and magnitudes. */
import { NUMBER_WORDS, ORDINAL_WORDS } from '../../lib/prose.ts';
import type { Of } from './meaning.ts';
import type { Token } from './tokens.ts';

type Read<T> = { to: number; meaning: T } | undefined;
/** A word after a number that changes its size or says what it counts. */
type Unit = { times?: number; isPercent?: true; currency?: string };

const TENS = 'thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** Matches a number in words. */
export const NUMBER_PATTERN = [...NUMBER_WORDS, ...TENS].join('|');
const UNITS: Readonly<Record<string, Unit>> = Object.fromEntries(
  (
    [
      [{ times: 100 }, 'hundred'],
      [{ times: 1e3 }, 'thousand k grand'],
      [{ times: 1e6 }, 'million millions m mn mm mil mio'],
      [{ times: 1e9 }, 'billion billions b bn'],
      [{ isPercent: true }, '% percent pct percentage'],
      [{ currency: 'USD' }, '$ usd dollars dollar bucks'],
      [{ currency: 'EUR' }, '€ eur euro euros'],
      [{ currency: 'GBP' }, '£ gbp pounds'],
    ] as const
  ).flatMap(([unit, words]) => words.split(' ').map((word): [string, Unit] => [word, unit])),
);
const FIGURES = /^([$€£]?)(\d+(?:,\d{3})*(?:\.\d+)?)(%|[a-z]+)?$/;

const wordAt = (tokens: readonly Token[], place: number): string => tokens[place]?.word ?? '';

/** A number that begins at a place. */
export function numberAt(tokens: readonly Token[], from: number): Read<Of<'number'>> {
  if (wordAt(tokens, from) === 'half')
    return { to: from + 1, meaning: { kind: 'number', value: 0.5, unit: 'percent' } };
  const isSign = /^[$€£]$/.test(wordAt(tokens, from));
  let place = from + Number(isSign);
  const word = wordAt(tokens, place);
  const [, sign = '', figures, suffix = ''] = FIGURES.exec(word) ?? [];
  let value = figures === undefined ? inWords(word) : Number(figures.replaceAll(',', ''));
  if (value === undefined || (suffix !== '' && !UNITS[suffix])) return undefined;
  const units = [UNITS[isSign ? wordAt(tokens, from) : sign], UNITS[suffix]];
  for (place++; ; place++) {
    const next = wordAt(tokens, place);
    const isPerCent = next === 'per' && wordAt(tokens, place + 1) === 'cent';
    const unit = UNITS[isPerCent ? '%' : next];
    // A magnitude of one letter is written with its number.
    if (!unit || (unit.times !== undefined && next.length === 1)) break;
    units.push(unit);
    place += Number(isPerCent);
  }
  for (const unit of units) value *= unit?.times ?? 1;
  if (units.some((unit) => unit?.isPercent))
    return { to: place, meaning: { kind: 'number', value: value / 100, unit: 'percent' } };
  const currency = units.findLast((unit) => unit?.currency)?.currency;
  const money = currency === undefined ? {} : ({ unit: 'money', currency } as const);
  return { to: place, meaning: { kind: 'number', value, ...money } };
}

export function inWords(word: string): number | undefined {
  if (word === 'hundred') return 100;
  if (word === 'dozen') return 12;
  const small = NUMBER_WORDS.indexOf(word);
  const ten = TENS.indexOf(word);
  return small >= 0 ? small : ten >= 0 ? (ten + 3) * 10 : undefined;
}

/** A place in an order: `third`, `4th`, `number 3`, `# 3`. */
export function ordinalAt(tokens: readonly Token[], from: number): Read<Of<'nth'>> {
  const [word, next] = [wordAt(tokens, from), wordAt(tokens, from + 1)];
  const placed = (n: number, length: number): Read<Of<'nth'>> =>
    n === 0 ? undefined : { to: from + length, meaning: { kind: 'nth', n } };
  if (/^\d{1,3}(?:st|nd|rd|th)$/.test(word)) return placed(Number.parseInt(word, 10), 1);
  const named = ORDINAL_WORDS.indexOf(word) + 1;
  if (named > 1 && wordAt(tokens, from - 1) !== 'a') return placed(named, 1);
  if (word === 'runner' && next === 'up') return placed(2, 2);
  if (!/^(?:number|no|nr|#|place|position|rank|spot)$/.test(word)) return undefined;
  return placed((/^\d{1,3}$/.test(next) ? Number(next) : inWords(next)) ?? 0, 2);
}
