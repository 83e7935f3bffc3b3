/** How the tables of synonyms are written. */

/** A noun or a verb stands for all of its forms. */
export type Kind = 'noun' | 'verb' | 'as is';
/** What the lexicon knows, and what is said as well, separated by `|`. */
export type Synonym = readonly [meant: string, kind: Kind, said: string];
