/** What the service talks to: the store of its books, Redis, its own address, chains and mail. */
import { existsSync } from 'node:fs';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { Config } from '../../../lib/config/config.ts';
import { messageOf } from '../../../lib/errors.ts';
import { counted } from '../../../lib/prose.ts';
import { auditBooks } from '../../../payments/audit.ts';
import { PaymentEvents } from '../../../payments/payment-events.ts';
import { configuredRails } from '../../../payments/rails.ts';
import { isPostgresqlUrl, nameOfStore, storeLocation } from '../../../store/location.ts';
import { migrationStatus } from '../../../store/migrate.ts';
import { openStore } from '../../../store/store.ts';
import type { Project } from '../project.ts';
import { error, type Finding, ok, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const MIN_REDIS = 5;

export async function database({ payments, dataFolder }: Config): Promise<Finding> {
  const location = storeLocation(payments, dataFolder);
  const name = nameOfStore(location);
  const isFile = !isPostgresqlUrl(location);
  if (isFile && !existsSync(location)) return ok(`${name}, which the first start makes`);
  const store = openStore(location);
  try {
    const pending = (await migrationStatus(store)).filter(({ appliedAt }) => appliedAt === null);
    if (pending.length > 0)
      return warning(
        `${name} lacks ${counted(pending.length, 'migration')}`,
        'Run bellwether db migrate, or start the service, which does it.',
      );
    const { faults } = await auditBooks(store);
    if (faults.length === 0) return ok(`${name}; the books balance`);
    return error(
      `${name}: the books have ${counted(faults.length, 'fault')}, and nothing is sold`,
      'Run bellwether ledger audit, which names them.',
    );
  } catch (thrown) {
    return error(
      `${name} cannot be used: ${messageOf(thrown)}`,
      isFile ? 'Restore it: bellwether db restore <file>.' : 'Check DATABASE_URL and the server.',
    );
  } finally {
    await store.close();
  }
}

/** Whether somebody works on what collections ask for. */
export async function workers({ payments, schedule }: Config): Promise<Finding> {
  const url = payments.databaseUrl;
  if (url === undefined) return ok('not used; collections run where they are started');
  const { QueueWatch } = await import('../../../pipeline/queue/queue-state.ts');
  const watch = new QueueWatch(url);
  try {
    const state = await watch.read();
    if (!state) return ok('no collection has used any yet');
    const { workers, collectors, waiting, active, laidAside } = state;
    const says = `${counted(workers.length, 'worker')}, ${counted(active, 'company', 'companies')} in hand, ${waiting} waiting`;
    if (workers.length === 0 && schedule.jobs === 0)
      return error(
        `${says}, and SCHEDULE_JOBS is 0: nothing collects`,
        'Start bellwether worker, or set SCHEDULE_JOBS.',
      );
    if (waiting > 0 && workers.length + collectors === 0)
      return warning(
        `${says}: the collection that queued them was interrupted`,
        'Run bellwether collect again, or let the scheduler continue.',
      );
    if (laidAside === 0) return ok(says);
    return warning(
      `${says}; ${counted(laidAside, 'company was', 'companies were')} given up in the last 14 days, since no worker finished them`,
      'Look at the workers’ logs: the usual cause is a lack of memory or disk space.',
    );
  } catch (thrown) {
    return error(
      `the queue cannot be read: ${messageOf(thrown)}`,
      'Check DATABASE_URL and the server.',
    );
  } finally {
    await watch.close();
  }
}

export async function redis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === undefined) return ok('not used; each process keeps its own limits, in memory');
  const client = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let reason = '';
  client.on('error', (thrown) => {
    reason = messageOf(thrown);
  });
  try {
    await client.connect();
    const [, version = '0'] = /redis_version:(\S+)/.exec(await client.info('server')) ?? [];
    if (Number.parseInt(version, 10) >= MIN_REDIS) return ok(`Redis ${version} answers`);
    return error(`Redis ${version} is too old`, `Limits need Redis ${MIN_REDIS} or newer.`);
  } catch (thrown) {
    return error(
      `Redis does not answer: ${reason || messageOf(thrown)}`,
      'Check REDIS_URL and the server. In the meantime, each process keeps its own limits.',
    );
  } finally {
    client.disconnect();
  }
}

const Health = z.object({ status: z.literal('ok') });

export async function baseUrl({ baseUrl: address }: Config): Promise<Finding> {
  let response: Response;
  try {
    response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (thrown) {
    const why = messageOf((thrown as Error).cause ?? thrown);
    return warning(
      `nothing answers at ${address}: ${why}`,
      'Start the service, and check BASE_URL, the name’s DNS records and the proxy.',
    );
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && Health.safeParse(body).success) return ok(`the service answers at ${address}`);
  return error(
    `${address}/healthz answers ${response.status}, but not from this service`,
    'Check BASE_URL, PORT and the proxy.',
  );
}

/** Settings, libraries, and the nodes of the chains. */
export async function payments(project: Project): Promise<Finding> {
  const { x402, solana, checkout } = project.settings.payments;
  const rails = { x402, Solana: solana, checkout };
  const partial = Object.entries(rails).flatMap(([name, rail]) =>
    rail.isComplete || rail.missing.length === 0
      ? []
      : [`${name} is off until ${rail.missing.join(', ')} is set`],
  );
  const on = Object.entries(rails).flatMap(([name, { isComplete }]) => (isComplete ? [name] : []));
  if (on.length > 0) {
    const fault = (await railFault(project)) ?? (await nodeFault(project.settings));
    if (fault) return fault;
  }
  if (partial.length > 0)
    return warning(partial.join('; '), 'Set what is missing, or none of its settings.');
  return ok(
    on.length === 0
      ? 'nothing is sold, except through keys issued by hand'
      : `on: ${on.join(', ')}`,
  );
}

async function railFault(project: Project): Promise<Finding | undefined> {
  const store = openStore(':memory:');
  try {
    const parts = { store, watch: new PaymentEvents().emit };
    await configuredRails(project.settings.payments, parts, await project.seller());
    return undefined;
  } catch (thrown) {
    return error(messageOf(thrown));
  } finally {
    await store.close();
  }
}

const Reply = z.object({ result: z.unknown() });

async function nodeFault({ payments: { x402, solana } }: Config): Promise<Finding | undefined> {
  if (x402.isComplete) {
    const { rpcUrl, network } = x402.settings;
    const chain = await asked('X402_RPC_URL', rpcUrl, 'eth_chainId');
    if (typeof chain !== 'string') return chain.fault;
    const [, expected] = /^eip155:(\d+)$/.exec(network) ?? [];
    if (expected !== undefined && Number(chain) !== Number(expected))
      return error(
        `the node at X402_RPC_URL is on chain ${Number(chain)}, and X402_NETWORK is ${network}`,
        'Set both to the same chain.',
      );
  }
  if (solana.isComplete) {
    const health = await asked('SOLANA_RPC_URL', solana.settings.rpcUrl, 'getHealth');
    if (typeof health !== 'string') return health.fault;
  }
  return undefined;
}

/** What a node answers to a call without parameters (JSON-RPC 2.0). */
async function asked(
  setting: string,
  url: string,
  method: string,
): Promise<string | { fault: Finding }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return z.string().parse(Reply.parse(await response.json()).result);
  } catch {
    // Their messages may hold the address, and with it a password.
    const fault = error(`the node at ${setting} does not answer ${method}`, `Check ${setting}.`);
    return { fault };
  }
}

export async function mail({ payments: { checkout } }: Config): Promise<Finding> {
  if (!checkout.isComplete) return ok('not used; the checkout is off');
  try {
    const { createTransport } = await import('nodemailer');
    const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS };
    await createTransport({ url: checkout.settings.smtpUrl, ...times }).verify();
    return ok('the mail server takes mail');
  } catch (thrown) {
    return error(
      `the mail server cannot be used: ${messageOf(thrown)}`,
      'Check SMTP_URL: bought keys are mailed, and shown nowhere else.',
    );
  }
}
