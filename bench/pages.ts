/**
 * Pages that are computed: what a page of a past period costs the processor at its
 * first and second request, and what another client notices while one client asks for as many as it
 * can, over 32 connections.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { shippedPublication } from '../tools/shipped.ts';
import { median, printTable } from './report.ts';
import { sentAnswer } from './serve.ts';
import { processorSeconds, startService } from './servers.ts';

const HAMMER = join(import.meta.dirname, 'hammer.ts');
const CONNECTIONS = 32;
/** Of these many pages the cost is measured. */
const PAGES = 400;
const SECONDS = 8;
/** What the other client asks for: a page of the current period, and a look-up. */
const OTHERS = ['/', '/api/signal?company=langfuse'];

export async function benchPages(): Promise<void> {
  const { editions, registry } = await shippedPublication();
  const past = editions.periods.slice(1).map(({ slug }) => slug);
  const kinds = ['/', ...registry.sectors.map(({ slug }) => `/sectors/${slug}`)];
  const startups = [...(await editions.startups(editions.latest)).keys()];
  kinds.push(...startups.map((slug) => `/startups/${slug}`));
  const pages = shuffled(past.flatMap((period) => kinds.map((path) => `${path}?period=${period}`)));
  const service = await startService();
  try {
    const { origin } = service;
    const measured = pages.slice(0, PAGES);
    const asked = otherClients(origin);
    const cold = await processorMilliseconds(origin, measured, asked);
    const warm = await processorMilliseconds(origin, measured, asked);
    printTable(
      `Processor time of a page of a past period, in br (mean of ${PAGES} of ${pages.length})`,
      [
        { what: 'first request', value: `${cold.toFixed(2)} ms` },
        { what: 'second request', value: `${warm.toFixed(2)} ms` },
      ],
    );
    await benchOthers('nothing else', origin, []);
    await benchOthers(
      `${CONNECTIONS} connections that ask for past periods`,
      origin,
      pages.slice(PAGES),
    );
  } finally {
    await service.stop();
  }
}

type Ask = (path: string, index: number) => Promise<void>;

/** Each request from another client. */
function otherClients(origin: string): Ask {
  return async (path, index) => {
    const response = await fetch(origin + path, {
      headers: { 'accept-encoding': 'br', 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` },
    });
    await response.arrayBuffer();
    if (!response.ok && response.status !== 404) throw new Error(`${path}: ${response.status}`);
  };
}

/** What a request costs the service, on average; one after the other. */
export async function processorMilliseconds(
  origin: string,
  paths: readonly string[],
  ask: Ask,
): Promise<number> {
  const before = await processorSeconds(origin);
  for (const [index, path] of paths.entries()) await ask(path, index);
  return ((await processorSeconds(origin)) - before) * (1000 / paths.length);
}

/** What one client gets over one connection while another asks for these paths. */
async function benchOthers(what: string, origin: string, paths: readonly string[]): Promise<void> {
  await using other = new AsyncDisposableStack();
  if (paths.length > 0) {
    const child = spawn(process.execPath, [HAMMER, origin, String(CONNECTIONS), '10.9.9.9'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const ended = once(child, 'close');
    child.stdin.end(JSON.stringify(paths));
    other.defer(async () => {
      child.kill();
      await ended;
    });
    // Node starts in the meantime; the burst is part of what is measured.
    await delay(150);
  }
  const times: number[] = [];
  const began = performance.now();
  while (performance.now() - began < SECONDS * 1000) {
    const address = `10.2.${(times.length >> 8) & 255}.${times.length & 255}`;
    const path = OTHERS[times.length % OTHERS.length] ?? '/';
    const asked = performance.now();
    await sentAnswer(origin + path, 'br', { 'x-forwarded-for': address });
    times.push(performance.now() - asked);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1);
  printTable(`Another client's requests, beside ${what}`, [
    { what: 'rate', value: `${(times.length / SECONDS).toFixed(0)} a second` },
    { what: 'median', value: `${median(times).toFixed(1)} ms` },
    { what: '99 of 100', value: `${at(0.99)} ms` },
    { what: 'longest', value: `${(sorted.at(-1) ?? 0).toFixed(1)} ms` },
  ]);
}

/** In the same order each time, so that periods and kinds of page mix. */
function shuffled(paths: readonly string[]): string[] {
  const step = 7919;
  return paths.map((_, index) => paths[(index * step) % paths.length] ?? '/');
}
