/** The `format` number in files of DATA_DIR, incremented whenever their structure changes. */
import { z } from 'zod';
import { BellwetherError, messageOf } from './errors.ts';

const Formatted = z.object({ format: z.int() });

/**
 * Parses a JSON file, which is in format 1 as all of them are.
 *
 * @param path for messages
 * @param damaged the error for a text that is not such a file
 * @throws BellwetherError `later-version`, or what `damaged` returns
 */
export function parseFormatted<T>(
  path: string,
  text: string | Buffer,
  schema: z.ZodType<T>,
  damaged: (fault: string) => BellwetherError,
): T {
  try {
    const written: unknown = JSON.parse(text.toString());
    const { data } = Formatted.safeParse(written);
    if (data && data.format > 1) throw laterVersion(path, `in format ${data.format}`);
    return schema.parse(written);
  } catch (error) {
    if (error instanceof BellwetherError) throw error;
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    throw damaged(issue ? `${issue.path.join('.')}: ${issue.message}` : messageOf(error));
  }
}

/** @param how the newer part: "in format 2" */
export function laterVersion(what: string, how: string): BellwetherError {
  return new BellwetherError(
    'later-version',
    `${what} was written by a later version of Bellwether (${how}), which this one cannot read. Run that version, or restore a back-up from before it.`,
  );
}
