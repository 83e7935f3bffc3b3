/** The checks of `bellwether doctor`, a row each. None changes anything, but for an object in the bucket. */
import { existsSync } from 'node:fs';
import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { withBucket } from '../../lib/bucket/bucket.ts';
import { probeBucket } from '../../lib/bucket/probe.ts';
import { messageOf } from '../../lib/errors.ts';
import { counted, listed } from '../../lib/prose.ts';
import { auditBooks } from '../../payments/audit.ts';
import { runGit } from '../../pipeline/collect/git/run-git.ts';
import { heldSigningKey } from '../../pipeline/edition/signing.ts';
import { verifyLedger } from '../../pipeline/ledger/ledger.ts';
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
  'data folder': [(project) => dataFolder(project), 'Free some space, or set DATA_DIR.'],
  ledger: [ledger],
  editions: [editions, 'Run bellwether collect and bellwether publish.'],
  database: [database, 'Check DATABASE_URL and the server, or restore a back-up (books restore).'],
  workers: [workers, 'Start bellwether worker with this DATABASE_URL, or set SCHEDULE_JOBS.'],
  'editions bucket': [editionsBucket, 'Check EDITIONS_URL; only machines that publish write.'],
  payments: [payments, 'Set what is missing, or none of its settings.'],
  mail: [mail, 'Check SMTP_URL: bought keys are mailed, and shown nowhere else.'],
} satisfies Readonly<Record<string, Check>>;

/** An edition of every period, and once more for a correction of all. */
const COMFORTABLE_BYTES = 2e9;
const TIMEOUT_MS = 5_000;

/** Settings that contradict each other. */
async function settings({ settings: config }: Project): Promise<string> {
  const { baseUrl, host, trustedProxies, payments } = config;
  const { hostname, protocol } = new URL(baseUrl);
  const isPublic = !isLocal(hostname);
  const countsProxies = typeof trustedProxies === 'number' && trustedProxies > 0;
  const sells = [payments.x402, payments.solana, payments.checkout].some((rail) => rail.isComplete);
  if (isPublic && isLocal(host) && trustedProxies === 0)
    warn(
      `BASE_URL is public and HOST is ${host}, so there is a proxy that TRUSTED_PROXIES does not name: all clients share one limit`,
    );
  if (countsProxies && !isLocal(host))
    warn(
      `TRUSTED_PROXIES counts proxies, and HOST ${host} can be reached without them: clients could claim any address; list the proxies’ addresses instead`,
    );
  if (isPublic && protocol === 'http:' && sells)
    warn('bought keys would be sent in the clear by http');
  if (!isPublic && sells)
    warn(`something is sold, and only this machine can reach BASE_URL ${baseUrl}`);
  return 'no fault; bellwether config prints them';
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

export async function dataFolder(
  { settings: { dataFolder: folder } }: Project,
  readFreeSpace = statfs as (path: string) => Promise<{ bavail: number; bsize: number }>,
): Promise<string> {
  if (!existsSync(folder)) return `${folder}, which the first start makes`;
  const made = await mkdtemp(join(folder, '.doctor-')).catch((error) =>
    fail(`${folder} cannot be written: ${messageOf(error)}`),
  );
  await rmdir(made);
  const { bavail, bsize } = await readFreeSpace(folder);
  const says = `${folder} is writable, with ${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
  return bavail * bsize < COMFORTABLE_BYTES ? warn(says) : says;
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
  const says = `${counted(workers, 'worker')}, ${counted(active, 'company', 'companies')} in hand, ${waiting} waiting, ${laidAside} given up in the last 14 days`;
  if (workers === 0 && schedule.jobs === 0)
    fail(`${says}, and SCHEDULE_JOBS is 0: nothing collects`);
  if (waiting > 0 && workers + collectors === 0)
    warn(`${says}: the collection that queued them was interrupted; run it again`);
  return laidAside > 0 ? warn(`${says}: the workers’ logs say why`) : says;
}

async function editionsBucket({ settings: { editionsUrl } }: Project): Promise<string> {
  if (editionsUrl === undefined) return 'not used; editions are only in DATA_DIR';
  const once = { timeoutMs: TIMEOUT_MS, attempts: 1 };
  const [name, faults] = await withBucket(
    editionsUrl,
    async (bucket) => [bucket.name, await probeBucket(bucket)] as const,
    once,
  ).catch((thrown: unknown) => warn(`it cannot be written: ${messageOf(thrown)}`));
  if (faults.length === 0) return `${name} honours the preconditions of writes`;
  return fail(`${name} ${listed(faults)}: two publishers could overwrite each other`);
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
  const on = Object.entries({ x402, solana, checkout }).filter(([, rail]) => rail.isComplete);
  if (on.length > 0) {
    await using store = openStore(':memory:');
    const { x402: rail } = await railsOn(store, project);
    await rail
      ?.unanswered(1)
      .catch((error: Error) => fail(`x402: ${messageOf(error.cause ?? error)}`));
  }
  // Messages of errors may hold the address, and with it a password.
  if (solana.isComplete && !(await isHealthy(solana.settings.rpcUrl)))
    fail('the node at SOLANA_RPC_URL does not answer getHealth');
  const partial = railsInPart(project);
  if (partial.length > 0) warn(partial.join('; '));
  return on.length === 0
    ? 'nothing is sold, except through keys issued by hand'
    : `on: ${on.map(([name]) => name).join(', ')}`;
}

/** Asks a node of Solana in JSON-RPC 2.0; the rail asks it for transactions alone. */
async function isHealthy(url: string): Promise<boolean> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const asking = fetch(url, { method: 'POST', headers, body, signal });
  const answer: unknown = await asking.then((response) => response.json()).catch(() => undefined);
  return Object(answer).result === 'ok';
}
