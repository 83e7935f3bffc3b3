/** `bellwether serve --share-port`: processes that accept connections at the same port. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { freePort } from '../../../tools/free-port.ts';
import {
  cli,
  cliProcess,
  output,
  type RunningCli,
  refusalIn,
  startCli,
} from '../../support/cli.ts';
import { missingRedis, REDIS_URL } from '../../support/redis.ts';
import { smallDataFolder } from '../../support/small-data.ts';

const PATIENCE_MS = 30_000;
/** With this many connections, each of two processes accepts some, but for one run in 2 ** 63. */
const CONNECTIONS = 64;
const HEALTH = 'bellwether_http_requests_total{route="/healthz",method="GET",status="200"}';

/** A process that shares the port, with metrics of its own. */
type Sharer = { child: RunningCli; metricsPort: number };

let environment: Record<string, string>;
let port: number;
let sharers: Sharer[];
before(async () => {
  const BASE_URL = 'http://signals.example.org';
  port = await freePort();
  const PORT = String(port);
  environment = { DATA_DIR: await smallDataFolder(), BASE_URL, PORT, TRUSTED_PROXIES: '1' };
  await cli(['publish'], environment);
  await rename(editions(), `${editions()}-unpublished`);
  sharers = await Promise.all([startSharer(), startSharer()]);
});
after(() => {
  for (const { child } of sharers) child.kill('SIGKILL');
});

function editions(): string {
  return join(environment['DATA_DIR'] ?? '', 'editions');
}

async function startSharer(settings: Record<string, string> = {}): Promise<Sharer> {
  const metricsPort = await freePort();
  const METRICS_PORT = String(metricsPort);
  const child = startCli(['serve', '--share-port'], { ...environment, METRICS_PORT, ...settings });
  await output(child, 'Bellwether serves');
  return { child, metricsPort };
}

/** Asks on a connection of its own, which either process may accept. @returns the status */
async function ask(path: string, headers: Record<string, string> = {}, at = port): Promise<number> {
  const to = { port: at, host: '127.0.0.1', path, headers, agent: false };
  const [response] = await once(request(to).end(), 'response');
  await response.toArray();
  return response.statusCode;
}

function askTimes<T>(times: number, asking: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, asking));
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo().catch(() => false))) {
    assert.ok(performance.now() < end, `${what} within ${PATIENCE_MS} ms`);
    await delay(100);
  }
}

/** A metric of one process; 0 while it has counted nothing. */
async function metricOf({ metricsPort }: Sharer, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}

describe('two processes that share a port', () => {
  it('take up a publication within seconds, both of them', async () => {
    const statuses = async () => new Set(await askTimes(CONNECTIONS, () => ask('/readyz')));
    assert.deepEqual([...(await statuses())], [503]);
    await rename(`${editions()}-unpublished`, editions());
    await until('both are ready', async () => [...(await statuses())].join() === '200');
  });

  it('accept connections both, and count each request in the metrics of one', async () => {
    await askTimes(CONNECTIONS, () => ask('/healthz'));
    const counts = await Promise.all(sharers.map((sharer) => metricOf(sharer, HEALTH)));
    assert.ok(
      counts.every((count) => count > 0),
      `${counts}`,
    );
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      CONNECTIONS,
    );
  });

  it('each have limits of their own', async () => {
    const [allowed, burst] = await allowedOfOneClient('10.1.2.3');
    assert.ok(allowed > burst, `${allowed} allowed, of a burst of ${burst}`);
  });

  it('have one limit in Redis', { skip: missingRedis() }, async (t) => {
    const apart = await freePort();
    const settings = { REDIS_URL, PORT: String(apart) };
    const both = await Promise.all([startSharer(settings), startSharer(settings)]);
    t.after(() => {
      for (const { child } of both) child.kill('SIGKILL');
    });
    // Redis may hold the buckets of an earlier run.
    const [allowed, burst, refilled] = await allowedOfOneClient(
      `10.2.${process.pid % 256}.4`,
      apart,
    );
    assert.ok(allowed >= burst && allowed <= burst + refilled, `${allowed} of ${burst} allowed`);
  });
});

/** The number of twice the burst that all processes together allow; more may have been refilled. */
async function allowedOfOneClient(client: string, at = port): Promise<[number, number, number]> {
  const operations = await loadOperations();
  const { limit } = operations.find(({ rest }) => rest?.path === '/api/answer') ?? {};
  assert.ok(limit);
  const began = performance.now();
  const headers = { 'x-forwarded-for': client };
  const asking = () => ask('/api/answer?q=trending', headers, at);
  const answers = await askTimes(limit.burst * 2, asking);
  const refilled = Math.ceil(((performance.now() - began) / 60_000) * limit.perMinute);
  const allowed = answers.filter((status) => status !== 429).length;
  return [allowed, limit.burst, refilled];
}

describe('a port that cannot be shared', () => {
  const serve = async (args: readonly string[], settings: Record<string, string>) =>
    refusalIn(await cliProcess(['serve', ...args], { ...environment, ...settings }));

  it('is refused while a process listens there that does not share it', async (t) => {
    const taken = { PORT: String(await freePort()) };
    const alone = startCli(['serve'], { ...environment, ...taken });
    t.after(() => alone.kill('SIGKILL'));
    await output(alone, 'Bellwether serves');
    const stderr = await serve(['--share-port'], taken);
    assert.match(stderr, /another program listens on port \d+ and does not share it; choose/);
  });

  it('is refused to a process without --share-port', async () => {
    const stderr = await serve([], {});
    assert.match(stderr, /another program listens on port \d+; choose one with PORT=…\.$/m);
  });
});
