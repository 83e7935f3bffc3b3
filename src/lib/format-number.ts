/** The `format` number in files of DATA_DIR, incremented whenever their structure changes. */
import { z } from 'zod';
import { BellwetherError } from './errors.ts';

const Formatted = z.object({ format: z.int() });

/**
 * Returns `written` unchanged, or throws if its format is newer than `known`.
 *
 * @param written the file's parsed JSON
 * @param known the latest format that this version reads
 * @throws BellwetherError `later-version`
 */
export function ofKnownFormat(path: string, written: unknown, known: number): unknown {
  const { data } = Formatted.safeParse(written);
  if (data && data.format > known) throw laterVersion(path, `in format ${data.format}`);
  return written;
}

/** @param how the newer part: "in format 2" */
export function laterVersion(what: string, how: string): BellwetherError {
  return new BellwetherError(
    'later-version',
    `${what} was written by a later version of Bellwether (${how}), which this one cannot read. Run that version, or restore a back-up from before it.`,
  );
}
