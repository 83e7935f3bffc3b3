/** How long a service that has just started keeps all others waiting, in processor time of its thread. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { loadEngine } from '../../../src/pipeline/ledger/duckdb.ts';
import { loadPlot } from '../../../src/web/charts/plot.ts';
import { type Served, serveShipped } from '../../support/service.ts';

/** The aim is 20 ms on a machine of its own; compilers and garbage collection differ from run to run. */
const MAX_SLICE_MS = 50;

/** Addresses whose first answers once took up to 300 ms. */
const ADDRESSES = [
  '/startups?q=agent',
  '/tables/diligence/dossiers.csv',
  '/tables/diligence/dossiers/embed',
  '/tables/answers/questions.json',
  '/diligence',
  '/api/openapi.json',
  '/api/startups.parquet?sector=databases',
  '/api/ask?q=Which%20startups%20in%20Berlin%20raised%20money%3F',
  '/api/query?subject=startup',
  '/docs',
  '/sitemap.xml',
  '/sectors',
  '/',
];

/** The longest that the loop is held up while something is done, in milliseconds. */
async function longestSlice(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  let longest = 0;
  let last = threadMilliseconds();
  while (!isOver) {
    await setImmediate();
    const now = threadMilliseconds();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await working;
  return longest;
}

function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

let served: Served;
before(async () => {
  // As the command does before it listens.
  await Promise.all([loadEngine(), loadPlot()]);
  served = await serveShipped();
  // Nothing is waiting yet.
  await setTimeout(200);
});
after(() => served.service.close());

describe('a service that has just started', () => {
  it('prepares in slices', async () => {
    // What is made before it listens is made at once.
    const prepared = served.service.prepare();
    const longest = await longestSlice(() => prepared);
    assert.ok(longest < MAX_SLICE_MS, `${longest} ms`);
  });

  for (const address of ADDRESSES)
    it(`answers ${address} in slices`, async () => {
      const longest = await longestSlice(async () => {
        const response = await fetch(`${served.origin}${address}`);
        await response.arrayBuffer();
        assert.equal(response.status, 200);
      });
      assert.ok(longest < MAX_SLICE_MS, `${longest} ms`);
    });
});
