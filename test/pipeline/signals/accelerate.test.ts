import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { accelerate, signedPercent } from '../../../src/pipeline/signals/accelerate.ts';
import { QUIET } from './quiet.ts';

describe('velocity', () => {
  it('is the fortnight to the period’s end, against the one before', () => {
    const weeklyCommits = [20, 22, 10, 20, ...new Array(26).fill(0)];
    const numbers = accelerate({ ...QUIET, weeklyCommits });
    assert.equal(numbers.commitVelocity14d, 42);
    assert.equal(numbers.priorVelocity, 30);
    assert.equal(numbers.commitVelocityChange, '+40%');
    assert.equal(numbers.commitVelocityChangeRatio, 0.4);
  });

  it('changes by 0% from nothing to nothing and by +100% from nothing to something', () => {
    assert.equal(accelerate(QUIET).commitVelocityChange, '0%');
    assert.equal(accelerate(QUIET).commitVelocityChangeRatio, null);
    const began = accelerate({ ...QUIET, weeklyCommits: [1, ...new Array(29).fill(0)] });
    assert.equal(began.commitVelocityChange, '+100%');
    assert.equal(began.commitVelocityChangeRatio, null);
  });

  it('shows at most +999% and keeps the exact ratio', () => {
    const weeklyCommits = [500, 0, 1, 0, ...new Array(26).fill(0)];
    const numbers = accelerate({ ...QUIET, weeklyCommits });
    assert.equal(numbers.commitVelocityChange, '+999%');
    assert.equal(numbers.commitVelocityChangeRatio, 499);
  });

  it('stops at -100%', () => {
    const weeklyCommits = [0, 0, 7, 0, ...new Array(26).fill(0)];
    assert.equal(accelerate({ ...QUIET, weeklyCommits }).commitVelocityChange, '-100%');
  });
});

describe('a signed percent', () => {
  it('has a sign unless it is zero', () => {
    assert.equal(signedPercent(0.424), '+42%');
    assert.equal(signedPercent(-0.07), '-7%');
    assert.equal(signedPercent(0.004), '0%');
    assert.equal(signedPercent(-0.004), '0%');
  });

  it('rounds halves away from zero, even if floating point falls short of them', () => {
    const change = (now: number, before: number) =>
      accelerate({ ...QUIET, weeklyCommits: [now, 0, before, 0, ...new Array(26).fill(0)] })
        .commitVelocityChange;
    // 23 / 40 * 100 is 57.49999999999999 in floating point.
    assert.equal(change(63, 40), '+58%');
    assert.equal(change(17, 40), '-58%');
    for (let before = 1; before <= 400; before++)
      for (let now = 0; now <= 2 * before; now++) {
        const doubled = Math.floor((200 * Math.abs(now - before)) / before);
        const percent = Math.ceil(doubled / 2) * Math.sign(now - before);
        const sign = percent > 0 ? '+' : '';
        assert.equal(change(now, before), `${sign}${percent || 0}%`, `${before} to ${now}`);
      }
  });

  it('is always written in the one form', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1e9, noNaN: true }), (ratio) => {
        assert.match(signedPercent(ratio), /^(?:\+[1-9]\d{0,2}|-[1-9]\d{0,2}|0)%$/);
      }),
    );
  });
});

describe('the share of agents', () => {
  it('is that of the fortnight’s commits', () => {
    const windows = { ...QUIET, weeklyCommits: [2, 1, 9], weeklyAgentCommits: [1, 0] };
    assert.equal(accelerate(windows).agentShare, 0.3333);
    assert.equal(accelerate(QUIET).agentShare, 0);
    // 57 / 800 is 0.07125, and 712.4999999999999 ten-thousandths in floating point.
    const half = { ...QUIET, weeklyCommits: [800, 0], weeklyAgentCommits: [57, 0] };
    assert.equal(accelerate(half).agentShare, 0.0713);
  });
});
