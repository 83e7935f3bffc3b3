/**
 * The fields of every subject: what can be shown, compared, filtered and grouped by. `fields.json` has a
 * row for each, with the subjects that it is a field of. Names are those of the columns of the dataset.
 */
import { SIGNAL_TYPES } from '../../pipeline/edition/record.ts';
import { EXIT_KINDS, VALUATION_BASES } from '../../registry/deals.ts';
import { GEOGRAPHIES, STAGES } from '../../registry/schema.ts';
import { STATUSES } from '../../registry/status.ts';
import { ENTITY_KINDS } from '../diligence/entities.ts';
import { type Field, YES_NO } from './field.ts';
import rows from './fields.json' with { type: 'json' };
import { ROWS, SUBJECTS, type Subject } from './query.ts';

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
