/** A number as the sum of its repositories, in one line. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sumOf } from '../../../src/features/checks/commits.ts';

describe('the sum of a number', () => {
  it('names the repositories, largest first, and those without any not at all', () => {
    const parts = [
      ['a/small', 42],
      ['a/none', 0],
      ['a/large', 1200],
    ] as const;
    assert.equal(sumOf(parts), '1,242 = 1,200 in a/large + 42 in a/small');
  });

  it('says where all of it is, and nothing more of nothing', () => {
    assert.equal(sumOf([['a/one', 7]]), '7, all in a/one');
    assert.equal(sumOf([['a/one', 0]]), '0');
    assert.equal(sumOf([]), '0');
  });

  it('folds the small ones, of which there are at least two', () => {
    const parts = [9, 8, 7, 6, 5].map((value, index) => [`a/r${index}`, value] as const);
    assert.match(sumOf(parts), /^35 = 9 in a\/r0 \+ .* \+ 5 in a\/r4$/);
    assert.match(sumOf([...parts, ['a/r5', 4]]), / \+ 6 in a\/r3 \+ 9 in 2 others$/);
  });

  it('adds up for any parts', () => {
    const part = fc.tuple(
      fc.string({ minLength: 1 }).map((name) => `a/${name.length}`),
      fc.nat(999),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 30 }), (parts) => {
        const [left = '', right = ''] = sumOf(parts).split(' = ');
        if (right === '') return;
        const numbers = right
          .split(' + ')
          .map((one) => Number(one.split(' in ')[0]?.replaceAll(',', '')));
        const sum = numbers.reduce((total, value) => total + value, 0);
        assert.equal(sum, Number(left.replaceAll(',', '')));
      }),
    );
  });
});
