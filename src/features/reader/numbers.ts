/** Reads numbers: in figures and words, with percent, money and magnitudes. */
import { NUMBER_WORDS, ORDINAL_WORDS } from '../../lib/prose.ts';
import type { Of } from './meaning.ts';
import type { Token } from './tokens.ts';

type Read<T> = { to: number; meaning: T } | undefined;

const TENS = 'thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** Matches a number in words. */
export const NUMBER_PATTERN = [...NUMBER_WORDS, ...TENS].join('|');
/** Maps each word of a line to its value. */
function byWord<T>(lines: readonly (readonly [T, string])[]): Readonly<Record<string, T>> {
  return Object.fromEntries(
    lines.flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning])),
  );
}
const MAGNITUDES = byWord([
  [100, 'hundred'],
  [1e3, 'thousand k grand'],
  [1e6, 'million millions m mn mm mil mio'],
  [1e9, 'billion billions b bn'],
]);
const CURRENCIES = byWord([
  ['USD', '$ usd dollars dollar bucks'],
  ['EUR', '€ eur euro euros'],
  ['GBP', '£ gbp pounds'],
]);
const PERCENT: ReadonlySet<string> = new Set(['%', 'percent', 'pct', 'percentage']);
const FRACTIONS: Readonly<Record<string, number>> = {
  half: 0.5,
  third: 1 / 3,
  thirds: 2 / 3,
  quarters: 0.75,
  'three quarters': 0.75,
  'two thirds': 2 / 3,
  'a third': 1 / 3,
  'one third': 1 / 3,
  'a quarter of': 0.25,
  'one quarter of': 0.25,
};
const FRACTION_WORDS: ReadonlySet<string> = new Set(
  Object.keys(FRACTIONS).map((text) => text.split(' ')[0] ?? ''),
);
const FIGURES = /^([$€£]?)(\d+(?:,\d{3})*(?:\.\d+)?)(%|[a-z]+)?$/;
const ORDINAL = /^(\d{1,3})(?:st|nd|rd|th)$/;

/** A number that begins at a place. */
export function numberAt(tokens: readonly Token[], from: number): Read<Of<'number'>> {
  const word = (place: number) => tokens[place]?.word ?? '';
  for (const length of FRACTION_WORDS.has(word(from)) ? [3, 2, 1] : []) {
    const text = Array.from({ length }, (_, index) => word(from + index)).join(' ');
    const share = FRACTIONS[text];
    if (share !== undefined && (length > 1 || text === 'half'))
      return { to: from + length, meaning: { kind: 'number', value: share, unit: 'percent' } };
  }
  let place = from;
  let currency = CURRENCIES[word(place)];
  if (currency !== undefined && '$€£'.includes(word(place))) place++;
  else currency = undefined;
  const figures = FIGURES.exec(word(place));
  let value: number | undefined;
  let suffix: string | undefined;
  if (figures) {
    currency ??= CURRENCIES[figures[1] ?? ''];
    value = Number((figures[2] ?? '').replaceAll(',', ''));
    suffix = figures[3];
    if (suffix !== undefined && suffix !== '%' && MAGNITUDES[suffix] === undefined)
      return undefined;
  } else value = inWords(word(place));
  if (value === undefined) return undefined;
  place++;
  if (suffix !== undefined && suffix !== '%') value *= MAGNITUDES[suffix] ?? 1;
  while (MAGNITUDES[word(place)] !== undefined && word(place).length > 1) {
    value *= MAGNITUDES[word(place)] ?? 1;
    place++;
  }
  let isPercent = suffix === '%';
  if (PERCENT.has(word(place))) {
    isPercent = true;
    place++;
  } else if (word(place) === 'per' && word(place + 1) === 'cent') {
    isPercent = true;
    place += 2;
  }
  const named = CURRENCIES[word(place)];
  if (named !== undefined) {
    currency = named;
    place++;
  }
  const unit = isPercent
    ? { unit: 'percent' as const }
    : currency === undefined
      ? {}
      : { unit: 'money' as const, currency };
  return {
    to: place,
    meaning: { kind: 'number', value: isPercent ? value / 100 : value, ...unit },
  };
}

export function inWords(word: string): number | undefined {
  if (word === 'hundred') return 100;
  if (word === 'dozen') return 12;
  if (word === 'single') return undefined;
  const small = NUMBER_WORDS.indexOf(word);
  if (small >= 0) return small;
  const ten = TENS.indexOf(word);
  return ten >= 0 ? (ten + 3) * 10 : undefined;
}

/** A place in an order: `third`, `4th`, `number 3`, `# 3`. */
export function ordinalAt(tokens: readonly Token[], from: number): Read<Of<'nth'>> {
  const word = (place: number) => tokens[place]?.word ?? '';
  const figures = ORDINAL.exec(word(from));
  if (figures) return { to: from + 1, meaning: { kind: 'nth', n: Number(figures[1]) } };
  const named = ORDINAL_WORDS.indexOf(word(from)) + 1;
  if (named > 1 && tokens[from - 1]?.word !== 'a')
    return { to: from + 1, meaning: { kind: 'nth', n: named } };
  if (word(from) === 'runner' && word(from + 1) === 'up')
    return { to: from + 2, meaning: { kind: 'nth', n: 2 } };
  if (word(from) === 'penultimate') return { to: from + 1, meaning: { kind: 'nth', n: -2 } };
  if (/^(?:number|no|nr|#|place|position|rank|spot)$/.test(word(from))) {
    const value = /^\d{1,3}$/.test(word(from + 1))
      ? Number(word(from + 1))
      : inWords(word(from + 1));
    if (value !== undefined && value > 0)
      return { to: from + 2, meaning: { kind: 'nth', n: value } };
  }
  return undefined;
}
