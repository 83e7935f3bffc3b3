/**
 * Logs that only grow: a JSON object a line, each with its number and the SHA-256 of the line before
 * it, so that nothing can be dropped or rewritten unseen by whoever kept an earlier digest.
 */
import { BellwetherError } from './errors.ts';
import { sha256 } from './files.ts';

/** The `previous` of the first line. */
export const NOTHING_BEFORE = '0'.repeat(64);

export type Link = {
  /** Its place, from 1. */
  number: number;
  /** SHA-256 of the line before, without its line end; zeros for the first. */
  previous: string;
};

/** @param lines of a log whose chain holds */
export function headOf(lines: readonly string[]): string {
  const last = lines.at(-1);
  return last === undefined ? NOTHING_BEFORE : sha256(last);
}

/** What an entry that follows these lines begins with. */
export function nextLink(lines: readonly string[]): Link {
  return { number: lines.length + 1, previous: headOf(lines) };
}

/**
 * The lines of a log whose chain holds.
 *
 * @param name in the message: `publication log`
 * @param entryOf undefined for a line that is no entry of such a log
 * @throws BellwetherError `log-broken`, with the first line that does not hold
 */
export function chainedLines(
  text: string,
  name: string,
  entryOf: (line: string) => Link | undefined,
): string[] {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const broken = (index: number, why: string) =>
    new BellwetherError('log-broken', `The ${name} does not hold: line ${index + 1} ${why}.`);
  let previous = NOTHING_BEFORE;
  for (const [index, line] of lines.entries()) {
    const entry = entryOf(line);
    if (!entry) throw broken(index, `is not an entry of a ${name}`);
    if (entry.number !== index + 1)
      throw broken(index, `says that it is number ${entry.number}: lines are missing before it`);
    if (entry.previous !== previous)
      throw broken(index, 'does not follow from the line before it, which was changed or dropped');
    previous = sha256(line);
  }
  return lines;
}
