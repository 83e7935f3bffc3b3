import assert from 'node:assert/strict';
import { type Ledger, withLedger } from '../../src/pipeline/ledger/ledger.ts';

/** The rows that a query of a ledger gives. */
export async function rowsIn(ledger: Ledger, sql: string) {
  const result = await withLedger(ledger, (connection) => connection.runAndReadAll(sql));
  return result.getRowsJS();
}

/** Counted commits by a column of the activity. */
export async function commitsBy(column: string, ledger: Ledger | undefined) {
  assert.ok(ledger);
  const query = `SELECT ${column}, CAST(sum(commits) AS INTEGER) FROM activity GROUP BY ${column}`;
  return Object.fromEntries(await rowsIn(ledger, query));
}
