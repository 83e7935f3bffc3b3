/** Schemas of inputs shared by operations and pages: typed text, periods, counts. */
import { z } from 'zod';

/** One line of text as people type it: bounded, not blank, without control characters. */
export const TypedText = (maxLength: number) =>
  z
    .string('must be given once, as text')
    .trim()
    .min(1, `must not be blank; it takes 1 to ${maxLength} characters`)
    .max(maxLength, `must have at most ${maxLength} characters`)
    // Spelled out because \p{Cc} needs the u flag, which validators of the published schema may not
    // set.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must not hold control characters');

/** The ways in which people and programs name a startup (docs/api.md). */
export const StartupName = TypedText(80).meta({
  description: 'Display name, alias, slug, GitHub organization, domain, address or owner/name',
  example: 'langfuse',
});

/** An ISO week as ISO 8601 writes it, `2026-W31`, or as our addresses do, `2026-w31`. */
export const PeriodText = z
  .string('must be given once, as text')
  .regex(/^\d{4}-[wW](0[1-9]|[1-4]\d|5[0-3])$/, 'must be an ISO week like 2026-w31')
  .toLowerCase();

export const PeriodInput = z.strictObject({
  period: PeriodText.optional().meta({
    description: 'An ISO week; the current period without it',
    example: '2026-w31',
  }),
});

/** A question or a search text (specification, section 8). */
export const QuestionInput = TypedText(280).meta({
  description: 'A question or words in English',
  example: 'What is commit velocity?',
});

export const LimitInput = (max: number, defaultValue: number, min = 1) =>
  z
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(defaultValue);
