import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { apportion } from '../../../src/features/markets/forecast.ts';

/** Shares of a whole, as counts give them. */
const shares = fc
  .array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 300 })
  .map((counts) => {
    const total = counts.reduce((sum, one) => sum + one, 0);
    return counts.map((one) => one / total);
  });
const digits = fc.integer({ min: 2, max: 8 });

describe('rounded shares', () => {
  it('sum to 1 as they are printed', () => {
    fc.assert(
      fc.property(shares, digits, (given, places) => {
        const printed = apportion(given, places).map((share) => share.toFixed(places));
        const units = printed.map((text) => BigInt(text.replace('.', '')));
        assert.equal(
          units.reduce((sum, one) => sum + one, 0n),
          10n ** BigInt(places),
        );
      }),
    );
  });

  it('are each less than one unit away from what they were, and in the same order', () => {
    fc.assert(
      fc.property(shares, digits, (given, places) => {
        const sorted = given.toSorted((a, b) => b - a);
        const rounded = apportion(sorted, places);
        for (const [index, share] of rounded.entries()) {
          assert.ok(Math.abs(share - (sorted[index] ?? 0)) < 10 ** -places + 1e-12);
          if (index > 0) assert.ok(share <= (rounded[index - 1] ?? 0));
        }
      }),
    );
  });

  it('stay what they are once they are rounded', () => {
    fc.assert(
      fc.property(shares, digits, (given, places) => {
        const once = apportion(given, places);
        assert.deepEqual(apportion(once, places), once);
      }),
    );
  });

  it('are the textbook’s', () => {
    assert.deepEqual(apportion([1 / 3, 1 / 3, 1 / 3], 2), [0.34, 0.33, 0.33]);
    assert.deepEqual(apportion([1], 4), [1]);
    assert.deepEqual(apportion([], 4), []);
  });
});
