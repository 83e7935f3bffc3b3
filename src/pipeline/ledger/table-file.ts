/** Tables for readers outside, by the engine: CSV as Parquet, and Parquet as rows. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowsOf, sqlString } from './connection.ts';
import { withEngine } from './duckdb.ts';

export type TableColumn = {
  name: string;
  /** As SQL names it: `INTEGER`. In CSV, a list of texts, `VARCHAR[]`, is one text with spaces. */
  type: string;
  /** In CSV, an apostrophe comes before a text that a spreadsheet would take for a formula. */
  isProse?: boolean;
};

/** The same as `withParquet`, of rows and into a file that fit into memory. */
export function parquetFile(
  columns: readonly TableColumn[],
  csv: string | Buffer,
): Promise<Buffer> {
  return inTemporaryFolder(async (folder) => {
    const rows = join(folder, 'rows.csv');
    await writeFile(rows, csv);
    return withParquet(columns, rows, (path) => readFile(path));
  });
}

/**
 * Writes rows of CSV as Parquet, in their order. Its bytes are a function of them and of the engine's
 * version: one thread, a fixed encoding. Every reader knows Snappy; zstd, which takes a fifth less, is an
 * extra that readers in browsers and older tools lack.
 *
 * @param csv path; with a line of names; every text is quoted that is empty, and nothing else is null
 * @param use of the file's path, which is removed afterwards
 */
export function withParquet<T>(
  columns: readonly TableColumn[],
  csv: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const table = join(folder, 'table.parquet');
    await withEngine(
      (connection) =>
        connection.run(
          `COPY (SELECT ${columns.map(columnValue).join(', ')} FROM ${csvRows(columns, csv)})
           TO ${sqlString(table)} (FORMAT parquet, COMPRESSION snappy)`,
        ),
      { threads: 1 },
    );
    return use(table);
  });
}

async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-table-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Hands the rows of a query of a Parquet file to `use`, in their order. */
export async function readParquet(
  query: (records: string) => string,
  parquet: string,
  use: (row: readonly unknown[]) => void,
): Promise<void> {
  await withEngine(
    async (connection) => {
      const rows = rowsOf(connection, query(`read_parquet(${sqlString(parquet)})`));
      for await (const row of rows) use(row);
    },
    { threads: 1 },
  );
}

function csvRows(columns: readonly TableColumn[], csv: string): string {
  const types = columns.map(
    ({ name, type }) => `${sqlString(name)}: ${sqlString(isList(type) ? 'VARCHAR' : type)}`,
  );
  return `read_csv(${sqlString(csv)}, auto_detect = false, header = true, delim = ',',
    quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, max_line_size = 10000000,
    columns = {${types.join(', ')}})`;
}

function columnValue({ name, type, isProse }: TableColumn): string {
  const value = `"${name.replaceAll('"', '""')}"`;
  if (isList(type))
    return `CASE WHEN ${value} = '' THEN [] ELSE string_split(${value}, ' ') END AS ${value}`;
  if (isProse) return `regexp_replace(${value}, '^''([=+\\-@\\t\\r])', '\\1') AS ${value}`;
  return value;
}

function isList(type: string): boolean {
  return type.endsWith('[]');
}
