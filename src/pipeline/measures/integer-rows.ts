/** Rows of whole numbers, found by the first two of them: a set, and a week or a day. */
import { type Chunk, integersOf } from '../ledger/connection.ts';

const NONE = new Int32Array(0);

export class IntegerRows<Column extends string> {
  readonly #keys: Int32Array;
  readonly #columns: ReadonlyMap<Column, Int32Array>;
  /** By owner, its first row and the place after its last one. */
  readonly #spans = new Map<number, { start: number; end: number }>();

  private constructor(
    columns: readonly Column[],
    [owners = NONE, keys = NONE, ...values]: readonly Int32Array[],
  ) {
    this.#keys = keys;
    this.#columns = new Map(columns.map((column, place) => [column, values[place] ?? NONE]));
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
   * @param columns that follow these two
   */
  static async collect<Column extends string>(
    chunks: AsyncIterable<Chunk>,
    columns: readonly Column[],
  ): Promise<IntegerRows<Column>> {
    const pieces: Int32Array[][] = [];
    // The engine uses its own memory again.
    for await (const chunk of chunks)
      pieces.push(integersOf(chunk, columns.length + 2).map((column) => column.slice()));
    const places = Array.from({ length: columns.length + 2 }, (_, place) => place);
    return new IntegerRows(
      columns,
      places.map((place) => concatenate(pieces.map((piece) => piece[place] ?? NONE))),
    );
  }

  /** All values of a row; 0 where there is none. */
  row(owner: number, key: number): Record<Column, number> {
    const { start, end } = this.#spanTo(owner, key);
    const isThere = end > start && this.#keys[end - 1] === key;
    // Filled with every column at once.
    const values = {} as Record<Column, number>;
    for (const [column, all] of this.#columns) values[column] = isThere ? (all[end - 1] ?? 0) : 0;
    return values;
  }

  /** A value; 0 where there is no row. */
  at(owner: number, key: number, column: Column): number {
    return this.sum(owner, key, 1, column);
  }

  sum(owner: number, newest: number, length: number, column: Column): number {
    const { start, end } = this.#spanTo(owner, newest);
    const values = this.#columns.get(column) ?? NONE;
    let sum = 0;
    for (let row = end - 1; row >= start && newest - (this.#keys[row] ?? 0) < length; row--)
      sum += values[row] ?? 0;
    return sum;
  }

  /** The values of so many keys from the newest down; 0 where there is no row. */
  newestFirst(owner: number, newest: number, length: number, column: Column): number[] {
    const newestValues = new Array<number>(Math.max(0, length)).fill(0);
    const { start, end } = this.#spanTo(owner, newest);
    const values = this.#columns.get(column) ?? NONE;
    for (let row = end - 1; row >= start; row--) {
      const ago = newest - (this.#keys[row] ?? 0);
      if (ago >= length) break;
      newestValues[ago] = values[row] ?? 0;
    }
    return newestValues;
  }

  /** The rows of an owner up to a key. */
  #spanTo(owner: number, newest: number): { start: number; end: number } {
    const span = this.#spans.get(owner);
    if (!span) return { start: 0, end: 0 };
    return { start: span.start, end: this.#firstAfter(newest, span.start, span.end) };
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
