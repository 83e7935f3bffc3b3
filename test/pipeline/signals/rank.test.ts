import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  breadth,
  byComposite,
  compositeIndex,
  percentiles,
  type Rankable,
  scores,
  trending,
} from '../../../src/pipeline/signals/rank.ts';

const startup = (name: string, change: Partial<Rankable> = {}): Rankable => ({
  name,
  commitVelocity14d: 20,
  contributors: 3,
  paceGrowth: 0,
  newcomerShare: 0,
  concentration: 0.3,
  ...change,
});

describe('a percentile', () => {
  it('is 100 × (number below + half of the ties) / n', () => {
    const of = percentiles([1, 2, 2, 3]);
    assert.equal(of(1), 13); // 100 × 0.5 / 4 = 12.5
    assert.equal(of(2), 50); // 100 × (1 + 1) / 4
    assert.equal(of(3), 88); // 100 × 3.5 / 4 = 87.5
  });

  it('rises with the value and stays within 0 and 100', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 1 }), (values) => {
        const of = percentiles(values);
        const sorted = [...values].sort((a, b) => a - b).map(of);
        for (const [index, percentile] of sorted.entries()) {
          assert.ok(percentile >= 0 && percentile <= 100);
          assert.ok(index === 0 || percentile >= (sorted[index - 1] ?? 0));
        }
      }),
    );
  });
});

describe('scores', () => {
  it('are percentiles among startups with commits', () => {
    const [low, high, silent] = scores([
      startup('Low', { commitVelocity14d: 10, paceGrowth: -1, newcomerShare: 0.4 }),
      startup('High', { commitVelocity14d: 90, paceGrowth: 3, newcomerShare: 0 }),
      startup('Silent', { commitVelocity14d: 0, paceGrowth: 9, newcomerShare: 1 }),
    ]);
    // 70% growth, 15% velocity, 15% novelty: 32.5 and 67.5 of 100.
    assert.deepEqual(low, { velocity: 25, growth: 25, novelty: 75, composite: 25 });
    assert.deepEqual(high, { velocity: 75, growth: 75, novelty: 25, composite: 75 });
    assert.deepEqual(silent, { velocity: 0, growth: 0, novelty: 0, composite: 0 });
  });

  it('rank by a sum in which whole percents that are equal stay equal', () => {
    const [sum, same] = [
      compositeIndex({ velocity: 90, growth: 10, novelty: 30 }, 0),
      compositeIndex({ velocity: 30, growth: 10, novelty: 90 }, 0),
    ];
    assert.equal(sum, 25);
    assert.equal(same, sum);
  });

  it('are discounted from the share on at which one person or one landing made the fortnight', () => {
    assert.equal(breadth(0.6), 1);
    assert.ok(Math.abs(breadth(0.8) - 0.5) < 1e-12);
    assert.equal(breadth(1), 0);
    const [alone, together] = scores([
      startup('Alone', { paceGrowth: 3, concentration: 0.9 }),
      startup('Together', { paceGrowth: -3 }),
    ]);
    assert.ok((alone?.growth ?? 0) > (together?.growth ?? 0));
    assert.ok((alone?.composite ?? 0) < (together?.composite ?? 0));
  });

  it('are none for no startups', () => {
    assert.deepEqual(scores([]), []);
  });

  it('do not depend on the order of the startups', () => {
    const any = fc.record({
      name: fc.string(),
      commitVelocity14d: fc.nat(50),
      contributors: fc.nat(10),
      paceGrowth: fc.double({ min: -5, max: 5, noNaN: true }),
      newcomerShare: fc.double({ min: 0, max: 1, noNaN: true }),
      concentration: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(any), (startups) => {
        const backwards = scores([...startups].reverse()).reverse();
        assert.deepEqual(scores(startups), backwards);
      }),
    );
  });
});

describe('trending', () => {
  const scored = (name: string, composite: number, change: Partial<Rankable> = {}) => ({
    ...startup(name, change),
    scores: { velocity: 0, growth: 0, novelty: 0, composite },
  });

  it('orders by composite, then velocity, then name', () => {
    const list = [
      scored('B', 50),
      scored('A', 50),
      scored('C', 50, { commitVelocity14d: 21 }),
      scored('D', 51),
    ];
    assert.deepEqual(
      list.sort(byComposite).map(({ name }) => name),
      ['D', 'C', 'A', 'B'],
    );
  });

  it('takes 20, of those with a velocity of 20 and 3 contributors', () => {
    const many = Array.from({ length: 30 }, (_, index) => scored(`S${index}`, index));
    const small = [
      scored('Slow', 99, { commitVelocity14d: 19 }),
      scored('Few', 99, { contributors: 2 }),
    ];
    const top = trending([...small, ...many]);
    assert.equal(top.length, 20);
    assert.equal(top[0]?.name, 'S29');
    assert.equal(top.at(-1)?.name, 'S10');
  });
});
