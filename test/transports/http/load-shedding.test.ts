/** A service that cannot keep up refuses requests rather than let them queue. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { FOUR_WEEKS } from '../../support/publication.ts';
import { problemIn, type Served, serveExample } from '../../support/service.ts';

const TURN_MS = 200;
/** The delay of the loop is averaged over a second; these turns hold a whole one. */
const TURNS = 12;

/** Lets the event loop turn no more often than this, as work does that takes long. */
async function keepBusy(): Promise<void> {
  const silent = new Int32Array(new SharedArrayBuffer(4));
  for (let turn = 0; turn < TURNS; turn++) {
    Atomics.wait(silent, 0, 0, TURN_MS);
    await delay(0);
  }
}

let shedding: Served;
let patient: Served;
before(async () => {
  shedding = await serveExample(true, { maxEventLoopDelayMs: TURN_MS / 4 }, FOUR_WEEKS);
  patient = await serveExample(true, { maxEventLoopDelayMs: 0 }, FOUR_WEEKS);
});
after(() => Promise.all([shedding, patient].map(({ service }) => service.close())));

it('a service whose event loop is late gives 503, a styled page, and its health', async () => {
  await keepBusy();
  const [refused, page, answered] = await Promise.all([
    fetch(`${shedding.origin}/api/trending`),
    fetch(`${shedding.origin}/about`, { headers: { accept: 'text/html' } }),
    fetch(`${patient.origin}/api/trending`),
  ]);
  assert.deepEqual([refused.status, page.status, answered.status], [503, 503, 200]);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  await problemIn(refused);
  const loaded = [
    ...(await page.text()).matchAll(/(?:href|src)="(\/(?:assets\/|favicon)[^"]+)"/g),
  ].map(([, path = '']) => path);
  assert.ok(loaded.some((path) => path.endsWith('.css')));
  for (const path of [...loaded, '/favicon.ico', '/healthz', '/readyz', '/metrics'])
    assert.equal((await fetch(shedding.origin + path)).status, 200, path);
});
