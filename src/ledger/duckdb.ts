/** The embedded query engine. Nothing outside `ledger/` knows that it is DuckDB. */
import { tmpdir } from 'node:os';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export type EngineOptions = {
  /** Upper bound of the engine's own memory, as DuckDB writes sizes; past it, it spills to disk. */
  memoryLimit?: string;
  threads?: number;
};

/** Opens an engine in memory, hands its connection to `use`, and closes it whatever happens. */
export async function withEngine<T>(
  use: (connection: DuckDBConnection) => Promise<T>,
  options: EngineOptions = {},
): Promise<T> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: options.memoryLimit ?? '3GB',
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

/** A string as an SQL literal. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
