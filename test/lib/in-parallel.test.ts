import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sideBySide } from '../../src/lib/in-parallel.ts';

describe('working side by side', () => {
  it('gives all results in the order of the works', async () => {
    assert.deepEqual(await sideBySide(wait(5, 'late'), Promise.resolve(1)), ['late', 1]);
  });

  it('fails only after the others have ended', async () => {
    let hasEnded = false;
    const slow = wait(20).then(() => {
      hasEnded = true;
    });
    await assert.rejects(sideBySide(Promise.reject(new RangeError('no')), slow), /no/);
    assert.ok(hasEnded);
  });
});
