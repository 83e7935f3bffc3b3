/** The embedded query engine. Nothing outside `ledger/` names it. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { optionalPackage } from '../../lib/optional-package.ts';

export type EngineOptions = {
  /** Upper bound of the engine's own memory, as DuckDB writes sizes; past it, it spills to disk. */
  memoryLimit?: string;
  threads?: number;
};

/** With what is computed from its answers, a ledger of 50 million rows stays below 4 GB. */
const MEMORY_LIMIT = '2GB';

/** Loads the engine's package; callers that are sure to need it call this early. */
export function loadEngine() {
  return optionalPackage(
    () => import('@duckdb/node-api'),
    'DuckDB reads the ledger',
    `npm install --no-save --omit=dev --omit=optional @duckdb/node-bindings-${process.platform}-${process.arch}`,
  );
}

/** How far the engine may run ahead of the code that reads its rows. */
const ROWS_AHEAD = '64MB';

/** Opens an engine in memory, hands its connection to `use`, and closes it in any case. */
export async function withEngine<T>(
  use: (connection: DuckDBConnection) => Promise<T>,
  options: EngineOptions = {},
): Promise<T> {
  const { DuckDBInstance } = await loadEngine();
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: options.memoryLimit ?? MEMORY_LIMIT,
    // Each engine needs its own: every thread of a process has an engine, and all of them give the
    // files that they spill the same names.
    temp_directory: join(tmpdir(), `bellwether-duckdb-${randomUUID()}`),
    ...(options.threads === undefined ? {} : { threads: String(options.threads) }),
  });
  let connection: DuckDBConnection | undefined;
  try {
    connection = await instance.connect();
    await connection.run(`SET streaming_buffer_size = '${ROWS_AHEAD}'`);
    return await use(connection);
  } finally {
    connection?.closeSync();
    instance.closeSync();
  }
}
