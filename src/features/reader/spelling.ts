/** Words that nobody knows, but for a letter or two. */
import { isWithinEditDistance } from '../../lib/edit-distance.ts';
import type { EntityNames } from '../../published/entity-names.ts';
import { expressionAt, isFiller, LEXICON_WORDS } from './lexicon/lexicon.ts';
import type { Token } from './tokens.ts';

const MIN_IDLE = 8;

/** Words of their own, a letter or two from words of the lexicon. */
const NO_SLIPS: ReadonlySet<string> = new Set(
  (
    'action actions alter backend begin burns caller cause causes charge charges classes closer closes complete completely completes ' +
    'complex contract contracts contrast convert converted converts court courts cross customer customers decide defend delivery drive ' +
    'driven driver drivers failed failing fails failure failures fifty final finding findings fixed forces forms gross handle handles ' +
    'industrial interest interests margin margins marked media method methods modes movement movements multiples native negative ' +
    'older operating operation operations parent parents patch patent patents positive previews product products protect protects rights ' +
    'sales scope scopes secure secured service services serves sharing shore sides smart source sources spare spending state stated states ' +
    'store stored stores stream string stuck stuff tasks theme themes thing things timers token tokens translation variable variations ' +
    'warning warnings white wonder wonders world ' +
    'boring cloned colder cooking cooler cracked crush crushed crushes crushing dependents donors fatter files films forks halted laying ' +
    'leaked lines listings loans movies paused percentile percentiles pipelines prices quality rebounded reverted spend stars stock stocks ' +
    'summer wages weekends winning winter woman women'
  ).split(' '),
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
 * Words that nobody knows, but for one letter: read as the word that was meant, if only one can be.
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
    if (!/^[a-z]{5,}$/.test(word) || isFiller(word) || LEXICON_WORDS.has(word)) return token;
    if (NO_SLIPS.has(word)) return token;
    if (names.get(word) || names.isPartOfName(word) || ofProse.has(word)) return token;
    const meant = correctionOf(word);
    if (meant === undefined) return token;
    corrections++;
    return { ...token, word: meant };
  });
  return { tokens: read, corrections };
}

/** Short words that say nothing by themselves: "dying" is no slip for "doing". */
const IDLE_WORDS = new Set(
  [...LEXICON_WORDS].filter((word) => {
    const expression = word.length < MIN_IDLE ? expressionAt(word, 0) : undefined;
    return expression && Object.keys(expression.meaning).length === 0;
  }),
);
const MEANT_WORDS = [...LEXICON_WORDS].filter((word) => word.length >= 5 && !IDLE_WORDS.has(word));

function correctionOf(word: string): string | undefined {
  const edits = word.length >= 8 ? 2 : 1;
  for (let allowed = 1; allowed <= edits; allowed++) {
    const near = MEANT_WORDS.filter(
      (other) => other[0] === word[0] && isWithinEditDistance(word, other, allowed),
    );
    if (near.length > 0) return near.length === 1 || allowed === 1 ? near[0] : undefined;
  }
  return undefined;
}
