/**
 * How soon four servers serve what was published into their bucket: each a process of its own with a
 * folder of its own, asked all the time. The bucket is on this machine, so that the time is ours.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { verifyForecastLog } from '../src/features/forecasts/log.ts';
import { openBucket } from '../src/lib/bucket/bucket.ts';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { storeFor } from '../src/pipeline/edition/data-folder-stores.ts';
import { publish } from '../src/pipeline/edition/publish.ts';
import { SharedEditionStore } from '../src/pipeline/edition/shared/shared-store.ts';
import { openLedger } from '../src/pipeline/ledger/ledger.ts';
import { startBucketServer } from '../tools/bucket-server.ts';
import { freePort } from '../tools/free-port.ts';
import { SHIPPED_BASE_URL as BASE_URL } from '../tools/shipped.ts';
import { shippedRegistry } from '../tools/shipped-registry.ts';
import { median, printTable } from './report.ts';

const SERVERS = 4;
const ROUNDS = 5;
const ASKED_EVERY_MS = 20;
const PATIENCE_MS = 300_000;

export async function benchUptake(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const bucket = await startBucketServer();
  Object.assign(process.env, bucket.environment);
  const ledger = await openLedger(join(PROJECT_ROOT, 'data', 'ledger'));
  if (!ledger) throw new Error('the shipped ledger is missing');
  const options = {
    ledger,
    registry: await shippedRegistry(),
    dataFolder: folder,
    baseUrl: BASE_URL,
  };
  const store = new SharedEditionStore(storeFor(folder, BASE_URL).folder, {
    open: () => openBucket(bucket.url()),
    ownKey: async () => undefined,
    verifyForecasts: verifyForecastLog,
  });
  const { catalog } = await publish({ ...options, store });
  const last = catalog.editions.at(-1)?.period ?? '';
  const ports = await Promise.all(Array.from({ length: SERVERS }, () => freePort()));
  const servers = ports.map((port, index) =>
    startServer(port, { DATA_DIR: join(folder, `server${index}`), EDITIONS_URL: bucket.url() }),
  );
  try {
    await Promise.all(ports.map((port) => untilServed(port, last, 1)));
    const first: number[] = [];
    const all: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [company, ...others] = options.registry.companies;
      if (!company) throw new Error('the registry is empty');
      const companies = [{ ...company, name: `${company.name} ${round}` }, ...others];
      const correction = { correction: 'another name', correctFrom: last };
      const registry = { ...options.registry, companies };
      await publish({ ...options, ...correction, store, registry });
      const published = performance.now();
      const times = await Promise.all(
        ports.map(async (port) => {
          await untilServed(port, last, round + 2);
          return performance.now() - published;
        }),
      );
      first.push(Math.min(...times));
      all.push(Math.max(...times));
    }
    const seconds = (times: readonly number[]) =>
      `${(median(times) / 1000).toFixed(1)} s, ${(Math.max(...times) / 1000).toFixed(1)} s at most`;
    printTable(`From the bucket to ${SERVERS} servers, ${ROUNDS} publications`, [
      { what: 'until the first serves it', value: seconds(first) },
      { what: 'until all do', value: seconds(all), aim: 'seconds' },
    ]);
  } finally {
    for (const server of servers) server.kill();
    await Promise.all(servers.filter(isRunning).map((server) => once(server, 'exit')));
    await bucket.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function startServer(port: number, settings: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [join(PROJECT_ROOT, 'src', 'main.ts'), 'serve'], {
    env: { ...process.env, ...settings, BASE_URL, HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore',
  });
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function untilServed(port: number, period: string, revision: number): Promise<void> {
  const address = `http://127.0.0.1:${port}/editions/${period}/manifest.json`;
  for (const began = performance.now(); performance.now() - began < PATIENCE_MS; ) {
    const manifest = await fetch(address).catch(() => undefined);
    const body = (await manifest?.json()) as { revision?: number } | undefined;
    if (body?.revision === revision) return;
    await delay(ASKED_EVERY_MS);
  }
  throw new Error(`port ${port} does not serve revision ${revision} of ${period}`);
}
