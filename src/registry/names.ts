/** What every organization is called, tracked or not. */
import { z } from 'zod';
import { PartialDate } from './partial-date.ts';
import { Line, SlugText } from './schema.ts';

export const Names = {
  name: Line(80),
  /** Other names that it goes by. */
  aliases: z.array(Line(80)).default([]),
  /** Names that it went by before, and until when. */
  formerNames: z
    .array(z.strictObject({ name: Line(80), until: PartialDate.optional() }))
    .default([]),
  /** Slugs that it had before; their addresses lead to it. */
  formerSlugs: z.array(SlugText).default([]),
  /** Slugs of others that have nearly the same name and are somebody else. */
  distinctFrom: z.array(SlugText).default([]),
};
