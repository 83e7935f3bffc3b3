import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneAhead } from '../../src/lib/one-ahead.ts';

describe('working one item ahead', () => {
  it('gives the results in order, and has begun the next one by then', async () => {
    const log: string[] = [];
    const work = async (item: number) => {
      log.push(`begin ${item}`);
      return 10 * item;
    };
    for await (const result of oneAhead([1, 2, 3], work)) log.push(`use ${result}`);
    assert.deepEqual(log, ['begin 1', 'begin 2', 'use 10', 'begin 3', 'use 20', 'use 30']);
  });

  it('throws what a work throws when its turn comes', async () => {
    const used: number[] = [];
    const work = async (item: number) => {
      if (item === 2) throw new RangeError('two');
      return item;
    };
    await assert.rejects(async () => {
      for await (const result of oneAhead([1, 2, 3], work)) used.push(result);
    }, /two/);
    assert.deepEqual(used, [1]);
  });

  it('has nothing to give of no items', async () => {
    for await (const _ of oneAhead([], async () => 1)) assert.fail();
  });
});
