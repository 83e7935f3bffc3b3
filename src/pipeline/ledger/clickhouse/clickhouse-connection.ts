/** A ledger's tables in ClickHouse, for the queries that DuckDB answers otherwise. */
import type { ClickHouseClient, Row } from '@clickhouse/client';
import { type Chunk, type Dialect, type LedgerConnection, sqlString } from '../connection.ts';
import { personUnlessErased } from '../erased-people.ts';
import type { Ledger } from '../ledger.ts';
import { columnsOf, TABLES, type Table } from '../ledger-tables.ts';
import { TYPES } from './clickhouse-tables.ts';
import { withClient } from './client.ts';
import { loadLedger, type Whose } from './load.ts';

/** Loads what ClickHouse lacks of a ledger, and hands a connection to it to `use`. */
export async function withClickHouse<T>(
  url: string,
  ledger: Ledger,
  use: (connection: LedgerConnection) => Promise<T>,
): Promise<T> {
  return withClient(url, async (client) => {
    const loads = await loadLedger(client, ledger);
    await client.command({ query: CURRENT_LOADS });
    await insert(client, 'current_loads', loads);
    return use(connectionTo(client, tablesOf(ledger)));
  });
}

/** More names than a query should have, in a large ledger. */
const CURRENT_LOADS =
  'CREATE OR REPLACE TEMPORARY TABLE current_loads (whose String, "table" String, load String)';

/** @param tables definitions of the ledger's tables, for the WITH clause of each query */
function connectionTo(client: ClickHouseClient, tables: string): LedgerConnection {
  /** @param sql may begin with named subqueries of its own */
  const withTables = (sql: string): string => {
    const [, own] = /^\s*WITH\s+(.*)$/s.exec(sql) ?? [];
    return own === undefined ? `WITH ${tables} ${sql}` : `WITH ${tables}, ${own}`;
  };
  const dialect: Dialect = {
    createTable: async (_, name, columns, rows) => {
      const definitions = Object.entries(columns).map(
        ([column, type]) => `${column} ${TYPES[type]}`,
      );
      const query = `CREATE OR REPLACE TEMPORARY TABLE ${name} (${definitions.join(', ')})`;
      await client.command({ query });
      await insert(client, name, rows);
    },
    storeRows: async (_, name, query, isAdded) => {
      const store = isAdded
        ? `INSERT INTO "${name}"`
        : `CREATE OR REPLACE TEMPORARY TABLE "${name}" ENGINE = Memory AS`;
      await client.command({ query: `${store} ${withTables(query)}` });
    },
    digest: (text) =>
      `lower(hex(SHA256(arrayStringConcat(arraySort(groupArray(${text})), char(10)))))`,
    fingerprint: (columns) => {
      const cells = columns.map((column) => `ifNull(toString(${column}), '\\\\N')`);
      return `toString(sum(cityHash64(${cells.join(', ')})))`;
    },
    nullText: "'\\\\N'",
    numberOfText: (text) => `toInt64(bitShiftRight(cityHash64(${text}), 1))`,
    previous: (value, partition) =>
      `lagInFrame(toNullable(${value})) OVER (${partition} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`,
  };
  const stream = async (sql: string) => {
    const result = await client.query({ query: withTables(sql), format: 'JSONCompactEachRow' });
    const chunks = chunksIn(result.stream<unknown[]>());
    return { fetchChunk: async () => (await chunks.next()).value ?? null };
  };
  return { dialect, stream };
}

async function* chunksIn(
  pieces: AsyncIterable<Row<unknown[], 'JSONCompactEachRow'>[]>,
): AsyncGenerator<Chunk, undefined> {
  for await (const piece of pieces) {
    const rows = piece.map((row) => row.json());
    // An empty piece is not the end.
    if (rows.length > 0) yield { rowCount: rows.length, getRows: () => rows };
  }
}

async function insert(
  client: ClickHouseClient,
  table: string,
  values: readonly (readonly unknown[])[],
): Promise<void> {
  if (values.length > 0) await client.insert({ table, values, format: 'JSONCompactEachRow' });
}

/** The tables as `attachLedger` gives them to DuckDB, as named subqueries. */
function tablesOf({ beneath, erased }: Ledger): string {
  const rows = (whose: Whose, table: Table) => {
    const columns = columnsOf(table).map(({ name }) =>
      table === 'activity' && name === 'person'
        ? `${personUnlessErased(erased)} AS person`
        : `"${name}"`,
    );
    return `SELECT ${columns.join(', ')} FROM ledger_${table} AS held WHERE load IN
      (SELECT load FROM current_loads WHERE whose = ${sqlString(whose)} AND "table" = ${sqlString(table)})`;
  };
  return TABLES.map((table) => {
    const parts = [rows('own', table)];
    if (beneath)
      parts.push(`${rows('beneath', table)} AND company NOT IN
        (SELECT company FROM (${rows('own', 'repositories')}) AS own)`);
    return `${table} AS (${parts.join(' UNION ALL ')})`;
  }).join(', ');
}
