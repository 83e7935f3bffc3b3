/** The `format` number in files of DATA_DIR, incremented whenever their structure changes. */
import { z } from 'zod';
import { BellwetherError } from './errors.ts';

const Formatted = z.object({ format: z.int() });

/** Earlier formats that are not read any more, and what to move away and to run instead. */
type Refused = { formats: readonly number[]; remedy: string };

/**
 * Returns `written` unchanged, or throws if its format is newer than `known`, or refused.
 *
 * @param written the file's parsed JSON
 * @param known the latest format that this version reads
 * @throws BellwetherError `later-version`, `earlier-version`
 */
export function ofKnownFormat(
  path: string,
  written: unknown,
  known: number,
  refused?: Refused,
): unknown {
  const { data } = Formatted.safeParse(written);
  if (data && data.format > known) throw laterVersion(path, `in format ${data.format}`);
  if (data && refused?.formats.includes(data.format))
    throw earlierVersion(path, `in format ${data.format}`, refused.remedy);
  return written;
}

/** @param how what is older about it: "in format 1" @param remedy what to move away and to run */
function earlierVersion(what: string, how: string, remedy: string): BellwetherError {
  return new BellwetherError(
    'earlier-version',
    `${what} was written by an earlier version of Bellwether (${how}), which this one does not read: ${remedy}.`,
  );
}

/** @param how what is newer about it: "in format 2" */
export function laterVersion(what: string, how: string): BellwetherError {
  return new BellwetherError(
    'later-version',
    `${what} was written by a later version of Bellwether (${how}), which this one cannot read. Run that version, or restore a back-up from before it.`,
  );
}
