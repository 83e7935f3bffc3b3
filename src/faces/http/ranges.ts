/** Ranges of bytes (RFC 9110, section 14). */

/** Both ends belong to it. */
export type ByteRange = { start: number; end: number };

/**
 * The range that a Range header asks for: undefined for the whole body, which also answers what is
 * malformed, in other units, or more ranges than one (section 14.2 leaves those to the server).
 *
 * @param size of the body in bytes
 */
export function byteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (size === 0 || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}
