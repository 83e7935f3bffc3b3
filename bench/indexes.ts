/**
 * How long requests wait while indexes are made: the longest turn of the event loop and the slowest
 * answer, after a start and while the next publication is taken up, with 20 copies of the shipped
 * startups and 47 000 organizations. The publication is made once and kept in `BENCH_DIR`, or in the
 * system's temporary folder.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { loadOperations } from '../src/api/operation/all-operations.ts';
import { gitHubStars } from '../src/features/scout/star-source.ts';
import { HostingService } from '../src/hosting/hosting-service.ts';
import { EditionStore } from '../src/pipeline/edition/edition-store.ts';
import { publish } from '../src/pipeline/edition/publish.ts';
import { signingKey } from '../src/pipeline/edition/signing.ts';
import type { Registry } from '../src/registry/schema.ts';
import { createService, type Service } from '../src/transports/http/server.ts';
import { loadPages } from '../src/web/page/all-pages.ts';
import { copiedData } from './copied-data.ts';
import { printTable } from './report.ts';

const COPIES = Number(process.env['BENCH_COPIES'] ?? 20);
const ORGANIZATIONS = 47_000;
const BASE_URL = 'http://localhost';

/** Answered from files, from pages, and from each of the indexes. */
const PATHS = ['/api/signals.csv', '/api/signal?company=langfuse', '/methodology'];

export async function benchIndexes(): Promise<void> {
  const { registry, folder } = await publishedCopies();
  const store = new EditionStore(join(folder, 'editions'));
  const { publicKeyPem } = await signingKey(folder);
  const service = await createService({
    store,
    registry,
    baseUrl: BASE_URL,
    operations: await loadOperations(),
    pages: await loadPages(),
    publicKeyPem,
    stars: gitHubStars(new HostingService({ tokens: [] })),
    logLevel: 'warn',
    limits: 'off',
    maxEventLoopDelayMs: 0,
  });
  const { port } = await service.listen(0, '127.0.0.1');
  const prepared = service.prepare();
  const origin = `http://127.0.0.1:${port}`;
  try {
    const first = await waits(origin, () => prepared);
    const next = await waits(origin, () => takeUpNext(store, service));
    printTable(
      `Waits while indexes of ${registry.companies.length} startups and ${registry.organizations.length} organizations are made`,
      [
        { what: 'after a start', value: first },
        { what: 'while the next publication is taken up', value: next, aim: 'at most 50 ms' },
      ],
    );
  } finally {
    await service.close();
  }
}

async function publishedCopies(): Promise<{ registry: Registry; folder: string }> {
  const { ledger, registry } = await copiedData(COPIES);
  const folder = join(process.env['BENCH_DIR'] ?? tmpdir(), `bellwether-published-${COPIES}`);
  const store = new EditionStore(join(folder, 'editions'));
  if ((await store.catalog()) === undefined)
    await publish({ ledger, registry, store, dataFolder: folder, baseUrl: BASE_URL });
  return { registry: { ...registry, organizations: organizationsOf(registry) }, folder };
}

function organizationsOf({ organizations }: Registry): Registry['organizations'] {
  return Array.from({ length: ORGANIZATIONS }, (_, index) => {
    const copy = Math.floor(index / organizations.length);
    const one = organizations[index % organizations.length];
    if (!one) throw new Error('the registry has no organizations');
    return copy === 0 ? one : { ...one, slug: `${one.slug}-${copy}`, name: `${one.name} ${copy}` };
  });
}

/** Replaces the catalog by one that differs, and has it taken up. */
async function takeUpNext(store: EditionStore, service: Service): Promise<void> {
  const catalog = await store.catalog();
  if (!catalog) throw new Error('nothing was published');
  await delay(1_100);
  await store.replaceCatalog({ ...catalog });
  await service.refresh();
}

/** The longest turn and the slowest of the requests that another thread sends meanwhile. */
async function waits(origin: string, work: () => Promise<void>): Promise<string> {
  const asking = new Worker(ASKING, { eval: true, workerData: PATHS.map((path) => origin + path) });
  let slowest: number[] = [];
  asking.on('message', (times: number[]) => {
    slowest = times;
  });
  const turns = monitorEventLoopDelay({ resolution: 1 });
  await delay(500);
  turns.enable();
  const busiest = busiestTurn();
  const began = performance.now();
  const before = process.cpuUsage();
  await work();
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  turns.disable();
  const busy = busiest();
  asking.postMessage('enough');
  await new Promise((resolve) => asking.once('exit', resolve));
  const sorted = slowest.toSorted((a, b) => b - a);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `longest turn ${(turns.max / 1e6).toFixed(1)} ms, ${busy.toFixed(1)} ms at most of it working, 99.9% of turns below ${(turns.percentile(99.9) / 1e6).toFixed(1)} ms; ${sorted.length} requests, slowest ${at(0)} ms, p99 ${at(0.01)} ms; took ${(took / 1000).toFixed(1)} s and ${((user + system) / 1e6).toFixed(1)} s of processors`;
}

/** The longest that this thread worked in one turn, without what it waited for a processor. */
function busiestTurn(): () => number {
  let longest = 0;
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

/** Asks one after the other on a thread of its own, and says how long each answer took. */
const ASKING = `
  const { parentPort, workerData } = require('node:worker_threads');
  const http = require('node:http');
  const agent = new http.Agent({ keepAlive: true });
  const ask = (url) => new Promise((resolve, reject) => http.get(url, { agent }, (response) =>
    response.resume().on('end', resolve)).on('error', reject));
  let goesOn = true;
  parentPort.once('message', () => { goesOn = false; });
  (async () => {
    const times = [];
    for (let count = 0; goesOn; count++) {
      const began = performance.now();
      await ask(workerData[count % workerData.length]);
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    parentPort.postMessage(times);
    agent.destroy();
  })();
`;
