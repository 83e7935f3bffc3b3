/**
 * What readers and agents ask for, mixed, for ten minutes: how long answers take by kind, and whether
 * memory stays flat. A request is sent when it is due, whatever became of those before it, and its wait
 * counts from that moment. `BENCH_MINUTES` and `BENCH_RATE` (requests a second) choose another load.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { shippedPublication } from '../tools/shipped.ts';
import { manyRequests } from './many-requests.ts';
import { type Line, printTable } from './report.ts';
import { memoryOf, type Server, startServiceIn } from './servers.ts';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 10);
const RATE = Number(process.env['BENCH_RATE'] ?? 200);
/** Requests that are due are sent together, this often. */
const TICK_MS = 5;

/** What is asked for, how often of a hundred requests, and how long answers took, in microseconds. */
type Kind = { what: string; share: number; paths: readonly string[]; waits: RecordableHistogram };

export async function benchMixed(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  try {
    const kinds = await mixedKinds();
    const service = await startServiceIn(folder, '/readyz');
    try {
      while (!(await isReady(service))) await delay(100);
      const memory = await sendAll(service, kinds);
      printTable(`${MINUTES} minutes at ${RATE} requests a second, one process`, [
        ...kinds.map(({ what, waits }) => ({ what, value: inWords(waits) })),
        ...memory,
      ]);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function mixedKinds(): Promise<Kind[]> {
  const published = await shippedPublication();
  const { editions } = published;
  const { signals, questions, searches } = await manyRequests(published);
  const startups = [...(await editions.startups(editions.latest)).keys()];
  const repositories = published.registry.companies
    .filter(({ slug }) => startups.includes(slug))
    .flatMap((company) => company.repositories);
  const weeks = editions.periods.map(({ slug }) => slug);
  const kind = (what: string, share: number, paths: readonly string[]): Kind => ({
    what,
    share,
    paths,
    waits: createHistogram(),
  });
  return [
    kind('published files', 30, [
      '/api/signals.json',
      '/api/signals.csv',
      ...weeks.map((week) => `/api/signals.json?period=${week}`),
    ]),
    kind('pages', 20, [
      '/',
      '/startups',
      '/trending',
      ...startups.map((slug) => `/startups/${slug}`),
    ]),
    kind('look-ups', 20, signals),
    kind('answers', 10, questions),
    kind('search', 10, searches),
    kind(
      'badges',
      5,
      repositories.map(({ name }) => `/api/badge/momentum/${name}/svg`),
    ),
    kind(
      'pages of past weeks',
      5,
      startups.map((slug, index) => `/startups/${slug}?period=${weeks[index % weeks.length]}`),
    ),
  ];
}

/** Returns the memory of the service each minute. */
async function sendAll(service: Server, kinds: readonly Kind[]): Promise<Line[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const order = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  const total = MINUTES * 60 * RATE;
  const memory: Line[] = [];
  const failed: unknown[] = [];
  let underWay = 0;
  const began = performance.now();
  let sent = 0;
  while (sent < total) {
    for (; sent < total && sent < ((performance.now() - began) / 1000) * RATE; sent++) {
      // Kinds alternate: 37 and the number of shares have no common divisor.
      const kind = order[(sent * 37) % order.length];
      const path = kind?.paths[Math.floor(sent / order.length) % kind.paths.length];
      if (!kind || path === undefined) throw new Error('nothing to ask for');
      const due = began + (sent / RATE) * 1000;
      underWay++;
      ask(service.origin + path, agent, sent)
        .then(() => kind.waits.record(Math.max(1, Math.round((performance.now() - due) * 1000))))
        .catch((error: unknown) => failed.push(error))
        .finally(() => underWay--);
    }
    if (sent / RATE / 60 >= memory.length)
      memory.push({ what: `after ${memory.length} minutes`, value: await memoryOf(service) });
    await delay(TICK_MS);
    if (failed.length > 0) throw failed[0];
  }
  while (underWay > 0) await delay(TICK_MS);
  memory.push({ what: 'at the end', value: await memoryOf(service) });
  agent.destroy();
  return memory;
}

async function isReady({ origin }: Server): Promise<boolean> {
  return (await fetch(`${origin}/readyz`)).ok;
}

/** @throws {Error} if the answer's status is not 200 */
async function ask(url: string, agent: Agent, count: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = {
    'accept-encoding': 'br',
    'x-forwarded-for': `10.3.${(count >> 8) & 255}.${count & 255}`,
  };
  request(url, { agent, headers }, (response) => {
    response.resume();
    response.once('end', () => {
      if (response.statusCode === 200) resolve();
      else reject(new Error(`${url}: ${response.statusCode}`));
    });
  })
    .once('error', reject)
    .end();
  return promise;
}

function inWords(waits: RecordableHistogram): string {
  const at = (share: number) => (waits.percentile(share) / 1000).toFixed(1);
  return `${waits.count} requests, p50 ${at(50)} ms, p99 ${at(99)} ms, p99.9 ${at(99.9)} ms, longest ${(waits.max / 1000).toFixed(1)} ms`;
}
