/** Words that nobody knows, but for a slip of the keyboard. */
import { Slices } from '../../lib/slices.ts';
import type { EntityNames } from '../../published/entity-names.ts';
import { expressionAt, isFiller, LEXICON_WORDS } from './lexicon/lexicon.ts';
import type { Token } from './tokens.ts';

const MIN_IDLE = 8;
/** Short words that stand in most questions, as fingers write them. */
const SHORT_SLIPS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    which: 'wich whcih whihc wihch whitch',
    what: 'waht whta hwat wht',
    when: 'wehn whne',
    where: 'wher whree',
    many: 'mnay mayn',
    much: 'muhc mcuh',
    have: 'ahve hvae',
    does: 'deos dose',
    most: 'msot mots',
    their: 'thier',
    the: 'teh hte',
    and: 'adn nad',
    latest: 'lastest latset',
  }).flatMap(([meant, slips]) => slips.split(' ').map((slip) => [slip, meant] as const)),
);

/** `commits/contributors`, `hatchet.commits`: several that are known, and no path or domain. */
export function withoutSlashes(tokens: readonly Token[], names: EntityNames): Token[] {
  return tokens.flatMap((token) => {
    const parts = token.word.split(/[/.]/);
    const isJoined =
      parts.length > 1 &&
      (!token.word.includes('.') || names.get(parts[0] ?? '') !== undefined) &&
      !names.get(token.word) &&
      parts.every((part) => names.get(part) || LEXICON_WORDS.has(part));
    if (!isJoined) return [token];
    let from = token.from;
    return parts.map((word) => {
      const text = token.text.slice(from - token.from, from - token.from + word.length);
      const part = { word, text, from, to: from + word.length };
      from += word.length + 1;
      return part;
    });
  });
}

/**
 * Words that nobody knows, but for a slip: read as the word that was meant, if only one can be.
 *
 * @param ofProse words of the documents, which are no slips
 */
export function withoutSlips(
  tokens: readonly Token[],
  names: EntityNames,
  ofProse: ReadonlySet<string>,
): { tokens: Token[]; corrections: number } {
  let corrections = 0;
  const read = tokens.map((token): Token => {
    const { word } = token;
    const short = names.get(word) ? undefined : SHORT_SLIPS.get(word);
    if (short !== undefined) {
      corrections++;
      return { ...token, word: short };
    }
    if (!/^[a-z]{5,}$/.test(word) || isFiller(word) || LEXICON_WORDS.has(word)) return token;
    if (names.get(word) || names.isPartOfName(word) || ofProse.has(word)) return token;
    const meant = correctionOf(word);
    if (meant === undefined) return token;
    corrections++;
    return { ...token, word: meant };
  });
  return { tokens: read, corrections };
}

let meantWords: readonly string[] | undefined;

/** Makes what the first question needs, in slices, since it tries every word of the lexicon. */
export async function compileSlips(): Promise<void> {
  if (meantWords) return;
  const words: string[] = [];
  await new Slices().each(LEXICON_WORDS, (word) => {
    if (isMeant(word)) words.push(word);
  });
  meantWords = words;
}

/** Words of the lexicon, but for short ones that say nothing: "dying" is no slip for "doing". */
function isMeant(word: string): boolean {
  if (word.length < 5) return false;
  const expression = word.length < MIN_IDLE ? expressionAt(word, 0) : undefined;
  return !expression || Object.keys(expression.meaning).length > 0;
}

/** The word that was meant, if only one can be. */
function correctionOf(word: string): string | undefined {
  meantWords ??= [...LEXICON_WORDS].filter(isMeant);
  const near = meantWords.filter((other) => isSlip(word, other));
  return near.length === 1 ? near[0] : undefined;
}

/**
 * Whether fingers write one word for the other: two letters change places, one inside is left out or
 * doubled, in a long word one is taken for a vowel or a key beside it. Words that differ otherwise, or in
 * their endings, are both words.
 */
function isSlip(word: string, meant: string): boolean {
  if (word[0] !== meant[0]) return false;
  const at = [...word].findIndex((letter, index) => letter !== meant[index]);
  if (at < 0) return false;
  const [behind, behindMeant] = [word.slice(at + 1), meant.slice(at + 1)];
  const [one = '', other = ''] = [word[at], meant[at]];
  const isSwapped = word[at + 1] === other && meant[at + 1] === one;
  if (isSwapped) return behind.slice(1) === behindMeant.slice(1);
  if (word.at(-1) !== meant.at(-1)) return false;
  if (word.length === meant.length - 1) return word.slice(at) === behindMeant;
  if (word.length === meant.length + 1)
    return behind === meant.slice(at) && word[at] === word[at - 1];
  if (word.length !== meant.length) return false;
  const isClose = (VOWELS.has(one) && VOWELS.has(other)) || areBeside(one, other);
  return word.length >= MIN_LONG && isClose && behind === behindMeant;
}

const MIN_LONG = 9;
const VOWELS = new Set('aeiou');
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

function areBeside(one: string, other: string): boolean {
  return KEYS.some((row) => {
    const [first, second] = [row.indexOf(one), row.indexOf(other)];
    return first >= 0 && second >= 0 && Math.abs(first - second) === 1;
  });
}
