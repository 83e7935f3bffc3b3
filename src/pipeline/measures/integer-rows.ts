/** Rows of whole numbers, found by the first two of them: a set, and a week or a day. */
import { type Chunk, integersOf } from '../ledger/connection.ts';

const NONE = new Int32Array(0);

/** Rows of some owners, in the order of owners and keys. */
type Part = { keys: Int32Array; columns: ReadonlyMap<string, Int32Array> };

export class IntegerRows<Column extends string> {
  readonly #columns: readonly Column[];
  /** By owner, the part with its rows: its first row and the place after its last one. */
  readonly #spans = new Map<number, { part: Part; start: number; end: number }>();

  /** @param columns that follow the owner and the key */
  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  /** Adds all rows of some owners. @param chunks in the order of owners and keys */
  async add(chunks: AsyncIterable<Chunk>): Promise<this> {
    const pieces: Int32Array[][] = [];
    // The engine uses its own memory again.
    for await (const chunk of chunks)
      pieces.push(integersOf(chunk, this.#columns.length + 2).map((column) => column.slice()));
    const concatenated = (place: number) =>
      concatenate(pieces.map((piece) => piece[place] ?? NONE));
    const owners = concatenated(0);
    const columns = this.#columns.map((column, place): [Column, Int32Array] => [
      column,
      concatenated(place + 2),
    ]);
    const part = { keys: concatenated(1), columns: new Map(columns) };
    for (let start = 0; start < owners.length; ) {
      const owner = owners[start] ?? 0;
      let end = start + 1;
      while (owners[end] === owner) end++;
      this.#spans.set(owner, { part, start, end });
      start = end;
    }
    return this;
  }

  /** All values of a row; 0 where there is none. */
  row(owner: number, key: number): Record<Column, number> {
    const { part, start, end } = this.#spanTo(owner, key);
    const isThere = end > start && part.keys[end - 1] === key;
    // Filled with every column at once.
    const values = {} as Record<Column, number>;
    for (const column of this.#columns)
      values[column] = isThere ? (part.columns.get(column)?.[end - 1] ?? 0) : 0;
    return values;
  }

  /** A value; 0 where there is no row. */
  at(owner: number, key: number, column: Column): number {
    return this.sum(owner, key, 1, column);
  }

  sum(owner: number, newest: number, length: number, column: Column): number {
    const { part, start, end } = this.#spanTo(owner, newest);
    const values = part.columns.get(column) ?? NONE;
    let sum = 0;
    for (let row = end - 1; row >= start && newest - (part.keys[row] ?? 0) < length; row--)
      sum += values[row] ?? 0;
    return sum;
  }

  /** The values of `length` keys from the newest down; 0 where there is no row. */
  newestFirst(owner: number, newest: number, length: number, column: Column): number[] {
    const newestValues = new Array<number>(Math.max(0, length)).fill(0);
    const { part, start, end } = this.#spanTo(owner, newest);
    const values = part.columns.get(column) ?? NONE;
    for (let row = end - 1; row >= start; row--) {
      const ago = newest - (part.keys[row] ?? 0);
      if (ago >= length) break;
      newestValues[ago] = values[row] ?? 0;
    }
    return newestValues;
  }

  /** The rows of an owner up to a key. */
  #spanTo(owner: number, newest: number) {
    const span = this.#spans.get(owner);
    if (!span) return { part: NO_ROWS, start: 0, end: 0 };
    const { part, start } = span;
    return { part, start, end: firstAfter(part.keys, newest, start, span.end) };
  }
}

const NO_ROWS: Part = { keys: NONE, columns: new Map() };

/** The first place from one to another that has a later key. */
function firstAfter(keys: Int32Array, key: number, first: number, end: number): number {
  let [from, to] = [first, end];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((keys[middle] ?? 0) <= key) from = middle + 1;
    else to = middle;
  }
  return from;
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
