/** Reads a UTF-8 file that people edit, and explains what is wrong if it is not one. */
import { readFileSync } from 'node:fs';
import { messageOf } from '../lib/errors.ts';

/** Far larger than any registry file, and small enough to parse in one go. */
export const MAX_FILE_BYTES = 1_000_000;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LENIENT_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const NEWLINE = 0x0a;

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
  try {
    const text = UTF8.decode(bytes);
    const nul = text.indexOf('\0');
    return nul < 0
      ? { text }
      : fault('holds a NUL character; save it as UTF-8 text', lineAt(bytes.subarray(0, nul)));
  } catch {
    return fault('is not UTF-8; save it as UTF-8', lineAt(validStart(bytes)));
  }
}

function fault(message: string, line = 1): TextFile {
  return { fault: { line, message } };
}

function lineAt(before: Buffer): number {
  return before.reduce((line, byte) => (byte === NEWLINE ? line + 1 : line), 1);
}

/** The text before the first invalid byte. */
function validStart(bytes: Buffer): Buffer {
  const decoded = LENIENT_UTF8.decode(bytes);
  let end = decoded.indexOf('\uFFFD');
  // Skip replacement characters that are really in the file.
  while (
    end >= 0 &&
    bytes.subarray(Buffer.byteLength(decoded.slice(0, end))).indexOf('\uFFFD') === 0
  )
    end = decoded.indexOf('\uFFFD', end + 1);
  return bytes.subarray(0, Buffer.byteLength(decoded.slice(0, Math.max(end, 0))));
}
