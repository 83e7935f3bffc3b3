/**
 * Packs the project, installs the package in an empty folder without what development needs, and
 * starts it there, so that a file that the package lacks is missed.
 *
 * Usage: node tools/try-package.ts [node that runs it]
 */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { freePort } from './free-port.ts';
import { SHIPPED_BASE_URL, shippedStore } from './shipped.ts';

/** Ledger and registry make up 4.9 MB of it and may grow to 8 MB. */
const MAX_TARBALL_BYTES = 7_000_000;
const MAX_CLOSURE_BYTES = 300_000_000;
const PATIENCE_MS = 60_000;

const folder = await mkdtemp(join(tmpdir(), 'bellwether-package-'));
const node = process.argv[2] ?? process.execPath;
const npm = (...args: string[]) =>
  execFileSync('npm', [...args, '--silent'], { cwd: folder, encoding: 'utf8' });
try {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  const tarball = packed.trim().split('\n').at(-1) ?? '';
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  npm(
    'install',
    '--omit=dev',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    join(folder, tarball),
  );
  const { size } = await stat(join(folder, tarball));
  const closure = await bytesIn(join(folder, 'node_modules'));
  console.log(
    `${tarball}: ${megabytes(size)}; installed, with all it needs: ${megabytes(closure)}`,
  );
  check(size <= MAX_TARBALL_BYTES, `the package is larger than ${megabytes(MAX_TARBALL_BYTES)}`);
  check(closure <= MAX_CLOSURE_BYTES, `it needs more than ${megabytes(MAX_CLOSURE_BYTES)}`);
  await tryClient();
  await tryService();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function tryClient(): Promise<void> {
  const program =
    "import { createClient } from 'bellwether/client'; console.log(typeof createClient)";
  await writeFile(join(folder, 'client.js'), program);
  const printed = execFileSync(node, ['client.js'], { cwd: folder, encoding: 'utf8' });
  check(printed === 'function\n', 'the client cannot be imported');
}

/** With the shipped editions, published before: `start` finds that it has nothing to compute. */
async function tryService(): Promise<void> {
  const { dataFolder } = await shippedStore();
  const data = join(folder, 'data');
  // Links, since nothing there is written.
  execFileSync('mkdir', ['-p', join(data, 'editions')]);
  const address = join(data, 'editions', 'http-signals.example.org');
  execFileSync('ln', ['-s', join(dataFolder, 'editions'), address]);
  execFileSync('ln', ['-s', join(dataFolder, 'keys'), join(data, 'keys')]);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const command = join(folder, 'node_modules', 'bellwether', 'bin', 'bellwether.cjs');
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: data,
    BASE_URL: SHIPPED_BASE_URL,
    PORT: String(port),
  };
  const service = spawn(node, [command, 'start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let stderr = '';
  service.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(service, 'close');
  try {
    const end = performance.now() + PATIENCE_MS;
    while (!stderr.includes('Bellwether serves')) {
      check(service.exitCode === null && performance.now() < end, `it does not start:\n${stderr}`);
      await delay(100);
    }
    check(
      !stderr.includes('Publishing'),
      'the package computes editions otherwise than the sources',
    );
    for (const [path, expected] of [
      ['/healthz', '"status":"ok"'],
      ['/api/signal?company=langfuse', '"name":"Langfuse"'],
      ['/research', 'Bellwether'],
      ['/diligence/posthog', 'Timeline'],
      ['/metrics', 'bellwether_build_info'],
    ] as const) {
      // Until it has prepared what its answers are computed from, it refuses.
      let response = await fetch(origin + path);
      while (response.status === 503 && performance.now() < end) {
        await delay(100);
        response = await fetch(origin + path);
      }
      check(response.ok && (await response.text()).includes(expected), `${path} fails`);
    }
  } finally {
    service.kill('SIGTERM');
  }
  const [status] = await ended;
  check(status === 0, `it ends with ${status}:\n${stderr}`);
  console.log(`It runs on Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}.`);
}

function check(isSo: boolean, fault: string): void {
  if (!isSo) throw new Error(`The package: ${fault}`);
}

async function bytesIn(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(async (file) => (await stat(join(file.parentPath, file.name))).size);
  return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
