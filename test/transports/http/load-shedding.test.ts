/** What a service does that cannot keep up: it refuses requests rather than let them queue. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { problemIn, type Served, serveExample } from '../../support/service.ts';

/** How late the loop is is averaged over a second; this holds a whole one. */
const BUSY_MS = 2_500;
const TURN_MS = 200;

/** Lets the event loop turn a few times a second, as work does that takes long. */
async function keepBusy(): Promise<void> {
  const end = performance.now() + BUSY_MS;
  while (performance.now() < end) {
    const turn = performance.now() + TURN_MS;
    while (performance.now() < turn);
    await delay(0);
  }
}

describe('a service whose event loop is late', () => {
  let shedding: Served;
  let patient: Served;
  before(async () => {
    [shedding, patient] = await Promise.all([
      serveExample(true, { maxEventLoopDelayMs: TURN_MS / 4 }),
      serveExample(true, { maxEventLoopDelayMs: 0 }),
    ]);
  });
  after(() => Promise.all([shedding.service.close(), patient.service.close()]));

  it('refuses requests with 503 until it keeps up again, unless it is told not to', async () => {
    await keepBusy();
    const [refused, answered] = await Promise.all(
      [shedding, patient].map(({ origin }) => fetch(`${origin}/api/trending`)),
    );
    assert.ok(refused && answered);
    assert.equal(answered.status, 200);
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    await problemIn(refused);
  });
});
