/** Tables as Parquet files for readers outside: made by the engine from lines of JSON. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqlString, withEngine } from './duckdb.ts';

export type TableColumn = {
  name: string;
  /** As SQL names it: `INTEGER`, `VARCHAR[]`. */
  type: string;
};

/**
 * A Parquet file with these rows in this order. Its bytes are a function of them and of the
 * engine's version: one thread, a fixed encoding. Every reader knows Snappy; zstd, which takes a
 * fifth less, is an extra that readers in browsers and older tools lack.
 *
 * @param texts together one JSON object a line, with the columns' names
 */
export async function parquetFile(
  columns: readonly TableColumn[],
  texts: Iterable<string>,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-table-'));
  const rows = join(folder, 'rows.jsonl');
  const table = join(folder, 'table.parquet');
  const types = columns.map(({ name, type }) => `${sqlString(name)}: ${sqlString(type)}`);
  try {
    await writeFile(rows, texts);
    await withEngine(
      (connection) =>
        connection.run(
          `COPY (SELECT * FROM read_json(${sqlString(rows)}, format = 'newline_delimited',
             columns = {${types.join(', ')}}))
           TO ${sqlString(table)} (FORMAT parquet, COMPRESSION snappy)`,
        ),
      { threads: 1 },
    );
    return await readFile(table);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
