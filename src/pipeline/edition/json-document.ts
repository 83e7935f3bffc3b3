/** Reads the JSON documents of this room: all of them are in format 1. */
import { z } from 'zod';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { ofKnownFormat } from '../../lib/format-number.ts';

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * @param where for messages
 * @param damaged the error for a text that is not such a document
 * @throws BellwetherError `later-version`, or what `damaged` returns
 */
export function parseDocument<T>(
  where: string,
  text: string | Buffer,
  schema: z.ZodType<T>,
  damaged: (fault: string) => BellwetherError,
): T {
  try {
    return schema.parse(ofKnownFormat(where, JSON.parse(text.toString()), 1));
  } catch (error) {
    if (error instanceof BellwetherError) throw error;
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    throw damaged(issue ? `${issue.path.join('.')}: ${issue.message}` : messageOf(error));
  }
}
