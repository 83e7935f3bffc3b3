/** Reads query results whose columns are whole numbers, column by column and piece by piece. */
import type { DuckDBConnection } from '@duckdb/node-api';

/** A column of a piece: the whole number in each of its rows. */
export type IntegerColumn = (row: number) => number;

/** Calls back with every piece of a result: its columns, and how many rows they have. */
export async function eachPiece(
  connection: DuckDBConnection,
  sql: string,
  onPiece: (columns: readonly IntegerColumn[], rows: number) => void,
): Promise<void> {
  const result = await connection.stream(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    const columns = Array.from({ length: chunk.columnCount }, (_, index): IntegerColumn => {
      const vector = chunk.getColumnVector(index);
      return (row) => Number(vector.getItem(row));
    });
    onPiece(columns, chunk.rowCount);
  }
}
