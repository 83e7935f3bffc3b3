/**
 * A connection that the ledger's queries run on: DuckDB in this process, or ClickHouse. Both are asked
 * in the SQL that they share; a dialect holds the words in which they differ.
 */
import { DUCKDB } from './dialect-duckdb.ts';

export type Chunk = {
  readonly rowCount: number;
  getRows: () => unknown[][];
  /** A column without row objects, where the engine has it so. */
  getColumnVector?: (column: number) => {
    getItem: (row: number) => unknown;
    readonly items?: unknown;
  };
};

/** A connection to an engine, with a ledger's tables attached. DuckDB's own is one. */
export type LedgerConnection = {
  stream: (sql: string) => Promise<{ fetchChunk: () => Promise<Chunk | null> }>;
  /** DuckDB's without it. */
  readonly dialect?: Dialect;
};

export type ColumnTypes = Readonly<Record<string, 'INTEGER' | 'VARCHAR'>>;

export type Dialect = {
  /** Makes a table that only this connection sees, and replaces one of that name. */
  createTable: (
    connection: LedgerConnection,
    name: string,
    columns: ColumnTypes,
    rows: readonly (readonly (number | string)[])[],
  ) => Promise<void>;
  /** The same of what a query gives. @param isAdded to the table of that name, which is there */
  storeRows: (
    connection: LedgerConnection,
    name: string,
    query: string,
    isAdded?: boolean,
  ) => Promise<void>;
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
};

export function dialectOf({ dialect = DUCKDB }: LedgerConnection): Dialect {
  return dialect;
}

/** The rows of a query, a piece of them at a time. */
export async function* chunksOf(connection: LedgerConnection, sql: string): AsyncGenerator<Chunk> {
  const result = await connection.stream(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    yield chunk;
  }
}

/** The rows of a query, one by one. */
export async function* rowsOf(
  connection: LedgerConnection,
  sql: string,
): AsyncGenerator<unknown[]> {
  for await (const chunk of chunksOf(connection, sql)) yield* chunk.getRows();
}

/** The first columns of a chunk: whole numbers without NULL, which queries cast to INTEGER. */
export function integersOf(chunk: Chunk, columns: number): Int32Array[] {
  return Array.from({ length: columns }, (_, place) => {
    const items = chunk.getColumnVector?.(place).items;
    if (items instanceof Int32Array) return items.subarray(0, chunk.rowCount);
    return Int32Array.from(chunk.getRows(), (row) => Number(row[place]));
  });
}

/** A string as an SQL literal. Slugs, hashes and paths of ours have no backslash. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
