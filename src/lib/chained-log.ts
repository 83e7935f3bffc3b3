/**
 * Append-only logs: one JSON object a line, each with its number and the SHA-256 of the line before
 * it. A reader who kept an earlier digest can tell if a line was dropped or rewritten.
 */

import { sha256 } from './atomic-files.ts';
import { BellwetherError } from './errors.ts';

/** `previous` of the first line. */
export const GENESIS_HASH = '0'.repeat(64);

export type Link = {
  /** Line number, from 1. */
  number: number;
  /** SHA-256 of the previous line without its line end; zeros for the first line. */
  previous: string;
};

/** The digest of the last line. @param lines of a log whose chain is intact */
export function headOf(lines: readonly string[]): string {
  const last = lines.at(-1);
  return last === undefined ? GENESIS_HASH : sha256(last);
}

export function nextLink(lines: readonly string[]): Link {
  return { number: lines.length + 1, previous: headOf(lines) };
}

/**
 * Parses a log and verifies its chain.
 *
 * @param name for the error message: `publication log`
 * @param entryOf returns undefined if the line is not a valid entry
 * @throws BellwetherError `log-broken`, naming the first invalid line
 */
export function chainedLines(
  text: string,
  name: string,
  entryOf: (line: string) => Link | undefined,
): string[] {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const broken = (index: number, why: string) =>
    new BellwetherError('log-broken', `The ${name} does not hold: line ${index + 1} ${why}.`);
  let previous = GENESIS_HASH;
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
