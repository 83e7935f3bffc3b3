/** What only DuckDB calls so. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Dialect } from './connection.ts';

export const DUCKDB: Dialect = {
  numberCopies: async (connection, copies) => {
    // A connection without another dialect is DuckDB's.
    const duckdb = connection as DuckDBConnection;
    await duckdb.run(
      `CREATE OR REPLACE TEMP TABLE copy_numbers
       (company VARCHAR, repository VARCHAR, companyNumber INTEGER, copy INTEGER, number INTEGER)`,
    );
    const appender = await duckdb.createAppender('copy_numbers');
    for (const { company, repository, companyNumber, copy, number } of copies) {
      appender.appendVarchar(company);
      appender.appendVarchar(repository);
      appender.appendInteger(companyNumber);
      appender.appendInteger(copy);
      appender.appendInteger(number);
      appender.endRow();
    }
    appender.closeSync();
  },
  sortedLines: (line) => `list_aggregate(list_sort(list(${line})), 'string_agg', chr(10))`,
  digest: (text, key) => `sha256(string_agg(${text}, chr(10) ORDER BY ${key}))`,
  nullText: "'\\N'",
  numbersOfText: (text) => [
    `CAST(hash(${text}) & 2147483647 AS INTEGER)`,
    `CAST(hash(${text}) >> 33 AS INTEGER)`,
  ],
};
