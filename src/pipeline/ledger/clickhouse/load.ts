/**
 * Loads the ledger's files that ClickHouse does not have yet, each as one load. A load that broke off
 * is never listed, so its rows never count; if a file was loaded twice, queries read one of the loads.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { BellwetherError } from '../../../lib/errors.ts';
import { sqlString } from '../connection.ts';
import type { Ledger } from '../ledger.ts';
import type { TableFile } from '../ledger-manifest.ts';
import { columnsOf, TABLES, type Table } from '../ledger-tables.ts';
import { clickHouseColumns, TABLE_STATEMENTS } from './clickhouse-tables.ts';

export type Whose = 'own' | 'beneath';
/** The load that ClickHouse has of a file. */
type HeldLoad = [whose: Whose, table: Table, load: string];
/** The name of the load of each file, by the file's name. */
type Loads = ReadonlyMap<string, string>;

/** @returns what ClickHouse has then, of this ledger and the one beneath it */
export async function loadLedger(client: ClickHouseClient, ledger: Ledger): Promise<HeldLoad[]> {
  for (const query of TABLE_STATEMENTS) await client.command({ query });
  const before = await listedLoads(client);
  const files = [...filesIn(ledger)];
  for (const each of files) if (!before.has(each.file)) await loadFile(client, each);
  const loads = await listedLoads(client);
  await checkRows(client, files, loads);
  return files.map(({ whose, table, file }) => [whose, table, loads.get(file) ?? '']);
}

/** The files of a ledger and the one beneath it. */
function* filesIn(
  { folder, manifest, beneath }: Ledger,
  whose: Whose = 'own',
): Generator<HeldFile> {
  for (const table of TABLES)
    for (const part of manifest.tables[table]) yield { whose, folder, table, ...part };
  if (beneath) yield* filesIn(beneath, 'beneath');
}

type HeldFile = TableFile & { whose: Whose; folder: string; table: Table };

async function loadFile(
  client: ClickHouseClient,
  { folder, table, file, rows }: HeldFile,
): Promise<void> {
  const names = columnsOf(table).map(({ name }) => `"${name}"`);
  const load = randomUUID();
  const { stream } = await client.exec({
    query: `INSERT INTO ledger_${table} (${names.join(', ')}, load)
      SELECT ${names.join(', ')}, ${sqlString(load)}
      FROM input(${sqlString(clickHouseColumns(table).join(', '))}) FORMAT Parquet`,
    values: createReadStream(join(folder, file)),
  });
  // Nothing comes, and the connection is free once that was read.
  for await (const _ of stream);
  await client.insert({
    table: 'ledger_loads',
    columns: ['file', 'load', 'rows'],
    values: [[file, load, rows]],
    format: 'JSONCompactEachRow',
  });
}

async function listedLoads(client: ClickHouseClient): Promise<Loads> {
  // The same one for all, where two loaded a file at the same time.
  const query = 'SELECT file, min(load) FROM ledger_loads GROUP BY file';
  const result = await client.query({ query, format: 'JSONCompactEachRow' });
  return new Map(await result.json<[file: string, load: string]>());
}

/** Nothing may be computed from a server that lags behind its replicas, or lost rows. */
async function checkRows(
  client: ClickHouseClient,
  files: readonly HeldFile[],
  loads: Loads,
): Promise<void> {
  const held = new Map<string, number>();
  for (const table of TABLES) {
    const query = `SELECT load, count() FROM ledger_${table} GROUP BY load`;
    const result = await client.query({ query, format: 'JSONCompactEachRow' });
    for (const [load, rows] of await result.json<[load: string, rows: number]>())
      held.set(load, Number(rows));
  }
  for (const { file, rows } of files) {
    const found = held.get(loads.get(file) ?? '') ?? 0;
    if (found !== rows)
      throw new BellwetherError(
        'clickhouse-incomplete',
        `ClickHouse holds ${found} rows of ${file}, and the ledger ${rows}. If this replica lags behind, wait for it; otherwise delete the file's entry in ledger_loads, and it is loaded again.`,
      );
  }
}
