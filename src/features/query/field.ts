/** A field of a subject: its kind of values, and its words in sentences. */

export const YES_NO = ['yes', 'no'] as const;
type YesNo = (typeof YES_NO)[number];

const POSITIVE = [0, Number.POSITIVE_INFINITY] as const;
const ANY = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/**
 * Kinds of values: the unit in answers, the range of numbers, and whether they add up. `money`
 * is in the query's currency; a `category` is one of few values, a `name` an organization, a `date` as
 * exact as its source.
 */
const KINDS = {
  count: { unit: 'number', range: POSITIVE, addsUp: true },
  money: { unit: '', range: POSITIVE, addsUp: true },
  score: { unit: 'points from 0 to 100', range: [0, 100] },
  rank: { unit: 'place from 1', range: [1, Number.POSITIVE_INFINITY] },
  ratio: { unit: 'ratio, 0.5 is +50%', range: ANY },
  share: { unit: 'share from 0 to 1', range: [0, 1] },
  year: { unit: 'year', range: ANY },
  category: { unit: 'category' },
  name: { unit: 'organization' },
  date: { unit: 'ISO 8601 date' },
  text: { unit: 'text' },
} as const satisfies Record<string, KindOfValues>;
type KindOfValues = { unit: string; range?: readonly [number, number]; addsUp?: true };
type Kind = keyof typeof KINDS;

export type Field = {
  name: string;
  kind: Kind;
  /** In a sentence: `commits in 14 days`. */
  title: string;
  /** Other names that questions have for it, separated by `|`; `~` stands for all forms of a word. */
  words?: string;
  /** Replaces `with <title>` before a value in a sentence if that would be clumsy: `backed by`. */
  phrase?: string;
  /** A count's nouns: `contributor`, `contributors`. */
  noun?: readonly [one: string, many: string];
  /** Its name among others, where the title is a definition. */
  short?: string;
  /** Words around a value in a list, with `…` for the value; without them, the title comes before it. */
  told?: string;
  /** The verb between a name and the words for its value; without one, a colon stands there. */
  verb?: 'is' | 'was' | 'has';
  /** Fields that put its value in place, if it is asked for alone. */
  beside?: readonly string[];
  /** `yes` and `no` in a sentence: `that are tracked`, `that are not tracked`. */
  phrases?: Readonly<Record<YesNo, string>>;
  /** Values of a category, if they are the same for every publication. */
  values?: readonly string[];
  /** It has several values at once: `=` means that one of them is it. */
  isMany?: true;
  /** It belongs to a week's record, so it has a history and is unknown if the record is missing. */
  isWeekly?: true;
};

function kindOf({ kind }: Field): KindOfValues {
  return KINDS[kind];
}

export function isNumber(field: Field): boolean {
  return rangeOf(field) !== undefined;
}

/** Whether one of two values is higher. */
export function isOrdered(field: Field): boolean {
  return isNumber(field) || field.kind === 'date';
}

/** The range of its values; undefined if they are not numbers. */
export function rangeOf(field: Field): readonly [low: number, high: number] | undefined {
  return kindOf(field).range;
}

/** Whether values of different rows add up to something. */
export function isAdditive(field: Field): boolean {
  return kindOf(field).addsUp === true;
}

export function unitOf(field: Field, currency: string): string {
  return field.kind === 'money' ? currency : kindOf(field).unit;
}
