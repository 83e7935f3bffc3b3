/** Numbers as words, for running text. */
import { count } from '../../lib/prose.ts';

const NUMBER_WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `two`; figures from 13 on. */
export function numberWord(value: number): string {
  return NUMBER_WORDS[value] ?? count(value);
}

const ORDINALS =
  ' first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth'.split(
    ' ',
  );

/** `second`; `14th` from 14 on. */
export function ordinal(value: number): string {
  return ORDINALS[value] ?? `${value}th`;
}
