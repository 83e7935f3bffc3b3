/**
 * The ledger's tables in ClickHouse. Each row names the load that brought it: rows count once their
 * load is listed in `ledger_loads`, and are never changed.
 */
import { columnsOf, TABLES, type Table } from '../ledger-tables.ts';

export const TYPES = { VARCHAR: 'String', INTEGER: 'Int32', DATE: 'Date32' } as const;

/** Name and type of each column, in ClickHouse's words. */
export function clickHouseColumns(table: Table): string[] {
  return columnsOf(table).map(({ name, type, isNullable }) => {
    const own = TYPES[type];
    return `"${name}" ${isNullable ? `Nullable(${own})` : own}`;
  });
}

/** Makes what is not there on a single server; `deploy/clickhouse/` has the tables of a cluster. */
export const TABLE_STATEMENTS: readonly string[] = [
  ...TABLES.map((table) => {
    const hasDays = table !== 'created' && columnsOf(table).some(({ name }) => name === 'day');
    const [partitions, lastKey] = hasDays ? ['PARTITION BY toYYYYMM(day)', ', day'] : ['', ''];
    return `CREATE TABLE IF NOT EXISTS ledger_${table}
      (${clickHouseColumns(table).join(', ')}, load LowCardinality(String))
      ENGINE = MergeTree ${partitions} ORDER BY (company, repository${lastKey})`;
  }),
  `CREATE TABLE IF NOT EXISTS ledger_loads
    (file String, load String, rows UInt64, loadedAt DateTime DEFAULT now())
    ENGINE = MergeTree ORDER BY (file, load)`,
];
