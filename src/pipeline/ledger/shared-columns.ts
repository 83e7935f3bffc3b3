/** Columns of numbers and texts in memory that all threads see. */
import { type Chunk, integersOf } from './connection.ts';

/** Whole numbers in shared memory, all 0. Memory that is never written takes no room. */
export function sharedIntegers(length: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}

/** The same values in shared memory. */
export function shared(values: readonly number[]): Int32Array<SharedArrayBuffer> {
  const column = sharedIntegers(values.length);
  column.set(values);
  return column;
}

/**
 * Copies columns of whole numbers from a chunk; none of them may hold NULL.
 *
 * @param first the chunk's column that the first of `into` takes
 * @param at the place that the chunk's first row gets
 */
export function copyIntegers(
  chunk: Chunk,
  first: number,
  into: readonly Int32Array[],
  at: number,
): void {
  const columns = integersOf(chunk, into.length, first);
  for (const [index, column] of columns.entries()) into[index]?.set(column, at);
}

/** Texts one after the other, as threads hand them to each other. */
export type Texts = {
  bytes: Uint8Array;
  /** Where each text begins; one more than there are texts. */
  starts: Int32Array;
};

export function textAt(texts: Texts, place: number): string {
  return bytesAt(texts, place).toString('utf8');
}

/** The same in UTF-8. */
export function bytesAt({ bytes, starts }: Texts, place: number): Buffer {
  const { buffer, byteOffset } = bytes;
  const [start, end] = [starts[place] ?? 0, starts[place + 1] ?? 0];
  return Buffer.from(buffer, byteOffset + start, end - start);
}

/** Takes texts one by one. */
export class TextsBuilder {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #used = 0;
  readonly #starts: Int32Array;
  #count = 0;

  /** @param limit no more texts than this will come */
  constructor(limit: number) {
    this.#starts = sharedIntegers(limit + 1);
  }

  /** @returns the text's place */
  add(text: string): number {
    // Three bytes of UTF-8 for a UTF-16 unit are the most.
    if (this.#used + text.length * 3 > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * this.#bytes.length + text.length * 3);
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    this.#used += this.#bytes.write(text, this.#used);
    this.#starts[++this.#count] = this.#used;
    return this.#count - 1;
  }

  get texts(): Texts {
    const bytes = new Uint8Array(new SharedArrayBuffer(this.#used));
    bytes.set(this.#bytes.subarray(0, this.#used));
    return { bytes, starts: this.#starts.subarray(0, this.#count + 1) };
  }
}

/**
 * Where the rows of each owner begin, in rows that are ordered by owner.
 *
 * @param count how many owners there are, from 0
 */
export class Starts {
  readonly column: Int32Array;
  #next = 0;

  constructor(count: number) {
    this.column = sharedIntegers(count + 1);
  }

  /** Tells that the row at that place is an owner's. */
  see(owner: number, place: number): void {
    while (this.#next <= owner) this.column[this.#next++] = place;
  }

  /** @param rows how many there are */
  finish(rows: number): Int32Array {
    this.see(this.column.length - 1, rows);
    return this.column;
  }
}

/** Place of the first value of an ascending stretch that is above a limit. */
export function firstAbove(values: Int32Array, start: number, end: number, limit: number): number {
  let from = start;
  let to = end;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((values[middle] ?? 0) <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
