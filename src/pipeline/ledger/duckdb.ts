/** The embedded query engine. Nothing outside `ledger/` names it. */
import { tmpdir } from 'node:os';
import type { DuckDBConnection, DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api';
import { optionalPackage } from '../../lib/optional-package.ts';

/** A connection to the engine, with a ledger's tables attached. */
export type LedgerConnection = DuckDBConnection;

export type EngineOptions = {
  /** Upper bound of the engine's own memory, as DuckDB writes sizes; past it, it spills to disk. */
  memoryLimit?: string;
  threads?: number;
};

/** With what is computed from its answers, a ledger of 50 million rows stays below 4 GB. */
const MEMORY_LIMIT = '2GB';

/** Opens an engine in memory, hands its connection to `use`, and closes it whatever happens. */
export async function withEngine<T>(
  use: (connection: DuckDBConnection) => Promise<T>,
  options: EngineOptions = {},
): Promise<T> {
  const { DuckDBInstance } = await optionalPackage(
    () => import('@duckdb/node-api'),
    'DuckDB reads the ledger',
    `npm install --no-save --omit=dev --omit=optional @duckdb/node-bindings-${process.platform}-${process.arch}`,
  );
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: options.memoryLimit ?? MEMORY_LIMIT,
    temp_directory: `${tmpdir()}/bellwether-duckdb-${process.pid}`,
    ...(options.threads === undefined ? {} : { threads: String(options.threads) }),
  });
  try {
    const connection = await instance.connect();
    try {
      return await use(connection);
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}

/** The rows of a query, a piece of them at a time. */
export async function* chunksOf(
  connection: DuckDBConnection,
  sql: string,
): AsyncGenerator<DuckDBDataChunk> {
  const result = await connection.stream(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    yield chunk;
  }
}

/**
 * Columns of whole numbers of a chunk, each by its place: reading by column makes no row objects. NULL
 * is `null`; whoever asked for a column that has none adds `?? 0`.
 */
export function integersOf(chunk: DuckDBDataChunk, columns: number): DuckDBVector<number>[] {
  return Array.from(
    { length: columns },
    // The queries cast these columns to INTEGER.
    (_, column) => chunk.getColumnVector(column) as DuckDBVector<number>,
  );
}

/** A column of texts of a chunk. */
export function textsOf(chunk: DuckDBDataChunk, column: number): DuckDBVector<string> {
  // The query selects a VARCHAR there.
  return chunk.getColumnVector(column) as DuckDBVector<string>;
}

/** A string as an SQL literal. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
