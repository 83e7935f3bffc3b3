/** What a service does that cannot keep up: it refuses requests rather than let them queue. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { problemIn, type Served, serveExample } from '../../support/service.ts';

const TURN_MS = 200;
/** How late the loop is is averaged over a second; these turns hold a whole one. */
const TURNS = 12;
/** Longer than that second, and shorter than the limit. */
const STALL_MS = 1_050;
const STALLED_LIMIT_MS = 1_500;

/** Lets the event loop turn no more often than this, as work does that takes long. */
async function keepBusy(turns: number, milliseconds: number): Promise<void> {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  for (let turn = 0; turn < turns; turn++) {
    Atomics.wait(nobody, 0, 0, milliseconds);
    await delay(0);
  }
}

describe('a service whose event loop is late', () => {
  let shedding: Served;
  let patient: Served;
  let limited: Served;
  before(async () => {
    [shedding, patient, limited] = await Promise.all([
      serveExample(true, { maxEventLoopDelayMs: TURN_MS / 4 }),
      serveExample(true, { maxEventLoopDelayMs: 0 }),
      serveExample(true, { maxEventLoopDelayMs: STALLED_LIMIT_MS }),
    ]);
  });
  after(() => Promise.all([shedding, patient, limited].map(({ service }) => service.close())));

  it('refuses requests with 503 until it keeps up again, unless it is told not to', async () => {
    await keepBusy(TURNS, TURN_MS);
    const [refused, answered] = await Promise.all(
      [shedding, patient].map(({ origin }) => fetch(`${origin}/api/trending`)),
    );
    assert.ok(refused && answered);
    assert.equal(answered.status, 200);
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    await problemIn(refused);
  });

  it('shows a styled page meanwhile, and whether it is well', async () => {
    await keepBusy(TURNS, TURN_MS);
    const refused = await fetch(`${shedding.origin}/about`, { headers: { accept: 'text/html' } });
    assert.equal(refused.status, 503);
    const page = await refused.text();
    const loaded = [...page.matchAll(/(?:href|src)="(\/(?:assets\/|favicon)[^"]+)"/g)];
    assert.ok(loaded.some(([, path = '']) => path.endsWith('.css')));
    const paths = loaded.map(([, path = '']) => path);
    for (const path of [...paths, '/favicon.ico', '/healthz', '/readyz', '/metrics'])
      assert.equal((await fetch(shedding.origin + path)).status, 200, path);
  });

  it('answers after stalls that are shorter than its limit', async () => {
    await keepBusy(3, STALL_MS);
    assert.equal((await fetch(`${limited.origin}/api/trending`)).status, 200);
  });
});
