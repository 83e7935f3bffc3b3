/**
 * Packs the project, installs the package in an empty folder without what development needs, and
 * starts it there, so that a file that the package lacks is missed.
 *
 * Usage: node tools/try-package.ts [node that runs it]
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
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
const CLIENT = "import { createClient } from 'bellwether/client'; console.log(typeof createClient)";
/** Part of what each address answers. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/healthz': '"status":"ok"',
  '/api/signal?company=langfuse': '"name":"Langfuse"',
  '/research': 'Bellwether',
  '/diligence/posthog': 'Timeline',
  '/metrics': 'bellwether_build_info',
};

const folder = await mkdtemp(join(tmpdir(), 'bellwether-package-'));
const node = process.argv[2] ?? process.execPath;
const run = (program: string, args: readonly string[], cwd = folder) =>
  execFileSync(program, args, { cwd, encoding: 'utf8' }).trim();
try {
  const pack = ['pack', '--silent', '--pack-destination', folder];
  const tarball = join(folder, run('npm', pack, PROJECT_ROOT).split('\n').at(-1) ?? '');
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const lean = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  run('npm', ['install', ...lean, tarball]);
  const { size } = await stat(tarball);
  const closure = Number.parseInt(run('du', ['-sb', 'node_modules']), 10);
  console.log(`The package has ${size} bytes; installed, with all it needs, ${closure}.`);
  assert.ok(size <= MAX_TARBALL_BYTES, `the package has more than ${MAX_TARBALL_BYTES} bytes`);
  assert.ok(closure <= MAX_CLOSURE_BYTES, `it needs more than ${MAX_CLOSURE_BYTES} bytes`);
  await writeFile(join(folder, 'client.js'), CLIENT);
  assert.equal(run(node, ['client.js']), 'function', 'the client cannot be imported');
  await tryService();
  console.log(`It runs on Node ${run(node, ['--version'])}.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** With the shipped editions, published before: `start` finds that it has nothing to compute. */
async function tryService(): Promise<void> {
  const { dataFolder } = await shippedStore();
  const data = join(folder, 'data');
  const editions = join(data, 'editions', 'http-signals.example.org');
  await cp(join(dataFolder, 'editions'), editions, { recursive: true });
  await cp(join(dataFolder, 'keys'), join(data, 'keys'), { recursive: true });
  const port = await freePort();
  const command = join(folder, 'node_modules', 'bellwether', 'bin', 'bellwether.cjs');
  const settings = { DATA_DIR: data, BASE_URL: SHIPPED_BASE_URL, PORT: String(port) };
  const env = { PATH: process.env['PATH'], ...settings };
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
  const end = performance.now() + PATIENCE_MS;
  try {
    while (!stderr.includes('Bellwether serves')) {
      assert.ok(service.exitCode === null && performance.now() < end, `no start:\n${stderr}`);
      await delay(100);
    }
    assert.ok(!stderr.includes('Publishing'), 'it computes editions otherwise than the sources');
    for (const [path, expected] of Object.entries(ANSWERS)) {
      const ask = () => fetch(`http://127.0.0.1:${port}${path}`);
      // Until it has prepared what its answers are computed from, it refuses.
      let response = await ask();
      for (; response.status === 503 && performance.now() < end; response = await ask())
        await delay(100);
      assert.ok(response.ok && (await response.text()).includes(expected), `${path} fails`);
    }
  } finally {
    service.kill('SIGTERM');
  }
  const [status] = await ended;
  assert.equal(status, 0, stderr);
}
