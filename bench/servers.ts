/** The servers that are compared: each a process of its own, on a port that was free. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { freePort } from '../tools/free-port.ts';

/** A server that answers. */
export type Server = { origin: string; pid: number; stop: () => Promise<void> };

const MAIN = join(PROJECT_ROOT, 'src', 'main.ts');
const BARE = join(import.meta.dirname, 'bare-server.ts');
const PAID = join(import.meta.dirname, 'paid-server.ts');
/** Publishing comes first, so a service may take a while to answer. */
const PATIENCE = 300_000;

/** The service as `npm start` runs it, with its data in a folder of its own. */
export async function startService(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  return startServiceIn(folder, '/readyz', folder);
}

/**
 * The service with its data in a folder; resolves as soon as it answers the path.
 *
 * @param removed folder that goes when it stops
 */
export async function startServiceIn(
  folder: string,
  path: string,
  removed?: string,
): Promise<Server> {
  const port = await freePort();
  const own = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port) };
  // Editions belong to an address, and the port differs from start to start. A load may name the
  // address that each request stands for.
  const shared = { BASE_URL: 'http://localhost', TRUSTED_PROXIES: '1' };
  const env = { ...process.env, ...own, ...shared };
  const child = spawn(process.execPath, [MAIN, 'start'], { env, stdio: 'ignore' });
  return untilAnswering(child, port, path, removed);
}

/** A `node:http` server that answers everything with the same headers and bytes. */
export async function startBare(headers: string[], body: Buffer): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [BARE, String(port)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(JSON.stringify({ headers, body: body.toString('base64') }));
  return untilAnswering(child, port, '/');
}

/**
 * Deep signals of the shipped data.
 *
 * @param place of the store that they are sold on; without it they are given away by a `node:http`
 *   server that does nothing else
 */
export async function startDeepSignals(place?: string): Promise<Server> {
  const port = await freePort();
  const selling = place === undefined ? [] : [place];
  const child = spawn(process.execPath, [PAID, String(port), ...selling], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return untilAnswering(child, port, '/readyz');
}

/** Headers that nginx sends for every file by itself. */
const SENT_BY_NGINX = new Set(['accept-ranges', 'content-length', 'content-type', 'last-modified']);

/** nginx as one process that serves the bytes as a file; undefined where it is not installed. */
export async function startNginx(headers: string[], body: Buffer): Promise<Server | undefined> {
  if (spawnSync('nginx', ['-v']).status !== 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-nginx-'));
  // Started by root, nginx reads files as another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  await writeFile(join(folder, 'body'), body);
  const values = new Map(headers.flatMap((name, at) => (at % 2 ? [] : [[name, headers[at + 1]]])));
  const quoted = (name: string) => JSON.stringify(values.get(name));
  const added = [...values.keys()].filter((name) => !SENT_BY_NGINX.has(name));
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr crit; master_process off;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
       client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
       uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
       server { listen 127.0.0.1:${port}; root ${folder}; etag off;
       types {} default_type ${quoted('content-type')};
       ${added.map((name) => `add_header ${name} ${quoted(name)};`).join(' ')} } }`,
  );
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  return untilAnswering(child, port, '/body', folder);
}

/** Resident memory and used heap of a running service, in words. */
export async function memoryOf({ origin }: Server): Promise<string> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
  const mebibytes = (name: string) => (value(name) / 2 ** 20).toFixed(0);
  return `${mebibytes('process_resident_memory_bytes')} MiB resident, ${mebibytes('nodejs_heap_size_used_bytes')} MiB heap used`;
}

/** Waits until the child answers; `folder` goes when it stops. */
async function untilAnswering(
  child: ChildProcess,
  port: number,
  path: string,
  folder?: string,
): Promise<Server> {
  const origin = `http://127.0.0.1:${port}`;
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill();
    await ended;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  const began = performance.now();
  while (child.exitCode === null && performance.now() - began < PATIENCE) {
    const answered = await fetch(origin + path).catch(() => undefined);
    await answered?.body?.cancel();
    if (answered?.ok && child.pid !== undefined) return { origin, pid: child.pid, stop };
    await delay(50);
  }
  await stop();
  throw new Error(`${child.spawnfile} does not answer ${path} on port ${port}`);
}
