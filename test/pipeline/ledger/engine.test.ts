/** The embedded engine, several at once in a process. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DuckDBConnection } from '@duckdb/node-api';
import { withEngine } from '../../../src/pipeline/ledger/duckdb.ts';

it('engines of a process do not spill into the same files', async () => {
  const folderOf = async (connection: DuckDBConnection) => {
    const result = await connection.runAndReadAll("SELECT current_setting('temp_directory')");
    return String(result.getRows()[0]?.[0]);
  };
  const folders = await withEngine(async (one) =>
    withEngine(async (two) => [await folderOf(one), await folderOf(two)]),
  );
  assert.match(folders[0] ?? '', /bellwether-duckdb-/);
  assert.equal(new Set(folders).size, 2);
});
