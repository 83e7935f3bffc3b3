/** Numbers as words, for writing and reading them. */
import { count } from './prose.ts';

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
