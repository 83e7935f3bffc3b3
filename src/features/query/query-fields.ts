/**
 * The fields of every subject: what can be shown, compared, filtered and grouped by. `fields.json` has a
 * row for each, with the subjects that it is a field of. Names are those of the columns of the dataset.
 */
import { SIGNAL_TYPES } from '../../pipeline/edition/record.ts';
import { EXIT_KINDS, VALUATION_BASES } from '../../registry/deals.ts';
import { GEOGRAPHIES, STAGES } from '../../registry/schema.ts';
import { STATUSES } from '../../registry/status.ts';
import { ENTITY_KINDS } from '../diligence/entities.ts';
import rows from './fields.json' with { type: 'json' };
import { ROWS, SUBJECTS, type Subject } from './query.ts';

const YES_NO = ['yes', 'no'] as const;
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

/** Null means unknown; a list holds several values at once and is never empty. */
export type Cell = number | string | null | readonly string[];

/** The values of one field, by row. */
export type Column = (row: number) => Cell;

export type Table = {
  /** Each row's unique key: the slug of a startup or company, the name of a deal. */
  keys: readonly string[];
  /** The rows that a query is about by default. */
  rows: () => readonly number[];
  /** Only for fields that the subject has. */
  column: (field: string) => Column;
};

/** Fields of a startup's profile: recorded every week, and known to the registry as of today. */
export const PROFILE: ReadonlySet<string> = new Set(['sector', 'stage', 'status', 'geography']);

/** A row of the file. */
type FieldRow = Field & {
  of: readonly Subject[];
  /** Subjects whose rows show it by default. */
  usual?: readonly Subject[];
};

/** Values of the categories that are the same for every publication. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  signalType: [...SIGNAL_TYPES, 'none'],
  signalStrength: ['strong', 'weak', 'none'],
  stage: STAGES,
  roundStage: STAGES,
  status: STATUSES,
  geography: GEOGRAPHIES,
  kind: ENTITY_KINDS,
  role: ['lead', 'participant', 'listed'],
  basis: VALUATION_BASES,
  state: ['announced', 'closed', 'called-off'],
  exitKind: EXIT_KINDS,
  tracked: YES_NO,
  covered: YES_NO,
};

// A test compares the kinds and subjects of the file with these types.
const ALL = (rows as readonly FieldRow[]).map(({ of, usual = [], ...row }) => {
  const values = VALUES[row.name];
  return { of, usual, field: { ...row, ...(values && { values }) } };
});

function bySubject<T>(value: (subject: Subject) => T): Readonly<Record<Subject, T>> {
  // Every subject is a key.
  return Object.fromEntries(
    SUBJECTS.map((subject) => [subject, value(subject)]),
  ) as unknown as Record<Subject, T>;
}

const fieldsBy = (list: 'of' | 'usual') =>
  bySubject((subject): readonly Field[] =>
    ALL.flatMap((row) => (row[list].includes(subject) ? row.field : [])),
  );

export const FIELDS = fieldsBy('of');
export const USUAL_FIELDS = fieldsBy('usual');

export function fieldOf(subject: Subject, name: string): Field | undefined {
  return FIELDS[subject].find((field) => field.name === name);
}

type Time = (typeof ROWS)[Subject][0];

/** Subjects with a record of every week, with dated deals, and with what is known today. */
export const TIME = bySubject((subject): Time => ROWS[subject][0]);
