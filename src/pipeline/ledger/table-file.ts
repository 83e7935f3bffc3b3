/** Tables for readers outside, by the engine: CSV as Parquet, and columns of that as rows. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunksOf, doublesOf, integersOf, sqlString } from './connection.ts';
import { withEngine } from './duckdb.ts';

export type TableColumn = {
  name: string;
  /** As SQL names it: `INTEGER`; of a list of texts, `VARCHAR[]`, CSV has one text with spaces. */
  type: string;
  /** What would be a formula in a spreadsheet has an apostrophe before it in CSV. */
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
          `COPY (SELECT ${columns.map(columnValue).join(', ')} FROM ${rowsOf(columns, csv)})
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

/** Rows of a Parquet file by column; texts as their places among all of their column. */
type ColumnRows = { rows: number; texts: readonly Int32Array[]; numbers: readonly Float64Array[] };

/**
 * Hands columns of a Parquet file to `use`, a piece of its rows at a time, with all texts of each column
 * of texts: to make one for each row would take longer than all else.
 *
 * @param names of columns of texts and of numbers; none of them may hold NULL
 */
export async function readColumns(
  names: { texts: readonly string[]; numbers: readonly string[] },
  parquet: string,
  use: (piece: ColumnRows, texts: readonly string[][]) => void,
): Promise<void> {
  const table = `read_parquet(${sqlString(parquet)})`;
  const columns = [
    ...names.texts.map(
      (name, place) => `CAST(enum_code(${quoted(name)}::texts${place}) AS INTEGER)`,
    ),
    ...names.numbers.map((name) => `CAST(${quoted(name)} AS DOUBLE)`),
  ];
  await withEngine(
    async (connection) => {
      const texts: string[][] = [];
      for (const [place, name] of names.texts.entries()) {
        const column = quoted(name);
        const found: string[] = [];
        const distinct = `SELECT DISTINCT ${column} FROM ${table} ORDER BY ${column}`;
        await connection.run(`CREATE TYPE texts${place} AS ENUM (${distinct})`);
        const known = `SELECT unnest(enum_range(NULL::texts${place}))::VARCHAR`;
        for await (const chunk of chunksOf(connection, known))
          for (const [text] of chunk.getRows()) found.push(String(text));
        texts.push(found);
      }
      for await (const chunk of chunksOf(connection, `SELECT ${columns.join(', ')} FROM ${table}`))
        use(
          {
            rows: chunk.rowCount,
            texts: integersOf(chunk, texts.length),
            numbers: names.numbers.map((_, place) => doublesOf(chunk, texts.length + place)),
          },
          texts,
        );
    },
    { threads: 1 },
  );
}

function rowsOf(columns: readonly TableColumn[], csv: string): string {
  const types = columns.map(
    ({ name, type }) => `${sqlString(name)}: ${sqlString(isList(type) ? 'VARCHAR' : type)}`,
  );
  return `read_csv(${sqlString(csv)}, auto_detect = false, header = true, delim = ',',
    quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, max_line_size = 10000000,
    columns = {${types.join(', ')}})`;
}

function columnValue({ name, type, isProse }: TableColumn): string {
  const value = quoted(name);
  if (isList(type))
    return `CASE WHEN ${value} = '' THEN [] ELSE string_split(${value}, ' ') END AS ${value}`;
  if (isProse) return `regexp_replace(${value}, '^''([=+\\-@\\t\\r])', '\\1') AS ${value}`;
  return value;
}

function isList(type: string): boolean {
  return type.endsWith('[]');
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
