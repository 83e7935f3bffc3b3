/** The answer of /status about a data folder, with and without a scheduler. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { cycleIn } from '../../../src/pipeline/schedule/cycle.ts';
import { EMPTY_STATE, StateFile } from '../../../src/pipeline/schedule/state.ts';
import { NO_STARS } from '../../support/no-stars.ts';
import { type ServedExample, serveExample, servePublication } from '../../support/service.ts';

const MINUTE_MS = 60_000;

describe('the status', () => {
  let example: ServedExample;
  let origin: string;
  let close: () => Promise<void>;
  let state: StateFile;
  before(async () => {
    example = await serveExample();
    const { dataFolder } = example.options;
    state = new StateFile(dataFolder);
    const cycle = cycleIn(dataFolder, 0, () => openLedger(join(dataFolder, 'ledger')));
    const { service, ...served } = await servePublication(example.options, {
      stars: NO_STARS,
      cycle,
    });
    origin = served.origin;
    close = () => service.close();
  });
  after(async () => {
    await close();
    await example.service.close();
  });
  const status = async () =>
    (await (await fetch(`${origin}/api/status.json`)).json()) as {
      summary: string;
      edition: { period: string; isOld: boolean };
      scheduler: { isRunning: boolean; retried: number; next: unknown; hold: unknown };
      copies: { byAge: { maxDays: unknown; companies: number }[]; oldestThrough: string };
    };

  it('says that no scheduler runs, how old the edition is, and the copies', async () => {
    const { summary, edition, scheduler, copies, ...others } = await status();
    // Companies are listed by /api/coverage.json alone.
    assert.deepEqual(others, {});
    assert.match(summary, /^No scheduler is running/);
    assert.equal(scheduler.isRunning, false);
    assert.equal(edition.period, '2025-w26');
    assert.equal(edition.isOld, true);
    assert.equal(copies.oldestThrough, '2025-05-04');
    assert.deepEqual(
      copies.byAge.map((each) => each.companies),
      [0, 0, 0, 3, 0],
    );
    const page = await fetch(`${origin}/status`);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(await page.text(), /No scheduler is running.*so its numbers are old/s);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    assert.match(metrics, /^bellwether_scheduler_running 0$/m);
  });

  it('shows what a scheduler did, failed at, and does next', async () => {
    const release = await state.lease();
    const now = Date.now();
    await state.write({
      ...EMPTY_STATE,
      companies: { acorn: { week: null, tries: null } },
      hold: {
        since: now,
        until: now + MINUTE_MS,
        failures: 1,
        why: 'the hosting service answers 429',
      },
      doneAt: { collect: now - MINUTE_MS },
      log: [{ at: now - MINUTE_MS, line: 'collected 3 companies for 2026-w31' }],
      next: { at: now + MINUTE_MS, line: 'it is asked again then' },
    });
    // The earlier reading is cached for a second.
    await new Promise((later) => setTimeout(later, 1100));
    const { summary, scheduler } = await status();
    assert.match(summary, /^The scheduler waits until .*: the hosting service answers 429\.$/);
    assert.ok(scheduler.isRunning && scheduler.hold && scheduler.next);
    const page = await (await fetch(`${origin}/status`)).text();
    assert.match(page, /The scheduler waits until .*: the hosting service answers 429\./);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    assert.match(metrics, /^bellwether_scheduler_running 1$/m);
    await release();
  });
});
