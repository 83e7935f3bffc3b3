/** Rows of whole numbers, found by the first two of them: a set, and a week or a day. */
import { type Chunk, integersOf } from '../ledger/connection.ts';

const NONE = new Int32Array(0);

export class IntegerRows {
  readonly #keys: Int32Array;
  readonly #values: readonly Int32Array[];
  /** By owner, its first row and the place after its last one. */
  readonly #spans = new Map<number, { start: number; end: number }>();

  private constructor([owners = NONE, keys = NONE, ...values]: readonly Int32Array[]) {
    [this.#keys, this.#values] = [keys, values];
    for (let start = 0; start < owners.length; ) {
      const owner = owners[start] ?? 0;
      let end = start + 1;
      while (owners[end] === owner) end++;
      this.#spans.set(owner, { start, end });
      start = end;
    }
  }

  /**
   * @param chunks in the order of owners and keys
   * @param columns how many values follow these two
   */
  static async collect(chunks: AsyncIterable<Chunk>, columns: number): Promise<IntegerRows> {
    const pieces: Int32Array[][] = [];
    // The engine uses its own memory again.
    for await (const chunk of chunks)
      pieces.push(integersOf(chunk, columns + 2).map((column) => column.slice()));
    const places = Array.from({ length: columns + 2 }, (_, place) => place);
    return new IntegerRows(
      places.map((place) => concatenate(pieces.map((piece) => piece[place] ?? NONE))),
    );
  }

  /** A value; 0 where there is no row. */
  at(owner: number, key: number, column: number): number {
    return this.newestFirst(owner, key, 1, column)[0] ?? 0;
  }

  sum(owner: number, newest: number, length: number, column: number): number {
    return this.newestFirst(owner, newest, length, column).reduce((sum, value) => sum + value, 0);
  }

  /** The values of so many keys from the newest down; 0 where there is no row. */
  newestFirst(owner: number, newest: number, length: number, column: number): number[] {
    const values = new Array<number>(Math.max(0, length)).fill(0);
    const { start, end } = this.#spans.get(owner) ?? { start: 0, end: 0 };
    for (let row = this.#firstAfter(newest, start, end) - 1; row >= start; row--) {
      const ago = newest - (this.#keys[row] ?? 0);
      if (ago >= length) break;
      values[ago] = this.#values[column]?.[row] ?? 0;
    }
    return values;
  }

  #firstAfter(key: number, start: number, end: number): number {
    let [from, to] = [start, end];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#keys[middle] ?? 0) <= key) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function concatenate(pieces: readonly Int32Array[]): Int32Array {
  const whole = new Int32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
