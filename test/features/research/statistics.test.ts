import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  correlation,
  quantile,
  rankCorrelation,
  share,
} from '../../../src/features/research/statistics.ts';

const numbers = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 30 });

describe('statistics', () => {
  it('give what is worked out by hand', () => {
    assert.equal(rankCorrelation([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]).toFixed(4), '0.8208');
    assert.equal(quantile([15, 20, 35, 40, 50], 0.5), 35);
    assert.equal(quantile([15, 20, 35, 40, 50], 0.75), 40);
  });

  it('are defined of nothing', () => {
    assert.equal(quantile([], 0.5), 0);
    assert.equal(correlation([1, 1, 1], [1, 2, 3]), 0);
    assert.equal(
      share([], () => true),
      0,
    );
  });

  it('correlate every list with itself, against its negative, and not beyond', () => {
    fc.assert(
      fc.property(numbers, numbers, (xs, ys) => {
        const varies = new Set(xs).size > 1;
        const negative = xs.map((x) => -x);
        assert.ok(Math.abs(rankCorrelation(xs, xs) - Number(varies)) < 1e-9);
        assert.ok(Math.abs(rankCorrelation(xs, negative) + Number(varies)) < 1e-9);
        const length = Math.min(xs.length, ys.length);
        const r = rankCorrelation(xs.slice(0, length), ys.slice(0, length));
        assert.ok(Math.abs(r) <= 1 + 1e-9);
      }),
      { seed: 7 },
    );
  });

  it('rank alike after any change that keeps the order', () => {
    fc.assert(
      fc.property(numbers, (xs) => {
        const ys = xs.map((x, index) => x * (index % 2 === 0 ? 1 : -1));
        const grown = xs.map((x) => x ** 3);
        assert.ok(Math.abs(rankCorrelation(xs, ys) - rankCorrelation(grown, ys)) < 1e-9);
      }),
      { seed: 7 },
    );
  });
});
