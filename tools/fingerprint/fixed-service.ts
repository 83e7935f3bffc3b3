/** The service on the shipped data, published into an empty folder, with a fixed clock and a fixed key. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { signingKeyPath } from '../../src/pipeline/edition/signing.ts';
import { freePort } from '../free-port.ts';

const MAIN = join(PROJECT_ROOT, 'src', 'main.ts');
/** PKCS #8 around the 32 bytes of an Ed25519 key (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
/** The time at which files were written, which answers tell. */
const WRITTEN_AT = new Date('2026-11-01T06:00:00Z');
const START_TIMEOUT_MS = 300_000;
const POLL_MS = 250;

export type FixedService = { origin: string; stop: () => Promise<void> };

export async function startFixedService(): Promise<FixedService> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-fingerprint-'));
  const port = await freePort();
  await writeKey(folder);
  await markAsWritten(folder);
  await once(run('publish', folder, port), 'exit');
  await markAsWritten(folder);
  const child = run('serve', folder, port);
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilReady(origin, child);
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  return { origin, stop };
}

function run(command: string, folder: string, port: number): ChildProcess {
  const clock = join(import.meta.dirname, 'fixed-clock.ts');
  return spawn(process.execPath, ['--import', clock, MAIN, command], {
    // Away from a `.env` file.
    cwd: folder,
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder, DATA_DIR: folder, PORT: String(port) },
      ...{ TRUSTED_PROXIES: '127.0.0.1', BASE_URL: 'http://signals.example.org' },
      // Nothing listens there.
      GITHUB_API_URL: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function markAsWritten(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }))
    await utimes(join(folder, name), WRITTEN_AT, WRITTEN_AT);
}

/** The same bytes in every run, and nobody's secret: it signs nothing that is ever published. */
async function writeKey(dataFolder: string): Promise<void> {
  const seed = createHash('sha256').update('fingerprint').digest();
  const key = createPrivateKey({
    ...{ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' },
  });
  const path = signingKeyPath(dataFolder);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
}

async function waitUntilReady(origin: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error('The service ended before it was ready.');
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await delay(POLL_MS);
  }
  throw new Error('The service is not ready after five minutes.');
}
