import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { logistic, scoreOf, skillIn, type Trial } from '../../../src/features/scout/score.ts';

const trial = fc.record({
  probability: fc.double({ min: 0, max: 1, noNaN: true }),
  isWin: fc.boolean(),
});
const many = (count: number, one: Trial): Trial[] => Array.from({ length: count }, () => one);
const win = { probability: 0.3, isWin: true };
const miss = { probability: 0.3, isWin: false };

describe('the Scout Score', () => {
  it('is absent without a star that counts', () => {
    assert.equal(scoreOf([]), undefined);
  });

  it('is 50 for exactly what the peers did, however much was starred', () => {
    for (const times of [1, 10, 100]) {
      const all = [...many(3 * times, win), ...many(7 * times, miss)];
      assert.equal(scoreOf(all)?.score, 50, String(times));
    }
  });

  it('stays near 50 while there is little to tell, and goes to the odds as there is more', () => {
    // Wins at even odds where the peers have 3 : 7 are 2⅓ times their odds, which is a score of 70.
    const scores = [2, 20, 200, 20_000].map(
      (count) => scoreOf([...many(count / 2, win), ...many(count / 2, miss)])?.score,
    );
    assert.deepEqual(scores, [54, 65, 69, 70]);
  });

  it('says how sure it is', () => {
    const nothing = skillIn([]);
    assert.deepEqual([nothing.logOdds, nothing.error.toFixed(3)], [0, '0.693']);
    const few = scoreOf(many(3, miss));
    const lots = scoreOf([...many(90, win), ...many(210, miss)]);
    assert.ok(few && lots);
    assert.ok(few.high - few.low > 3 * (lots.high - lots.low));
  });

  it('is a whole number within its interval, raised by a win and lowered by a miss', () => {
    fc.assert(
      fc.property(fc.array(trial, { minLength: 1, maxLength: 60 }), trial, (all, further) => {
        const score = scoreOf(all);
        assert.ok(score && Number.isInteger(score.score));
        assert.ok(score.low <= score.score && score.score <= score.high);
        assert.ok(score.low >= 0 && score.high <= 100);
        const before = skillIn(all).logOdds;
        const after = skillIn([...all, further]).logOdds;
        assert.ok(further.isWin ? after >= before - 1e-6 : after <= before + 1e-6);
      }),
      { seed: 7 },
    );
  });

  it('does not depend on the order of the stars', () => {
    fc.assert(
      fc.property(fc.array(trial, { minLength: 2, maxLength: 30 }), (all) => {
        const [one, other] = [skillIn(all), skillIn(all.toReversed())];
        assert.ok(Math.abs(logistic(one.logOdds) - logistic(other.logOdds)) < 1e-6);
      }),
      { seed: 7 },
    );
  });
});
