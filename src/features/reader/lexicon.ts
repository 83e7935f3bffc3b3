/**
 * The words of questions, from `lexicon.json`: a row a meaning, with the phrases that have it. `lose~`
 * stands for all forms of a word, and a number after a question mark is the cost of a phrase that seldom
 * has the meaning. Fields have their words in the table of fields.
 */
import { FIELDS } from '../query/query-fields.ts';
import { formsOf } from './forms.ts';
import lexicon from './lexicon.json' with { type: 'json' };
import type { Meaning } from './meaning.ts';

/** A meaning, the phrases for it with `|` between them, and the cost of those that seldom have it. */
export type Row = readonly [meaning: Meaning, phrases: string, rare?: number | undefined];

const { plain, loose, ...groups } = lexicon;

const withForms = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line) => line.split(' '))
    .flatMap((word) => [word, ...(/^[a-z]{3,}$/.test(word) ? formsOf(word) : [])]);

/** Words that may be passed over, and leave a reading unsure: `lately`, `long`, `rank`. */
export const LOOSE_WORDS: ReadonlySet<string> = new Set(withForms(loose));
/** Words that may be passed over. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(withForms(plain)).union(LOOSE_WORDS);

/** Names of fields that are words for the rows themselves. */
const SUBJECT_NAMES: ReadonlySet<string> = new Set(
  'acquisitions rounds companies acquired led backed investors startups exitKind by covered role kind state'.split(
    ' ',
  ),
);

/** JSON has no literal types; a test reads each row. */
type WordRow = { words: string; rare?: number };
const wordRows = Object.values(groups)
  .flat()
  .map(({ words, rare, ...meaning }: WordRow): Row => [meaning as Meaning, words, rare]);

/** Fields have the names of the interface, those of its tables, and further words. */
function fieldRows(): Row[] {
  const phrases = new Map<string, Set<string>>();
  for (const { name, title, words = '' } of Object.values(FIELDS).flat()) {
    if (/^(?:name|company|year|fund)$/.test(name)) continue;
    const isSubject = SUBJECT_NAMES.has(name);
    const apart = name.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=\d)(?=[A-Z])/g, ' ').toLowerCase();
    const own = [
      ...(isSubject ? [] : [name.toLowerCase(), apart]),
      ...((isSubject && title === name) || title === 'acquirer'
        ? []
        : [title.toLowerCase().replace(/[()]/g, '')]),
      ...words.split('|').map((phrase) => phrase.trim()),
    ];
    const known = phrases.getOrInsertComputed(name, () => new Set());
    for (const phrase of own) if (phrase !== '') known.add(phrase);
  }
  return [...phrases].map(([field, own]) => [{ kind: 'field', field }, [...own].join(' | ')]);
}

export const ROWS: readonly Row[] = [...wordRows, ...fieldRows()];
