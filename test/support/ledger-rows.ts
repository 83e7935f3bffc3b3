import { type Ledger, withLedger } from '../../src/pipeline/ledger/ledger.ts';

/** The rows that a query of a ledger gives. */
export async function rowsIn(ledger: Ledger, sql: string) {
  const result = await withLedger(ledger, (connection) => connection.runAndReadAll(sql));
  return result.getRowsJS();
}
