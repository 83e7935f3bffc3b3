/**
 * Serving: requests a second of the service, of a bare `node:http` server that answers the same
 * bytes, and of nginx serving the same file, where nginx is installed. Every server is a process of
 * its own, and the servers take turns.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { median, printTable } from './report.ts';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
const [OURS, BARE, NGINX] = [18_080, 18_081, 18_082];
const HAS_WRK = spawnSync('wrk', ['-v']).error === undefined;
const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');

type Case = { path: string; encoding: string; aim?: string };
const CASES: readonly Case[] = [
  { path: '/api/signals.json', encoding: 'br', aim: 'at least 0.9' },
  { path: '/api/signals.json', encoding: 'identity', aim: 'at least 0.9' },
  { path: '/api/signals.csv', encoding: 'br', aim: 'at least 0.9' },
  { path: '/api/signal?company=langfuse', encoding: 'identity' },
];

export async function benchServe(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const servers: ChildProcess[] = [];
  try {
    const env = { ...process.env, DATA_DIR: folder, PORT: String(OURS) };
    servers.push(spawn(process.execPath, [MAIN, 'start'], { env, stdio: 'ignore' }));
    await ready(OURS, '/readyz');
    for (const one of CASES) await benchCase(one, folder);
  } finally {
    for (const server of servers) server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchCase({ path, encoding, aim }: Case, folder: string): Promise<void> {
  const headers = { 'accept-encoding': encoding };
  const response = await fetch(`http://127.0.0.1:${OURS}${path}`, { headers });
  const body = await rawBody(path, headers);
  const sent = [...response.headers].filter(([name]) => !PER_CONNECTION.has(name)).flat();
  const bare = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare-server.ts'), String(BARE)],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  );
  bare.stdin.end(JSON.stringify({ headers: sent, body: body.toString('base64') }));
  const nginx = await startNginx(folder, body);
  try {
    await ready(BARE, '/');
    if (nginx) await ready(NGINX, '/body');
    const rates = { ours: [] as number[], bare: [] as number[], nginx: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.ours.push(await requestsASecond(OURS, path, encoding));
      rates.bare.push(await requestsASecond(BARE, path, encoding));
      if (nginx) rates.nginx.push(await requestsASecond(NGINX, '/body', encoding));
    }
    const [ours, plain] = [median(rates.ours), median(rates.bare)];
    const file = nginx ? median(rates.nginx) : undefined;
    printTable(`Serving ${path} (${encoding}, ${body.length} bytes)`, [
      { what: 'ours', value: `${ours.toFixed(0)} a second` },
      { what: 'bare node:http', value: `${plain.toFixed(0)} a second` },
      { what: 'ours / bare', value: (ours / plain).toFixed(2), ...(aim !== undefined && { aim }) },
      {
        what: 'nginx, the same file',
        value:
          file === undefined
            ? 'not installed here'
            : `${file.toFixed(0)} a second, ours / nginx ${(ours / file).toFixed(2)}`,
      },
    ]);
  } finally {
    bare.kill();
    nginx?.kill();
    await delay(200);
  }
}

const PER_CONNECTION = new Set(['date', 'connection', 'keep-alive']);

/** The body as it is sent: `fetch` would unpack it. */
async function rawBody(path: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request({ port: OURS, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    })
      .on('error', reject)
      .end();
  });
}

/** Counted by wrk where it is installed: autocannon is slower than what it measures. */
async function requestsASecond(port: number, path: string, encoding: string): Promise<number> {
  const url = `http://127.0.0.1:${port}${path}`;
  if (HAS_WRK) {
    const load = ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, '-H', `accept-encoding: ${encoding}`];
    const { stdout } = await promisify(execFile)('wrk', [...load, url]);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`requests to ${path} failed`);
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  }
  const { requests, errors, non2xx } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'accept-encoding': encoding },
  });
  if (errors > 0 || non2xx > 0) throw new Error(`${errors + non2xx} requests to ${path} failed`);
  return requests.average;
}

async function ready(port: number, path: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answered = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    if (answered?.ok) return;
    await delay(100);
  }
  throw new Error(`nothing answers on port ${port}`);
}

/** nginx with one worker that serves the body as a file; undefined where it is not installed. */
async function startNginx(folder: string, body: Buffer): Promise<ChildProcess | undefined> {
  if (spawnSync('nginx', ['-v']).status !== 0) return undefined;
  const root = join(folder, 'nginx');
  await mkdir(root, { recursive: true });
  await writeFile(join(root, 'body'), body);
  await writeFile(
    join(root, 'nginx.conf'),
    `daemon off; pid ${root}/pid; error_log stderr crit; worker_processes 1;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
       client_body_temp_path ${root}/a; proxy_temp_path ${root}/b; fastcgi_temp_path ${root}/c;
       uwsgi_temp_path ${root}/d; scgi_temp_path ${root}/e;
       server { listen 127.0.0.1:${NGINX}; root ${root}; default_type application/json; } }`,
  );
  // Its worker runs as another user.
  await chmod(folder, 0o755);
  return spawn('nginx', ['-c', join(root, 'nginx.conf')], { stdio: 'ignore' });
}
