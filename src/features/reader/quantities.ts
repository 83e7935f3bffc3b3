/** Numbers with their units: amounts of money, percents, and numbers as words. */
import { countNumber } from './time/time-words.ts';
import type { Token } from './tokens.ts';

export type Quantity = { value: number; unit: 'percent' | 'money' | 'none'; currency?: string };

const UNITS: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['thousand', 1e3],
  ['m', 1e6],
  ['mn', 1e6],
  ['mm', 1e6],
  ['mio', 1e6],
  ['million', 1e6],
  ['millions', 1e6],
  ['b', 1e9],
  ['bn', 1e9],
  ['billion', 1e9],
  ['billions', 1e9],
]);
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['usd', 'USD'],
  ['dollar', 'USD'],
  ['dollars', 'USD'],
  ['€', 'EUR'],
  ['eur', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['£', 'GBP'],
  ['gbp', 'GBP'],
  ['pounds', 'GBP'],
]);
const LARGE: ReadonlyMap<string, number> = new Map([
  ['twenty', 20],
  ['thirty', 30],
  ['fifty', 50],
  ['hundred', 100],
]);
const PARTS: ReadonlyMap<string, number> = new Map([
  ['half', 50],
  ['third', 100 / 3],
  ['quarter', 25],
]);
/** `two thirds`, `three quarters of`, `a third`. */
function partsAt(
  tokens: readonly Token[],
  at: number,
): { quantity: Quantity; to: number } | undefined {
  const [number, unit = ''] = [tokens[at]?.word ?? '', tokens[at + 1]?.word];
  const whole = PARTS_OF.get(unit);
  const count = countNumber(number);
  if (whole === undefined || count === undefined || count >= whole) return undefined;
  const to = tokens[at + 2]?.word === 'of' ? at + 3 : at + 2;
  return { quantity: { value: (100 * count) / whole, unit: 'percent' }, to };
}

const PARTS_OF: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['third', 3],
  ['thirds', 3],
  ['quarters', 4],
  ['fifth', 5],
  ['fifths', 5],
  ['tenth', 10],
  ['tenths', 10],
]);
const NUMBER = /^([$€£])?(\d+(?:[.,]\d+)*)(%|[a-z]+)?$/;

/** `50`, `1,200`, `$1.5bn`, `25%`, `25 percent`, `10 million dollars`, `five`. */
export function quantityAt(
  tokens: readonly Token[],
  at: number,
): { quantity: Quantity; to: number } | undefined {
  const word = tokens[at]?.word ?? '';
  const match = NUMBER.exec(word);
  const parts = partsAt(tokens, at);
  if (parts) return parts;
  const part = PARTS.get(word);
  if (part !== undefined) {
    const of = tokens[at + 1]?.word === 'of' ? at + 2 : at + 1;
    return { quantity: { value: part, unit: 'percent' }, to: of };
  }
  const spelled = countNumber(word) ?? LARGE.get(word);
  if (!match && (spelled === undefined || word === 'a' || word === 'an')) return undefined;
  const [, sign, digits, suffix] = match ?? [];
  let value =
    digits === undefined
      ? (spelled ?? 0)
      : Number(digits.replaceAll(/,(?=\d{3})/g, '').replace(',', '.'));
  let currency = sign === undefined ? undefined : CURRENCIES.get(sign);
  let isPercent = suffix === '%';
  let to = at + 1;
  if (suffix !== undefined && !isPercent) {
    const unit = UNITS.get(suffix);
    if (unit === undefined) return undefined;
    value *= unit;
  }
  for (;;) {
    const next = tokens[to]?.word ?? '';
    const unit = next.length > 1 ? UNITS.get(next) : undefined;
    if (unit !== undefined) value *= unit;
    else if (CURRENCIES.has(next)) currency = CURRENCIES.get(next);
    else if (next === '%' || next === 'percent' || next === 'pct') isPercent = true;
    else if (next === 'per' && tokens[to + 1]?.word === 'cent') {
      isPercent = true;
      to++;
    } else break;
    to++;
  }
  if (Number.isNaN(value)) return undefined;
  const unit = isPercent ? 'percent' : currency === undefined && value < 1e6 ? 'none' : 'money';
  return { quantity: { value, unit, ...(currency !== undefined && { currency }) }, to };
}
