/**
 * The convention for look-ups: `found` says whether the thing exists. It is `true` in a record and
 * `false` in every answer without one, whatever its status.
 */
import { z } from 'zod';
import type { DocumentedError } from './operation.ts';

export const Found = { found: z.literal(true).meta({ description: 'A miss has false' }) };

export function found<R extends object>(record: R): { found: true } & R {
  return { found: true, ...record };
}

const FOUND = Buffer.from('{"found":true,');
const LINE_END = Buffer.from('\n');

/** `found` of a record, as its JSON is sent. @param line the record's own JSON */
export function foundLine(line: Buffer): Buffer {
  return Buffer.concat([FOUND, line.subarray(1), LINE_END]);
}

/** @param example input values that provoke the error */
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
