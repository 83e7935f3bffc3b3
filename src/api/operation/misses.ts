/**
 * One rule for look-ups: an answer that can miss says in `found` whether the thing exists. It is
 * `true` beside the record, and `false` in every miss, whatever its status.
 */
import { z } from 'zod';
import type { DocumentedError } from './operation.ts';

export const Found = { found: z.literal(true).meta({ description: 'A miss has false' }) };

export function found<R extends object>(record: R): { found: true } & R {
  return { found: true, ...record };
}

/** @param example values that provoke it */
export function notFound(
  code: string,
  when: string,
  example: Readonly<Record<string, unknown>>,
): DocumentedError {
  return { status: 404, code, when, example };
}

export const UNKNOWN_PERIOD = notFound('unknown-period', 'no edition is published for the period', {
  period: '1999-w01',
});
