/** `bellwether serve --workers 2`: two processes that behave as one service. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { type Operation, STANDARD_LIMIT } from '../../../src/api/operation/operation.ts';
import { freePort } from '../../../tools/free-port.ts';
import { cli, output, type RunningCli, refusalOf, startCli } from '../../support/cli.ts';
import { sendRaw } from '../../support/service.ts';
import { smallDataFolder } from '../../support/small-data.ts';
import { askingOnly, workersOf } from '../../support/worker-processes.ts';

const PATIENCE_MS = 30_000;
/** Of so many requests at once, each worker accepts some. */
const ASKING_ALL = 64;

let environment: Record<string, string>;
let port: number;
let service: RunningCli;
let key: string;
before(async () => {
  const BASE_URL = 'http://signals.example.org';
  environment = { DATA_DIR: await smallDataFolder(), BASE_URL, TRUSTED_PROXIES: '1' };
  await cli(['publish'], environment);
  key = (await cli(['keys', 'issue', '--credits', '5'], environment)).stdout.trim();
  port = await freePort();
  await rename(editions(), `${editions()}-unpublished`);
  const settings = { ...environment, PORT: String(port) };
  service = startCli(['serve', '--workers', '2'], settings);
  await output(service, 'Bellwether serves');
});
after(() => service.kill('SIGKILL'));

function editions(): string {
  return join(environment['DATA_DIR'] ?? '', 'editions');
}

type Answer = { status: number; body: string };

/** Asks on a connection of its own, which any worker may accept. */
async function ask(path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  const method = body === '' ? 'GET' : 'POST';
  const asking = request({ port, host: '127.0.0.1', path, headers, method, agent: false }).end(
    body,
  );
  const [response] = await once(asking, 'response');
  return { status: response.statusCode, body: (await response.toArray()).join('') };
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

async function metric(name: string): Promise<number> {
  const line = (await ask('/metrics')).body.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

/** What each worker answers while the others stand still. */
async function askEach<T>(asking: () => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (const pid of await workersOf(service)) answers.push(await askingOnly(pid, service, asking));
  return answers;
}

const isSignal = ({ rest }: Operation) => rest?.path === '/api/signal';

const HEALTH = 'bellwether_http_requests_total{route="/healthz",method="GET",status="200"}';

describe('two workers', () => {
  it('take up a publication within seconds, both of them', async () => {
    const statuses = async () => (await askEach(() => ask('/readyz'))).map(({ status }) => status);
    assert.deepEqual(await statuses(), [503, 503]);
    await rename(`${editions()}-unpublished`, editions());
    await until('both are ready', async () => (await statuses()).every((status) => status === 200));
  });

  it('have one limit', async () => {
    const { burst, perMinute } = (await loadOperations()).find(isSignal)?.limit ?? STANDARD_LIMIT;
    const client = { 'x-forwarded-for': '10.1.2.3' };
    const began = performance.now();
    const asking = () => ask('/api/signal?company=chroma', client);
    const answers = (await askEach(() => askTimes(burst, asking))).flat();
    const refilled = Math.ceil(((performance.now() - began) / 60_000) * perMinute);
    const answered = answers.filter(({ status }) => status === 200).length;
    assert.ok(answered >= burst && answered <= burst + refilled, `${answered} of ${burst} allowed`);
    assert.equal(answers.filter(({ status }) => status === 429).length, burst * 2 - answered);
  });

  it('have metrics of both, whichever is asked', async () => {
    await askTimes(12, () => ask('/healthz'));
    // On a busy machine a worker may tell what it counted too late for the first request.
    await until('both have told', async () =>
      (await askTimes(ASKING_ALL, () => metric(HEALTH))).every((counted) => counted === 12),
    );
    assert.equal(await metric('bellwether_workers'), 2);
    const { body } = await ask('/metrics');
    assert.match(body, /^bellwether_edition_info\{period="2025-w26"\} 1$/m);
    const ends = Number(/^bellwether_edition_end_timestamp_seconds (\d+)$/m.exec(body)?.[1]);
    assert.equal(ends, Date.parse('2025-06-30T00:00:00Z') / 1000);
    assert.doesNotMatch(body, / (?:NaN|null|undefined)$/m);
  });

  it('sell each credit once', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answers = await askTimes(16, () =>
      ask('/api/agent/deep-signal', headers, '{"name":"chroma"}'),
    );
    const sold = answers.filter(({ status }) => status === 200).length;
    assert.equal(sold, 5);
    assert.equal(answers.filter(({ status }) => status === 402).length, 11);
  });

  it('are replaced when they die, and what they counted stays counted', async () => {
    const counted = await metric(HEALTH);
    const [victim = 0, survivor = 0] = await workersOf(service);
    process.kill(victim, 'SIGKILL');
    await until('another takes its place', async () => {
      const [one = 0, other = 0] = await workersOf(service);
      return one === survivor && other !== 0 && (await metric('bellwether_workers')) === 2;
    });
    assert.equal(await metric('bellwether_workers_replaced_total'), 1);
    assert.equal(await metric(HEALTH), counted);
    assert.match(
      service.output().stderr,
      /^Worker \d+ ended \(SIGKILL\); another takes its place\.$/m,
    );
    const answers = await askEach(() => ask('/api/signal?company=chroma'));
    assert.ok(answers.every(({ status }) => status === 200));
  });

  it('leave no connection without an end when they die', async () => {
    let killed = false;
    let pauseMs = 0;
    const unanswered: unknown[] = [];
    const askUntilKilled = async () => {
      while (!killed) {
        const answer = ask('/healthz').catch((error: { code?: string }) => error.code);
        const ended = await Promise.race([answer, delay(PATIENCE_MS, 'open', { ref: false })]);
        if (ended === 'open') return unanswered.push(ended);
        if (typeof ended === 'string') assert.match(ended, /^(?:ECONNRESET|EPIPE)$/);
        if (pauseMs > 0) await delay(pauseMs);
      }
    };
    const asking = askTimes(ASKING_ALL, askUntilKilled);
    for (let kill = 0; kill < 2; kill++) {
      pauseMs = 0;
      await delay(200);
      const before = await workersOf(service);
      process.kill(before[0] ?? 0, 'SIGKILL');
      await delay(200);
      // Another one needs the processors to start, and those who ask would take them all.
      pauseMs = 100;
      await until('another takes its place', async () => {
        const now = await workersOf(service);
        return !now.includes(before[0] ?? 0) && (await metric('bellwether_workers')) === 2;
      });
    }
    killed = true;
    await asking;
    assert.deepEqual(unanswered, []);
  });

  it('finish what is under way when they are told to stop', async () => {
    const slow = connect(port, '127.0.0.1');
    let received = '';
    slow.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    const body = '{"subject":"startup","metric":"contributors"}';
    slow.write(
      `POST /api/query HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    await until('the head is read', async () => received.startsWith('HTTP/1.1 100 '));
    slow.write(body.slice(0, 9));
    service.kill('SIGTERM');
    await output(service, 'Stopping …');
    await delay(500);
    assert.doesNotMatch(received, /HTTP\/1\.1 [2-5]/);
    slow.write(body.slice(9));
    await once(slow, 'close');
    assert.match(received, /\r\n\r\nHTTP\/1\.1 200 /);
    slow.destroy();
    const [status] = service.exitCode === null ? await once(service, 'close') : [service.exitCode];
    assert.equal(status, 0, service.output().stderr);
    await assert.rejects(sendRaw(port, 'GET /healthz HTTP/1.0\r\n\r\n'));
  });
});

describe('workers that cannot start', () => {
  it('say why once, and the command ends', async () => {
    const settings = { ...environment, PORT: '9', HOST: '192.0.2.1' };
    const command = startCli(['serve', '--workers', '2'], settings);
    await once(command, 'close');
    const { status, stderr } = command.output();
    assert.equal(status, 1);
    assert.equal(stderr.match(/this machine has no address 192\.0\.2\.1/g)?.length, 1, stderr);
    assert.match(stderr, /No worker could start\.$/m);
  });

  it('refuse a wallet on an unknown network', async () => {
    const stderr = await refusalOf(['serve', '--workers', '2'], {
      ...environment,
      X402_PAY_TO: `0x${'1'.repeat(40)}`,
      X402_NETWORK: 'nowhere',
      X402_ASSET: `0x${'2'.repeat(40)}`,
      X402_RPC_URL: 'http://127.0.0.1:9',
      X402_PRIVATE_KEY: `0x${'3'.repeat(64)}`,
    });
    assert.match(stderr, /X402_NETWORK is "nowhere", which is no known network/);
  });

  it('are a whole number or auto', async () => {
    const stderr = await refusalOf(['serve', '--workers', '0'], environment);
    assert.match(stderr, /--workers <number>.*whole number from 1 to 128/);
  });
});
