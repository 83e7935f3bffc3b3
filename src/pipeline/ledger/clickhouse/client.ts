/** ClickHouse, by the official client, which is loaded at the first use. */
import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { BellwetherError, messageOf, systemCode, UnavailableError } from '../../../lib/errors.ts';
import { optionalPackage } from '../../../lib/optional-package.ts';

/** A ledger of a whole forge is sorted and counted for so long before the first row comes. */
const TIMEOUT_MS = 600_000;

/** Settings that make ClickHouse answer the shared SQL as DuckDB does, and a cluster as one machine. */
const SETTINGS = {
  cast_keep_nullable: 1,
  join_use_nulls: 1,
  prefer_column_name_to_alias: 1,
  prefer_global_in_and_join: 1,
  distributed_foreground_insert: 1,
  // A ledger that was written as one file holds all months.
  max_partitions_per_insert_block: '0',
  output_format_json_quote_64bit_integers: 0,
  // Keeps a connection open while nothing else comes.
  send_progress_in_http_headers: 1,
  http_headers_progress_interval_ms: '60000',
} as const;

/**
 * Opens a session, in which temporary tables live, and closes it in any case. A session belongs to
 * one server: the address is that of a server, not of a balancer.
 *
 * @param url `https://user:password@host:8443/database`
 * @throws BellwetherError `package-missing`, `clickhouse-away` (503), `clickhouse-failed`
 */
export async function withClient<T>(
  url: string,
  use: (client: ClickHouseClient) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const { createClient, ClickHouseError, ClickHouseLogLevel } = await optionalPackage(
    () => import('@clickhouse/client'),
    'CLICKHOUSE_URL is set',
    'npm install @clickhouse/client',
  );
  const client = createClient({
    url,
    application: 'bellwether',
    session_id: randomUUID(),
    // A session takes one query at a time.
    max_open_connections: 1,
    request_timeout: timeoutMs,
    // Failures are thrown instead.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: SETTINGS,
  });
  try {
    return await use(client);
  } catch (error) {
    if (error instanceof ClickHouseError)
      throw new BellwetherError(
        'clickhouse-failed',
        `${nameOf(url)} refuses (${error.type ?? error.code}): ${error.message}`,
        { cause: error },
      );
    if (error instanceof BellwetherError || !isOfNetwork(error)) throw error;
    throw new UnavailableError(
      'clickhouse-away',
      `${nameOf(url)} cannot be reached now (${messageOf(error)}). Nothing was changed.`,
      { cause: error },
    );
  } finally {
    await client.close();
  }
}

/** Without the password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `ClickHouse at ${host}${pathname === '/' ? '' : pathname}`;
}

/** Node's errors of sockets have a code; the client's own say that time ran out. */
function isOfNetwork(error: unknown): boolean {
  const hasCode = /^(?:E[A-Z]+|UND_ERR_\w+)$/.test(systemCode(error) ?? '');
  return hasCode || /timeout|socket|aborted/i.test(messageOf(error));
}
