/**
 * A cluster on one machine: two workers, a collector that publishes, two servers, one bucket, PostgreSQL
 * and Redis. Prints what each says, as the transcript in docs/deploy.md.
 *
 * Usage: npm run -s cluster
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { startBucketServer } from './bucket-server.ts';
import { freePort } from './free-port.ts';
import { manyRepositories } from './many-repositories.ts';
import { writeOwnCompanies } from './own-companies.ts';
import { newDatabase } from './postgresql.ts';

const REPOSITORIES = 8;
const REDIS_URL = process.env['REDIS_URL'] || 'redis://127.0.0.1:6379';
const BASE_URL = 'http://localhost:8080';
const PATIENCE_MS = 900_000;

const folder = await mkdtemp(join(tmpdir(), 'bellwether-cluster-'));
const hosting = await manyRepositories(join(folder, 'hosted'), REPOSITORIES);
const bucket = await startBucketServer();
const database = await newDatabase();
const shared = {
  ...{ PATH: process.env['PATH'] ?? '', BASE_URL, REDIS_URL, TRUSTED_PROXIES: '1' },
  ...{ DATABASE_URL: database.url, EDITIONS_URL: bucket.url(), GIT_BASE_URL: hosting.url },
  ...bucket.environment,
};
const running: ChildProcess[] = [];
const ports: number[] = [];
try {
  const collector = join(folder, 'collector');
  const slugs = await writeOwnCompanies(collector, hosting.names);
  await mkdir(join(collector, 'keys'));
  await writeFile(join(collector, 'keys', 'identity-key'), 'ab'.repeat(32), { mode: 0o600 });
  for (const name of ['worker1', 'worker2']) {
    await cp(join(collector, 'keys'), join(folder, name, 'keys'), { recursive: true });
    start(name, ['worker', '--jobs', '1']);
  }
  for (const name of ['server1', 'server2']) {
    const port = await freePort();
    ports.push(port);
    start(name, ['serve'], { PORT: String(port), HOST: '127.0.0.1' });
    await cp(join(collector, 'registry'), join(folder, name, 'registry'), { recursive: true });
  }
  // Some repositories are broken, which it ends with.
  await once(start('collector', ['collect', '--fresh', '--jobs', '0', ...slugs]), 'close');
  const [status] = await once(start('collector', ['publish']), 'close');
  if (status !== 0) throw new Error('nothing was published');
  for (const [index, port] of ports.entries())
    say(`server${index + 1}`, `GET /readyz ${JSON.stringify(await ready(port))}`);
} finally {
  for (const child of running.filter(isRunning)) child.kill('SIGTERM');
  await Promise.all(running.filter(isRunning).map((child) => once(child, 'exit')));
  hosting.close();
  await bucket.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

/** Starts a command with a data folder of that name; each line of it is printed under that name. */
function start(name: string, args: readonly string[], settings: Record<string, string> = {}) {
  say(name, `$ bellwether ${args.join(' ')}`);
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'src', 'main.ts'), ...args], {
    env: { ...shared, DATA_DIR: join(folder, name), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line.trim() !== '') say(name, line);
    });
  running.push(child);
  return child;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function ready(port: number): Promise<unknown> {
  for (const began = performance.now(); performance.now() - began < PATIENCE_MS; await delay(200)) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    const body: unknown = await response?.json();
    if (response?.ok) return body;
  }
  throw new Error('a server does not take up what was published');
}

function say(name: string, line: string): void {
  console.log(`${name.padEnd(9)} ${line.replaceAll(folder, '')}`);
}
