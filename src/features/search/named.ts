/** The names that a query has: written out as the whole of it, as an address, or among other words. */
import type { Entity, EntityNames } from '../../published/entity-names.ts';
import { STOP_WORDS, wordsOf } from '../answers/question-words.ts';

export type NamedEntity = {
  entity: Entity;
  /** The words of the query that name it. */
  words: readonly string[];
  /** The query spells it differently. */
  isCorrected: boolean;
};

export type QueryNames = {
  named: readonly NamedEntity[];
  /** The words that are not part of a name. */
  rest: readonly string[];
};

/** Words next to a sector's name that add nothing to the query: `auth startups`. */
const ROWS = /^(?:the|startups?|compan(?:y|ies)|sectors?)$/;
/** Further ones are words among others. */
const MAX_NAMED = 5;

/**
 * @param words of the query
 * @param isOrdinary whether a word has a meaning of its own and is not taken for a name among others
 */
export function namesIn(
  text: string,
  words: readonly string[],
  names: EntityNames,
  isOrdinary: (word: string) => boolean,
): QueryNames {
  const whole = names.get(text);
  if (whole) return { named: [{ entity: whole, words, isCorrected: false }], rest: [] };
  const written = text.split(/\s+/).flatMap((part): NamedEntity[] => {
    const entity = /[./]/.test(part) ? names.get(part.replace(/[,;:!?.]+$/, '')) : undefined;
    return entity ? [{ entity, words: wordsOf(part), isCorrected: false }] : [];
  });
  const inAddresses = new Set(written.flatMap((one) => one.words));
  const others = words.filter((word) => !inAddresses.has(word));
  const found = names
    .find(
      others.map((word) => ({ word })),
      (word) => STOP_WORDS.has(word) || isOrdinary(word),
    )
    .filter(
      ({ entity, from, to, isOrdinary: isWord }) =>
        !isWord &&
        (entity.kind !== 'sector' ||
          others.every((word, at) => (from <= at && at < to) || ROWS.test(word))),
    )
    .slice(0, MAX_NAMED);
  const isNamed = (at: number) => found.some(({ from, to }) => from <= at && at < to);
  return {
    named: [
      ...written,
      ...found.map(({ from, to, ...one }) => ({ ...one, words: others.slice(from, to) })),
    ].slice(0, MAX_NAMED),
    rest: others.filter((_, at) => !isNamed(at)),
  };
}
