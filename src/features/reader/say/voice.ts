/** Values of an answer in words, each as an analyst would say it. */

import { count, listed, ordinal } from '../../../lib/prose.ts';
import type { QueryAnswer } from '../../query/answer-schema.ts';
import { OPERATORS } from '../../query/operators.ts';
import type { Condition } from '../../query/query.ts';
import type { Field } from '../../query/query-fields.ts';

export { weekName } from '../../../lib/period.ts';

export type Row = QueryAnswer['rows'][number];
export type Value = Row['value'];
export type Claim = { claim: string; sourceUrl: string };

/** The query as it was read, without the words that introduce it. */
export function readAs({ readAs: text }: QueryAnswer): string {
  return text.replace(/^Read as: /, '').replace(/\.$/, '');
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
export const an = (text: string): string => `${/^[aeiou]/i.test(text) ? 'an' : 'a'} ${text}`;
export const possessive = (name: string): string => (name.endsWith('s') ? `${name}’` : `${name}’s`);

/** `June 2026`, `the second quarter of 2026`; undefined for other times */
export function calendarName(period = ''): string | undefined {
  const [year = '', part = ''] = period.split('-');
  if (/^q[1-4]$/.test(part)) return `the ${ordinal(Number(part[1]))} quarter of ${year}`;
  return /^\d{2}$/.test(part) ? MONTHS.format(new Date(`${period}-01`)) : undefined;
}

const MONTHS = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The noun of a count: `contributors`, `commits in two weeks`. */
export function nounOf(field: Field, value: number): string {
  return field.noun?.[value === 1 ? 0 : 1] ?? titleOf(field);
}

export const titleOf = ({ short, title }: Field): string => short ?? title;

export function directed(change: string): string {
  if (change.startsWith('+')) return `up ${change.slice(1)}`;
  return change.startsWith('-') ? `down ${change.slice(1)}` : 'unchanged (0%)';
}

export function textOf(value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return listed(value.map((one) => (typeof one === 'string' ? one : one.name)));
  return typeof value === 'object' ? value.name : String(value);
}

/** Whether a value satisfies a condition; undefined where it is not known. */
export function satisfies(value: Value, { op, values }: Condition): boolean | undefined {
  const [bound] = values;
  if (value === null) return op === '=' || op === '!=' ? undefined : false;
  if (typeof value === 'number' && typeof bound === 'number')
    return OPERATORS[op].holds(value, bound);
  const own = (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'object' && one !== null ? [one.slug, one.name] : [String(one)],
  );
  const isOneOf = values.some((one) =>
    own.some((text) => text.toLowerCase() === String(one).toLowerCase()),
  );
  return op === '!=' ? !isOneOf : isOneOf;
}

/** `A, B, C and 24 more` */
export function named(names: readonly string[], most: number, total = names.length): string {
  if (total <= most + 1 && names.length >= total) return listed(names);
  const shown = names.slice(0, most);
  return `${shown.join(', ')} and ${count(total - shown.length)} more`;
}
