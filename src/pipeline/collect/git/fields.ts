/**
 * Splits git's output (`-z`) into its fields, which end with NUL: it cannot occur in a name, message or
 * path. Bytes are decoded as Latin-1, one character a byte, so that the end of a chunk never splits a
 * character.
 */

/** No more is read of a field: an author, all co-authors together, a path. */
export const MAX_FIELD_BYTES = 1 << 16;

export class Fields {
  /** The beginning of a field that goes on in the next chunk. JavaScript joins strings without copying. */
  #beginning = '';

  /** @returns the fields that the chunk completes, each cut at `MAX_FIELD_BYTES` */
  *push(chunk: Buffer): Generator<string> {
    const text = chunk.toString('latin1');
    let start = 0;
    for (let end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', start)) {
      this.#append(text, start, end);
      const field = this.#beginning;
      this.#beginning = '';
      yield field;
      start = end + 1;
    }
    this.#append(text, start, text.length);
  }

  #append(text: string, start: number, end: number): void {
    const room = MAX_FIELD_BYTES - this.#beginning.length;
    this.#beginning += text.slice(start, Math.min(end, start + room));
  }
}
