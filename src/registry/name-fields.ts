/** The name fields of every organization, tracked or not. */
import { z } from 'zod';
import { PartialDate } from './partial-date.ts';
import { Line, SlugText } from './schema.ts';

export const Names = {
  name: Line(80),
  aliases: z.array(Line(80)).default([]),
  /** Earlier names, with the date until which they were used. */
  formerNames: z
    .array(z.strictObject({ name: Line(80), until: PartialDate.optional() }))
    .default([]),
  /** Earlier slugs, whose addresses redirect. */
  formerSlugs: z.array(SlugText).default([]),
  /** Slugs of unrelated organizations with similar names. */
  distinctFrom: z.array(SlugText).default([]),
};
