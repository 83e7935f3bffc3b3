import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WorkerPool } from '../../src/lib/worker-pool.ts';

const FILE = new URL('../support/fragile-worker.ts', import.meta.url);
const pool = new WorkerPool<string, string>({ file: FILE, maxWaiting: 4, timeout: 20_000 });

describe('a pool of workers', () => {
  for (const breaking of ['throw', 'exit', 'uncaught'])
    it(`fails the one call whose work does “${breaking}”, and goes on with those that wait`, async () => {
      const calls = [pool.run('before'), pool.run(breaking), pool.run('one'), pool.run('other')];
      const ended = await Promise.allSettled(calls);
      assert.deepEqual(
        ended.map((call) => (call.status === 'fulfilled' ? call.value : 'failed')),
        ['done: before', 'failed', 'done: one', 'done: other'],
      );
      assert.equal(await pool.run('after'), 'done: after');
    });

  it('refuses what is beyond those that may wait, and says when to come back', async () => {
    const calls = await Promise.allSettled(
      Array.from({ length: 9 }, (_, index) => pool.run(`${index}`)),
    );
    const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []));
    assert.ok(refused.length >= 4, `${refused.length} refused`);
    for (const { code, details } of refused) {
      assert.equal(code, 'overloaded');
      assert.equal(details.retryAfter, 2);
    }
    assert.equal(await pool.run('later'), 'done: later');
  });

  it('gives up what takes too long, with the thread that it is on', async () => {
    const hasty = new WorkerPool<string, string>({ file: FILE, maxWaiting: 4, timeout: 5_000 });
    await assert.rejects(hasty.run('hang'));
    assert.equal(await hasty.run('after'), 'done: after');
  });

  it('fails every call, and hangs none, when the worker cannot be loaded', async () => {
    const file = new URL('./support/nothing.ts', import.meta.url);
    const broken = new WorkerPool<string, string>({ file, maxWaiting: 4, timeout: 500 });
    for (const ended of await Promise.allSettled([broken.run('a'), broken.run('b')]))
      assert.equal(ended.status, 'rejected');
    await assert.rejects(broken.run('c'));
  });
});
