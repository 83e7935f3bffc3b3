/**
 * The words of all documents as they are written, for slips of the keyboard: a stem differs from its
 * word, so a slip in one is not a slip in the other.
 */
import SearchableMap from 'minisearch/SearchableMap';
import { isWithinEditDistance } from '../../lib/edit-distance.ts';
import { stem } from '../answers/question-words.ts';

/** Corrections of one word; others are further from what was meant. */
const MAX_CORRECTIONS = 3;

export class Vocabulary {
  readonly #words = new SearchableMap<string>();

  add(word: string): void {
    if (!this.#words.has(word)) this.#words.set(word, stem(word));
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /**
   * Stems of the words nearest to one that no document has.
   *
   * @param edits letters that may be added, dropped or changed, or swapped with a neighbour
   */
  near(word: string, edits = forgivenEdits(word)): string[] {
    if (edits === 0) return [];
    // The map counts two letters that were swapped as two edits.
    const found = [...this.#words.fuzzyGet(word, edits + 1)].flatMap(([known, [stemmed]]) => {
      const distance = editsBetween(word, known, edits);
      return distance === undefined ? [] : [{ stemmed, distance }];
    });
    const nearest = Math.min(...found.map(({ distance }) => distance));
    const stems = found.flatMap((one) => (one.distance === nearest ? [one.stemmed] : []));
    return [...new Set(stems)].slice(0, MAX_CORRECTIONS);
  }
}

/** Number of letters of a word that may be wrong. */
function forgivenEdits(word: string): number {
  if (/\p{N}/u.test(word)) return 0;
  if (word.length > 7) return 2;
  return word.length > 3 ? 1 : 0;
}

/** Undefined if the words are more than the maximum number of edits apart. */
function editsBetween(one: string, other: string, most: number): number | undefined {
  for (let edits = 0; edits <= most; edits++)
    if (isWithinEditDistance(one, other, edits)) return edits;
  return undefined;
}
