/** Reads a UTF-8 file that people edit, and explains what is wrong if it is not one. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { messageOf } from '../lib/errors.ts';

/** Far larger than any registry file, and small enough to parse in one go. */
export const MAX_FILE_BYTES = 1_000_000;

export type TextFile = { text: string } | { fault: { line: number; message: string } };

/** @param path of the file */
export function readTextFile(path: string): TextFile {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return fault(`cannot be read: ${messageOf(error)}`);
  }
  if (bytes.length > MAX_FILE_BYTES)
    return fault(
      `has ${bytes.length} bytes; a file of the registry has at most ${MAX_FILE_BYTES}, so split it`,
    );
  const mark = bytes.subarray(0, 3).toString('hex');
  if (mark.startsWith('fffe') || mark.startsWith('feff'))
    return fault('is UTF-16; save it as UTF-8');
  if (mark === 'efbbbf')
    return fault('begins with a byte order mark; save it as UTF-8 without one');
  if (!isUtf8(bytes)) return fault('is not UTF-8; save it as UTF-8', firstInvalidLine(bytes));
  const text = bytes.toString();
  const [sound, nul] = text.split('\0', 2);
  return nul === undefined
    ? { text }
    : fault('holds a NUL character; save it as UTF-8 text', sound?.split('\n').length);
}

function fault(message: string, line = 1): TextFile {
  return { fault: { line, message } };
}

/** No character of several bytes has the byte of a line feed. */
function firstInvalidLine(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n');
  return 1 + lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
}
