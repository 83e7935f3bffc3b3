import { type Ledger, withLedger } from '../../src/pipeline/ledger/ledger.ts';

/** What a query of a ledger gives. */
export async function rowsIn(ledger: Ledger, sql: string) {
  const result = await withLedger(ledger, (connection) => connection.runAndReadAll(sql));
  return result.getRowsJS();
}
