/** Refusals of queries: each impossible combination has its own code (docs/queries.md). */
import { BellwetherError } from '../../lib/errors.ts';

/** Codes with their meanings, as listed in the documents. */
export const REFUSALS = {
  'unknown-field': 'the subject has no such field; the sentence lists its fields',
  'unknown-value': 'the field has no such value; the sentence lists its values',
  'no-number': 'the operation, measure or comparison needs a field that is a number or a date',
  'no-sum': 'values of that field do not add up: scores, shares, ratios, ranks and years',
  'no-groups': 'rows cannot be grouped by that field, because it has too many values',
  'no-history':
    'the subject is known only as of today, but the query asks for a time or follows weeks',
  'missing-metric': 'the operation or the measure needs a metric',
  'missing-names': 'the operation needs names: compare at least two of them',
  'missing-measure': 'groupBy needs a measure',
  'same-name-twice': 'two of the names mean the same',
  'contradictory-filter': 'no row can satisfy the conditions together',
  'empty-range': 'the range ends before it begins, or begins and ends in two ways',
  'does-not-apply': 'a part of the query has no meaning together with the others',
  'beyond-the-end': 'nth or offset is beyond the last row; the sentence says how many there are',
} as const;
export type Refusal = keyof typeof REFUSALS;

export function refused(code: Refusal, sentence: string): BellwetherError {
  return new BellwetherError(code, sentence, { status: 400 });
}
