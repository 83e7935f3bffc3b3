/**
 * What the ledger's queries run on: DuckDB in this process, or ClickHouse. Both are asked in the SQL
 * that they share; where they have different words for the same, a dialect has them.
 */
import { DUCKDB } from './dialect-duckdb.ts';

type Column<T> = {
  getItem: (row: number) => T | null;
  /** All values of a column of whole numbers at once, where the engine has them so. */
  readonly items?: Int32Array;
};
export type Chunk = {
  readonly rowCount: number;
  getRows: () => unknown[][];
  getColumnVector: (column: number) => Column<unknown>;
};

/** A connection to an engine, with a ledger's tables attached. DuckDB's own is one. */
export type LedgerConnection = {
  stream: (sql: string) => Promise<{ fetchChunk: () => Promise<Chunk | null> }>;
  /** DuckDB's without it. */
  readonly dialect?: Dialect;
};

export type ColumnTypes = Readonly<Record<string, 'INTEGER' | 'VARCHAR'>>;

export type Dialect = {
  /** Makes a table that only this connection sees, in place of one of that name. */
  createTable: (
    connection: LedgerConnection,
    name: string,
    columns: ColumnTypes,
    rows: readonly (readonly (number | string)[])[],
  ) => Promise<void>;
  /** The same of what a query gives. */
  storeRows: (connection: LedgerConnection, name: string, query: string) => Promise<void>;
  /** SQL, an aggregate: SHA-256 of texts in their order, a line feed between them. */
  digest: (text: string) => string;
  /** SQL, an aggregate: a text that is the same for the same rows in any order. */
  fingerprint: (columns: readonly string[]) => string;
  /** SQL: the two characters that stand for NULL. */
  nullText: string;
  /** SQL: a whole number of 63 bits that a text goes by: equal texts have equal ones, and others do not. */
  numberOfText: (text: string) => string;
  /** SQL: the value of the row before it in a partition; NULL in the first. @param partition with its order */
  previous: (value: string, partition: string) => string;
  /** SQL, an aggregate: the value in the row whose order is the highest. */
  latest: (value: string, order: string) => string;
};

export function dialectOf({ dialect = DUCKDB }: LedgerConnection): Dialect {
  return dialect;
}

/** The rows of a query, a piece of them at a time: while one is used, the engine makes the next. */
export async function* chunksOf(connection: LedgerConnection, sql: string): AsyncGenerator<Chunk> {
  const result = await connection.stream(sql);
  const fetchNext = () => {
    const next = result.fetchChunk();
    // It is thrown when its turn comes.
    next.catch(() => undefined);
    return next;
  };
  let next = fetchNext();
  try {
    for (;;) {
      const chunk = await next;
      if (!chunk || chunk.rowCount === 0) return;
      next = fetchNext();
      yield chunk;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

/**
 * Columns of a chunk, whole numbers without NULL; reading by column makes no row objects.
 *
 * @param first the place of the first of them
 */
export function integersOf(chunk: Chunk, columns: number, first = 0): Int32Array[] {
  return Array.from({ length: columns }, (_, index) => {
    // The queries cast these columns to INTEGER.
    const column = chunk.getColumnVector(first + index) as Column<number>;
    if (column.items instanceof Int32Array) return column.items.subarray(0, chunk.rowCount);
    return Int32Array.from({ length: chunk.rowCount }, (__, row) => column.getItem(row) ?? 0);
  });
}

/** A string as an SQL literal. Slugs, hashes and paths of ours have no backslash. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
