import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { highest } from '../../src/lib/highest.ts';

it('the highest of a list are the first of it when it is sorted', () => {
  const scored = fc.record({ name: fc.string(), score: fc.integer({ min: 0, max: 9 }) });
  fc.assert(
    fc.property(fc.array(scored), fc.nat(20), (list, count) => {
      const sorted = list.toSorted((one, other) => other.score - one.score);
      const found = highest(list, count, ({ score }) => score);
      assert.deepEqual(found, sorted.slice(0, count));
      for (const [place, one] of found.entries()) assert.equal(one, sorted[place]);
    }),
  );
});
