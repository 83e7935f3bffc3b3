/** Everything that the service talks to: books, workers, Redis, ClickHouse, a bucket, its own address, mail, chains. */
import { existsSync } from 'node:fs';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { withBucket } from '../../../lib/bucket/bucket.ts';
import { probeBucket } from '../../../lib/bucket/probe.ts';
import type { Config } from '../../../lib/config/config.ts';
import { messageOf } from '../../../lib/errors.ts';
import { counted, listed } from '../../../lib/prose.ts';
import { auditBooks } from '../../../payments/audit.ts';
import { configuredRails } from '../../../payments/rails.ts';
import { nameOf, withClient } from '../../../pipeline/ledger/clickhouse/client.ts';
import { isPostgresqlUrl, nameOfStore, storeLocation } from '../../../store/location.ts';
import { migrationStatus } from '../../../store/migrate.ts';
import { openStore } from '../../../store/store.ts';
import type { Project } from '../project.ts';
import { attempt, error, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const MIN_REDIS = 5;

export async function database({ payments, dataFolder }: Config): Promise<string> {
  const location = storeLocation(payments, dataFolder);
  const name = nameOfStore(location);
  const isFile = !isPostgresqlUrl(location);
  if (isFile && !existsSync(location)) return `${name}, which the first start makes`;
  const remedy = isFile
    ? 'Restore it: bellwether books restore <file>.'
    : 'Check DATABASE_URL and the server.';
  await using store = openStore(location);
  const migrations = await attempt(migrationStatus(store), `${name} cannot be used`, remedy);
  const pending = migrations.filter(({ appliedAt }) => appliedAt === null);
  if (pending.length > 0)
    warning(
      `${name} lacks ${counted(pending.length, 'migration')}`,
      'Run bellwether books migrate, or start the service, which does it.',
    );
  const { faults } = await attempt(auditBooks(store), `${name} cannot be used`, remedy);
  if (faults.length === 0) return `${name}; the books balance`;
  return error(
    `${name}: the books have ${counted(faults.length, 'fault')}, and nothing is sold`,
    'Run bellwether books audit, which names them.',
  );
}

/** Whether any process works on what collections queue. */
export async function workers({ payments, schedule }: Config): Promise<string> {
  const url = payments.databaseUrl;
  if (url === undefined) return 'not used; collections run where they are started';
  const { QueueWatch } = await import('../../../pipeline/queue/queue-state.ts');
  const watch = new QueueWatch(url);
  const reading = watch.read().finally(() => watch.close());
  const state = await attempt(
    reading,
    'the queue cannot be read',
    'Check DATABASE_URL and the server.',
  );
  if (!state) return 'no collection has used any yet';
  const { workers, collectors, waiting, active, laidAside } = state;
  const says = `${counted(workers.length, 'worker')}, ${counted(active, 'company', 'companies')} in hand, ${waiting} waiting`;
  if (workers.length === 0 && schedule.jobs === 0)
    error(
      `${says}, and SCHEDULE_JOBS is 0: nothing collects`,
      'Start bellwether worker, or set SCHEDULE_JOBS.',
    );
  if (waiting > 0 && workers.length + collectors === 0)
    warning(
      `${says}: the collection that queued them was interrupted`,
      'Run bellwether collect again, or let the scheduler continue.',
    );
  if (laidAside === 0) return says;
  return warning(
    `${says}; ${counted(laidAside, 'company was', 'companies were')} given up in the last 14 days, since no worker finished them`,
    'Look at the workers’ logs: the usual cause is a lack of memory or disk space.',
  );
}

export async function redis({ redisUrl }: Config): Promise<string> {
  if (redisUrl === undefined) return 'not used; each process keeps its own limits, in memory';
  const client = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  // The reason comes as an event; what the call rejects with only says that there is no connection.
  let reason: unknown;
  client.on('error', (thrown) => {
    reason = thrown;
  });
  try {
    await client.connect();
    const [, version = '0'] = /redis_version:(\S+)/.exec(await client.info('server')) ?? [];
    if (Number.parseInt(version, 10) >= MIN_REDIS) return `Redis ${version} answers`;
    reason = `Redis ${version} is too old; limits need Redis ${MIN_REDIS} or newer`;
  } catch (thrown) {
    reason = `Redis does not answer: ${messageOf(reason ?? thrown)}`;
  } finally {
    client.disconnect();
  }
  return error(
    String(reason),
    'Check REDIS_URL and the server. In the meantime, each process keeps its own limits.',
  );
}

export async function editionsBucket({ editionsUrl }: Config): Promise<string> {
  if (editionsUrl === undefined) return 'not used; editions are only in DATA_DIR';
  const patience = { timeoutMs: TIMEOUT_MS, attempts: 1 };
  const { name, faults } = await withBucket(
    editionsUrl,
    async (bucket) => ({ name: bucket.name, faults: await probeBucket(bucket) }),
    patience,
  ).catch((thrown: unknown) =>
    warning(
      `it cannot be written: ${messageOf(thrown)}`,
      'Machines that publish need to write; machines that serve only read. Check EDITIONS_URL and the credentials.',
    ),
  );
  if (faults.length === 0) return `${name} honours the preconditions of writes`;
  return error(
    `${name} ${listed(faults)}`,
    'Two publishers at once could overwrite each other: use a different service, or only one publisher.',
  );
}

export async function clickHouse({ clickHouseUrl }: Config): Promise<string> {
  if (clickHouseUrl === undefined) return 'not used; DuckDB reads the ledger';
  const query = { query: 'SELECT version()', format: 'JSONCompactEachRow' } as const;
  const asking = withClient(
    clickHouseUrl,
    async (client) => (await client.query(query)).json<[string]>(),
    TIMEOUT_MS,
  );
  const name = nameOf(clickHouseUrl);
  const rows = await attempt(asking, name, 'Check CLICKHOUSE_URL and the server.');
  return `${name} answers (${rows[0]?.[0]})`;
}

const Health = z.object({ status: z.literal('ok') });

export async function baseUrl({ baseUrl: address }: Config): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${address}/healthz`, { signal }).catch((thrown: unknown) =>
    warning(
      `nothing answers at ${address}: ${messageOf(Object(thrown).cause ?? thrown)}`,
      'Start the service, and check BASE_URL, the name’s DNS records and the proxy.',
    ),
  );
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && Health.safeParse(body).success) return `the service answers at ${address}`;
  return error(
    `${address}/healthz answers ${response.status}, but not from this service`,
    'Check BASE_URL, PORT and the proxy.',
  );
}

export async function mail({ payments: { checkout } }: Config): Promise<string> {
  if (!checkout.isComplete) return 'not used; the checkout is off';
  const { createTransport } = await import('nodemailer');
  const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS };
  await attempt(
    createTransport({ url: checkout.settings.smtpUrl, ...times }).verify(),
    'the mail server cannot be used',
    'Check SMTP_URL: bought keys are mailed, and shown nowhere else.',
  );
  return 'the mail server takes mail';
}

/** The ways to pay: their settings and libraries, and the nodes of their chains. */
export async function payments(project: Project): Promise<string> {
  const { x402, solana, checkout } = project.settings.payments;
  const on: string[] = [];
  const partial: string[] = [];
  for (const [name, rail] of Object.entries({ x402, Solana: solana, checkout }))
    if (rail.isComplete) on.push(name);
    else if (rail.missing.length > 0)
      partial.push(`${name} is off until ${rail.missing.join(', ')} is set`);
  if (on.length > 0) {
    await using store = openStore(':memory:');
    const parts = { store, watch: () => undefined };
    await configuredRails(project.settings.payments, parts, await project.seller());
    await askNodes(project.settings);
  }
  if (partial.length > 0)
    warning(partial.join('; '), 'Set what is missing, or none of its settings.');
  return on.length === 0
    ? 'nothing is sold, except through keys issued by hand'
    : `on: ${on.join(', ')}`;
}

async function askNodes({ payments: { x402, solana } }: Config): Promise<void> {
  if (x402.isComplete) {
    const { rpcUrl, network } = x402.settings;
    const chain = Number(await ask('X402_RPC_URL', rpcUrl, 'eth_chainId'));
    const [, expected] = /^eip155:(\d+)$/.exec(network) ?? [];
    if (expected !== undefined && chain !== Number(expected))
      error(
        `the node at X402_RPC_URL is on chain ${chain}, and X402_NETWORK is ${network}`,
        'Set both to the same chain.',
      );
  }
  if (solana.isComplete) await ask('SOLANA_RPC_URL', solana.settings.rpcUrl, 'getHealth');
}

const Reply = z.object({ result: z.string() });

/** Calls a method without parameters (JSON-RPC 2.0). @returns the node’s answer */
async function ask(setting: string, url: string, method: string): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return Reply.parse(await response.json()).result;
  } catch {
    // Their messages may hold the address, and with it a password.
    return error(`the node at ${setting} does not answer ${method}`, `Check ${setting}.`);
  }
}
