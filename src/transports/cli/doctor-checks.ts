/**
 * The checks of `bellwether doctor`, a row each. None changes anything, but for an object in the bucket and
 * a count in Redis.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { STANDARD_LIMIT } from '../../api/operation/operation.ts';
import { verifyForecastLog } from '../../features/forecasts/log.ts';
import { openMarkets } from '../../features/markets/market.ts';
import { withBucket } from '../../lib/bucket/bucket.ts';
import { probeBucket } from '../../lib/bucket/probe.ts';
import { messageOf } from '../../lib/errors.ts';
import { makeLimiter } from '../../lib/limits/limiter.ts';
import { counted, listed } from '../../lib/prose.ts';
import { auditBooks } from '../../payments/audit.ts';
import { runGit } from '../../pipeline/collect/git/run-git.ts';
import { heldSigningKey } from '../../pipeline/edition/signing.ts';
import { nameOf, withClient } from '../../pipeline/ledger/clickhouse/client.ts';
import { verifyLedger, writtenAt } from '../../pipeline/ledger/ledger.ts';
import { Editions } from '../../published/editions.ts';
import { verifyEditions } from '../../published/verify.ts';
import { isPostgresqlUrl, nameOfStore, storeLocation } from '../../store/location.ts';
import { migrationStatus } from '../../store/migrate.ts';
import { openStore } from '../../store/store.ts';
import { railsInPart, railsOn } from './operation-context.ts';
import type { Project } from './project.ts';

/**
 * A look at one thing, which returns what to say if all is well, and throws a `Warning` or another
 * error if not; then the advice to the operator, unless the message gives it.
 */
export type Check = readonly [look: (project: Project) => Promise<string>, remedy?: string];

export class Warning extends Error {}

function warn(reason: unknown): never {
  throw new Warning(messageOf(reason));
}

function fail(says: string): never {
  throw new Error(says);
}

export const CHECKS = {
  settings: [settings, 'Change them in .env or the environment; see docs/settings.md.'],
  git: [git, 'Install git 2.37 or newer. Only collecting needs it.'],
  registry: [registry],
  'data folder': [(project) => dataFolder(project), 'Free some space, or set DATA_DIR.'],
  clock: [clock, 'Have the clock set over the network (systemd-timesyncd, chrony or ntpd).'],
  ledger: [ledger],
  editions: [editions, 'Run bellwether collect and bellwether publish.'],
  forecasts: [forecasts, 'Run bellwether publish, which logs them.'],
  database: [database, 'Check DATABASE_URL and the server, or restore a back-up (books restore).'],
  workers: [workers, 'Start bellwether worker with this DATABASE_URL, or set SCHEDULE_JOBS.'],
  redis: [redis, 'Check REDIS_URL and the server. Meanwhile, each process keeps its own limits.'],
  clickhouse: [clickHouse, 'Check CLICKHOUSE_URL and the server.'],
  'editions bucket': [editionsBucket, 'Check EDITIONS_URL; only machines that publish write.'],
  'base url': [baseUrl, 'Start the service, and check BASE_URL, PORT, DNS records and the proxy.'],
  payments: [payments, 'Set what is missing, or none of its settings.'],
  mail: [mail, 'Check SMTP_URL: bought keys are mailed, and shown nowhere else.'],
} satisfies Readonly<Record<string, Check>>;

/** An edition of every period, and once more for a correction of all. */
const COMFORTABLE_BYTES = 2e9;
/** Bytes that a week adds, with room to spare. */
const NEEDED_BYTES = 1e8;
/** Weeks end at midnight, and payments expire within minutes. */
const TOLERATED_SKEW_S = 60;
const HARMFUL_SKEW_S = 3_600;
const TIMEOUT_MS = 5_000;

/** Settings that contradict each other. */
async function settings({ settings: config }: Project): Promise<string> {
  const { baseUrl, host, trustedProxies, payments } = config;
  const { hostname, protocol } = new URL(baseUrl);
  const isPublic = !isLocal(hostname);
  const sells = [payments.x402, payments.solana, payments.checkout].some((rail) => rail.isComplete);
  const faults = [
    isPublic &&
      isLocal(host) &&
      trustedProxies === 0 &&
      `BASE_URL is public and HOST is ${host}, so there is a proxy that TRUSTED_PROXIES does not name: all clients share one limit`,
    typeof trustedProxies === 'number' &&
      trustedProxies > 0 &&
      !isLocal(host) &&
      `TRUSTED_PROXIES counts proxies, and HOST ${host} can be reached without them: clients could claim any address; list the proxies’ addresses instead`,
    isPublic && protocol === 'http:' && sells && 'bought keys would be sent in the clear by http',
    !isPublic && sells && `something is sold, and only this machine can reach BASE_URL ${baseUrl}`,
  ].filter((fault) => fault !== false);
  return faults.length === 0 ? 'no fault; bellwether config prints them' : warn(faults.join('; '));
}

function isLocal(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|::1|127\..*)$/.test(hostname);
}

async function git(): Promise<string> {
  const { output } = await runGit(['--version']).catch(warn);
  const [version, major, minor] = /(\d+)\.(\d+)[\w.]*/.exec(output) ?? [];
  const isEnough = 1000 * Number(major) + Number(minor) >= 2037;
  return isEnough ? `git ${version}` : warn(`git ${version} is too old`);
}

async function registry(project: Project): Promise<string> {
  const { companies } = await project.registry();
  return `${counted(companies.length, 'company', 'companies')} without a fault in their files`;
}

export async function dataFolder(
  { settings: { dataFolder: folder } }: Project,
  freeBytes = freeBytesIn,
): Promise<string> {
  const nearest = nearestFolder(folder);
  const made = await mkdtemp(join(nearest, '.doctor-')).catch((error) =>
    fail(`${folder} cannot be written: ${messageOf(error)}`),
  );
  await rmdir(made);
  const free = await freeBytes(nearest);
  const says = `${folder} is writable, with ${(free / 1e9).toFixed(1)} GB free`;
  if (free >= COMFORTABLE_BYTES) return says;
  return free < NEEDED_BYTES ? fail(says) : warn(says);
}

async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The folder itself, or the one that it would be made in. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/** Compares the clock with that of the hosting service, and with what was written before. */
async function clock({ settings, store, folders, now }: Project): Promise<string> {
  const written = [await store.publishedAt(), await writtenAt(folders.ledger)];
  const time = now().getTime();
  if (written.some((at) => at !== undefined && at.getTime() > time + TOLERATED_SKEW_S * 1000))
    fail(`the clock says ${now().toISOString()}, and editions or a ledger were written later`);
  const { gitHubApiUrl } = settings;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(gitHubApiUrl, { method: 'HEAD', signal }).catch(() => undefined);
  const skew = Math.abs(Date.parse(response?.headers.get('date') ?? '') - time) / 1000;
  if (Number.isNaN(skew))
    return 'nothing was written later than now; there was no other clock to compare with';
  const says = `the clock is ${Math.round(skew)} s from that of ${new URL(gitHubApiUrl).host}`;
  if (skew <= TOLERATED_SKEW_S) return says;
  return skew > HARMFUL_SKEW_S ? fail(says) : warn(says);
}

async function ledger(project: Project): Promise<string> {
  const current = await project.ledger();
  await verifyLedger(current);
  return `intact (${current.beneath ? 'your own on top of the shipped one' : current.folder})`;
}

/** Looks at the current period; `bellwether verify` looks at all of them. */
async function editions(project: Project): Promise<string> {
  const { store } = project;
  const published = await Editions.open(store, project.now());
  if (!published) return warn(`nothing is published under ${project.baseUrl} in ${store.folder}`);
  const { editionsUrl, dataFolder: folder } = project.settings;
  // It only serves what a bucket holds.
  const isServed = editionsUrl !== undefined && !(await heldSigningKey(folder));
  const key = isServed ? undefined : await project.signingKey();
  await verifyEditions(store, key?.publicKeyPem, published.latest);
  const says = `${published.latest} is published and signed`;
  if (published.isOld) warn(`${says}, and out of date`);
  if (isServed) return `${says}; it came from the bucket`;
  if (published.catalog.inputs === (await project.fingerprint())) return `${says}, and current`;
  return warn(`${says}; registry, ledger or method have changed since`);
}

async function forecasts(project: Project): Promise<string> {
  const { store } = project;
  const catalog = await store.catalog();
  if (!catalog) return 'nothing is published, so there are no forecasts';
  const keys = catalog.keys.map(({ publicKey }) => publicKey);
  const { entries } = await verifyForecastLog(store, keys);
  if (entries.length > 0)
    return `${counted(entries.length, 'entry', 'entries')} in an unbroken, signed log`;
  const day = project.now().toISOString().slice(0, 10);
  if (openMarkets(await project.registry(), day).length > 0) warn('none has been logged');
  return 'no market is open, and none has been forecast';
}

async function database({ settings: { payments, dataFolder } }: Project): Promise<string> {
  const location = storeLocation(payments, dataFolder);
  const name = nameOfStore(location);
  if (!isPostgresqlUrl(location) && !existsSync(location))
    return `${name}, which the first start makes`;
  await using store = openStore(location);
  const migrations = await migrationStatus(store).catch((error: unknown) =>
    fail(`${name} cannot be used: ${messageOf(error)}`),
  );
  const pending = migrations.filter(({ appliedAt }) => appliedAt === null);
  if (pending.length > 0)
    warn(`${name} lacks ${counted(pending.length, 'migration')}: run bellwether books migrate`);
  const { faults } = await auditBooks(store);
  if (faults.length === 0) return `${name}; the books balance`;
  const found = counted(faults.length, 'fault');
  return fail(
    `${name}: the books have ${found}, which bellwether books audit names; nothing is sold`,
  );
}

/** Whether any process works on what collections queue. */
async function workers({ settings: { payments, schedule } }: Project): Promise<string> {
  const url = payments.databaseUrl;
  if (url === undefined) return 'not used; collections run where they are started';
  const { readQueueState } = await import('../../pipeline/queue/queue-state.ts');
  const state = await readQueueState(url);
  if (!state) return 'no collection has used any yet';
  const { workers, collectors, waiting, active, laidAside } = state;
  const says = `${counted(workers, 'worker')}, ${counted(active, 'company', 'companies')} in hand, ${waiting} waiting`;
  if (workers === 0 && schedule.jobs === 0)
    fail(`${says}, and SCHEDULE_JOBS is 0: nothing collects`);
  if (waiting > 0 && workers + collectors === 0)
    warn(`${says}: the collection that queued them was interrupted; run it again`);
  if (laidAside > 0)
    warn(
      `${says}; ${counted(laidAside, 'company was', 'companies were')} given up in the last 14 days, mostly for lack of memory or disk space: see the workers’ logs`,
    );
  return says;
}

/** Takes a token from a bucket of its own, as a request does; Redis forgets the bucket within seconds. */
async function redis({ settings: { redisUrl } }: Project): Promise<string> {
  if (redisUrl === undefined) return 'not used; each process keeps its own limits, in memory';
  const faults: string[] = [];
  const failed = (reason: string) => void faults.push(reason);
  const limiter = await makeLimiter(redisUrl, { failed, recovered: () => undefined });
  await limiter.take({ name: 'doctor', limit: STANDARD_LIMIT }, 'doctor');
  limiter.close();
  return faults.length === 0 ? 'Redis counts requests' : fail(`Redis fails: ${faults[0]}`);
}

async function editionsBucket({ settings: { editionsUrl } }: Project): Promise<string> {
  if (editionsUrl === undefined) return 'not used; editions are only in DATA_DIR';
  const probing = withBucket(
    editionsUrl,
    async (bucket) => ({ name: bucket.name, faults: await probeBucket(bucket) }),
    { timeoutMs: TIMEOUT_MS, attempts: 1 },
  );
  const { name, faults } = await probing.catch((thrown: unknown) =>
    warn(`it cannot be written: ${messageOf(thrown)}`),
  );
  if (faults.length === 0) return `${name} honours the preconditions of writes`;
  return fail(`${name} ${listed(faults)}: two publishers could overwrite each other`);
}

async function clickHouse({ settings: { clickHouseUrl } }: Project): Promise<string> {
  if (clickHouseUrl === undefined) return 'not used; DuckDB reads the ledger';
  const query = { query: 'SELECT version()', format: 'JSONCompactEachRow' } as const;
  const rows = await withClient(
    clickHouseUrl,
    async (client) => (await client.query(query)).json<[string]>(),
    TIMEOUT_MS,
  );
  return `${nameOf(clickHouseUrl)} answers (${rows[0]?.[0]})`;
}

async function baseUrl({ baseUrl: address }: Project): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${address}/healthz`, { signal }).catch((thrown: unknown) =>
    warn(`nothing answers at ${address}: ${messageOf(Object(thrown).cause ?? thrown)}`),
  );
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && Object(body).status === 'ok') return `the service answers at ${address}`;
  return fail(`${address}/healthz answers ${response.status}, but not from this service`);
}

async function mail({ settings: { payments } }: Project): Promise<string> {
  const { checkout } = payments;
  if (!checkout.isComplete) return 'not used; the checkout is off';
  const { createTransport } = await import('nodemailer');
  const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS };
  await createTransport({ url: checkout.settings.smtpUrl, ...times })
    .verify()
    .catch((thrown: unknown) => fail(`the mail server cannot be used: ${messageOf(thrown)}`));
  return 'the mail server takes mail';
}

/** The ways to pay: their settings and libraries, and the nodes of their chains. */
async function payments(project: Project): Promise<string> {
  const { x402, solana, checkout } = project.settings.payments;
  const rails = Object.entries({ x402, solana, checkout });
  const on = rails.flatMap(([name, { isComplete }]) => (isComplete ? [name] : []));
  if (on.length > 0) {
    await using store = openStore(':memory:');
    const { x402: rail } = await railsOn(store, project);
    await rail
      ?.unanswered(1)
      .catch((error: Error) => fail(`x402: ${messageOf(error.cause ?? error)}`));
  }
  if (solana.isComplete) await askHealth(solana.settings.rpcUrl);
  const partial = railsInPart(project);
  if (partial.length > 0) warn(partial.join('; '));
  return on.length === 0
    ? 'nothing is sold, except through keys issued by hand'
    : `on: ${on.join(', ')}`;
}

/** Asks a node of Solana in JSON-RPC 2.0; the rail asks it for transactions alone. */
async function askHealth(url: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  // Messages of errors may hold the address, and with it a password.
  if (Object(answer).result !== 'ok') fail('the node at SOLANA_RPC_URL does not answer getHealth');
}
