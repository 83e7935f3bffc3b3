/**
 * The convention for look-ups: `found` says whether the thing exists. It is `true` in a record and
 * `false` in every answer without one, with any status.
 */
import { z } from 'zod';
import { missIn } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';

export const Found = { found: z.literal(true).meta({ description: 'A miss has false' }) };

/** @param record not a promise, of which nothing would be copied */
export function found<R extends object & { then?: never }>(record: R): { found: true } & R {
  return { found: true, ...record };
}

const FOUND = Buffer.from('{"found":true,');
const LINE_END = Buffer.from('\n');

/** `found` of a record, as its JSON is sent. @param line the record's own JSON */
export function foundLine(line: Buffer): Buffer {
  return Buffer.concat([FOUND, line.subarray(1), LINE_END]);
}

export const UNKNOWN_PERIOD = {
  '404 unknown-period': ['no edition is published for the period', { period: '1999-w01' }],
} as const;

type Lookup = ReturnType<Published['companies']['find']>;

/** The answer of a look-up that found no numbers of what a text names. */
export async function missed(text: string, lookup: Lookup, period: string, published: Published) {
  const company = lookup.found ? lookup.company : undefined;
  const near = lookup.found ? [lookup.company] : lookup.nearMisses;
  const miss = await missIn(company, near, period, published);
  return { found: false as const, company: text, period, ...miss };
}
