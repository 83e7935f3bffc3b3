/** What a field of a subject is: its kind of values, and its words in sentences. */

export const YES_NO = ['yes', 'no'] as const;
type YesNo = (typeof YES_NO)[number];

/**
 * What values a field has.
 *
 * - `count`, `money`: numbers that can be added up; `money` in the query's currency;
 * - `score` (0–100), `rank` (from 1), `ratio` (0.5 is +50%), `share` (0–1), `year`: numbers that cannot;
 * - `category`: one of few values; `name`: an organization; `date`: as far as the source says;
 *   `text`: anything else.
 */
export type Kind =
  | 'count'
  | 'money'
  | 'score'
  | 'rank'
  | 'ratio'
  | 'share'
  | 'year'
  | 'category'
  | 'name'
  | 'date'
  | 'text';

export type Field = {
  name: string;
  kind: Kind;
  /** In a sentence: `commits in 14 days`. */
  title: string;
  /** Other names that questions have for it, separated by `|`; `~` stands for all forms of a word. */
  words?: string;
  /** In a sentence before what it is compared with, where `with <title>` would be clumsy: `backed by`. */
  phrase?: string;
  /** Of `yes` and `no`, in a sentence: `that are tracked`, `that are not tracked`. */
  phrases?: Readonly<Record<YesNo, string>>;
  /** Of a category, where they are the same whatever is published. */
  values?: readonly string[];
  /** It has several values at once: `=` means that one of them is it. */
  isMany?: true;
  /** It is of a week's record, so that it has a history and is unknown where that is missing. */
  isWeekly?: true;
};

const NUMBER_KINDS: ReadonlySet<Kind> = new Set([
  'count',
  'money',
  'score',
  'rank',
  'ratio',
  'share',
  'year',
]);
const ADDITIVE_KINDS: ReadonlySet<Kind> = new Set(['count', 'money']);

export function isNumber({ kind }: Field): boolean {
  return NUMBER_KINDS.has(kind);
}

/** Whether values of different rows add up to something. */
export function isAdditive({ kind }: Field): boolean {
  return ADDITIVE_KINDS.has(kind);
}
