/** Inputs that several operations share. */
import { z } from 'zod';
import { PeriodSlug } from '../edition/record.ts';
import type { DocumentedError } from './operation.ts';

/** One line of text as people type it: bounded, not blank, without control characters. */
export const TypedText = (longest: number) =>
  z
    .string('must be given once, as text')
    .trim()
    .min(1, `must not be blank; it takes 1 to ${longest} characters`)
    .max(longest, `must have at most ${longest} characters`)
    .regex(/^\P{Cc}*$/u, 'must not hold control characters');

export const PeriodInput = z.strictObject({
  period: PeriodSlug.optional().meta({
    description: 'An ISO week; the current period without it',
    example: '2026-w31',
  }),
});

export const UNKNOWN_PERIOD: DocumentedError = {
  status: 404,
  code: 'unknown-period',
  when: 'no edition is published for the period',
};
