/** The words of SQL that only DuckDB has. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Dialect } from './connection.ts';

export const DUCKDB: Dialect = {
  createTable: async (connection, name, columns, rows) => {
    // A connection without another dialect is DuckDB's.
    const duckdb = connection as DuckDBConnection;
    const definitions = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
    await duckdb.run(`CREATE OR REPLACE TEMP TABLE ${name} (${definitions.join(', ')})`);
    const appender = await duckdb.createAppender(name);
    for (const row of rows) {
      for (const value of row)
        if (typeof value === 'number') appender.appendInteger(value);
        else appender.appendVarchar(value);
      appender.endRow();
    }
    appender.closeSync();
  },
  storeRows: async (connection, name, query, isAdded) => {
    const store = isAdded ? `INSERT INTO "${name}"` : `CREATE OR REPLACE TEMP TABLE "${name}" AS`;
    await (connection as DuckDBConnection).run(`${store} ${query}`);
  },
  digest: (text) => `sha256(string_agg(${text}, chr(10) ORDER BY ${text}))`,
  fingerprint: (columns) => `CAST(sum(hash(${columns.join(', ')})) AS VARCHAR)`,
  nullText: "'\\N'",
  numberOfText: (text) => `CAST(hash(${text}) >> 1 AS BIGINT)`,
  previous: (value, partition) => `lag(${value}) OVER (${partition})`,
};
