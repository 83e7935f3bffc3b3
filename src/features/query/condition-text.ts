/**
 * Conditions as one text, for addresses and command lines: `sector=security|databases;contributors>=10`.
 * Within a value, characters that mean something here are written as percent codes.
 */
import type { Comparator } from './operators.ts';
import type { Condition } from './query.ts';

const CONDITION = /^\s*([a-zA-Z][a-zA-Z0-9]*)\s*(>=|<=|!=|=|>|<)([^=<>].*)$/s;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
/** How what is not known is written. */
const UNKNOWN = 'unknown';
const SPECIAL = /[%;|]|^[=<>]/g;
const CODED = /%(?:25|3B|7C|3C|3D|3E|75)/gi;

/** @throws SyntaxError that says what would be right */
export function conditionsIn(text: string): Condition[] {
  return text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const match = CONDITION.exec(part);
      if (!match)
        throw new SyntaxError(
          `must be conditions like sector=security;contributors>=10, which ${JSON.stringify(part.trim())} is not`,
        );
      const [, field = '', op = '=', values = ''] = match;
      // The pattern takes no other comparators.
      return { field, op: op as Comparator, values: values.split('|').map(valueIn) };
    });
}

export function conditionText(conditions: readonly Condition[]): string {
  return conditions
    .map(({ field, op, values }) => `${field}${op}${values.map(valueText).join('|')}`)
    .join(';');
}

function valueIn(text: string): string | number | null {
  const value = text.trim();
  if (value === UNKNOWN) return null;
  if (NUMBER.test(value) && String(Number(value)) === value) return Number(value);
  return value.replace(CODED, decodeURIComponent);
}

function valueText(value: string | number | null): string {
  if (value === null) return UNKNOWN;
  const text = String(value);
  return text === UNKNOWN ? `%75${UNKNOWN.slice(1)}` : text.replace(SPECIAL, encodeURIComponent);
}
