import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { accelerate, median, signedPercent } from '../../../src/pipeline/signals/accelerate.ts';
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
  });
});

describe('acceleration', () => {
  it('is the change’s logarithm over the smallest spread when the past was steady', () => {
    // 15 commits a week for 28 weeks, then two weeks of 30: x = ln(65 / 35), past x all 0.
    const weeklyCommits = [30, 30, ...new Array(28).fill(15)];
    const expected = Math.log(65 / 35) / 0.25;
    assert.ok(Math.abs(accelerate({ ...QUIET, weeklyCommits }).acceleration - expected) < 1e-12);
  });

  it('is measured against the median and the spread of the company’s own past', () => {
    // Weeks alternate in fortnights of 10 and 30 commits: past x is +a or −a, with ln values between.
    const weeklyCommits = [
      40,
      40,
      ...Array.from({ length: 28 }, (_, ago) => (ago % 4 < 2 ? 5 : 15)),
    ];
    const x = (ago: number) => {
      const sum = (from: number) => (weeklyCommits[from] ?? 0) + (weeklyCommits[from + 1] ?? 0);
      return Math.log((sum(ago) + 5) / (sum(ago + 2) + 5));
    };
    const past = Array.from({ length: 26 }, (_, index) => x(index + 1));
    const centre = median(past);
    const spread = median(past.map((value) => Math.abs(value - centre)));
    const expected = (x(0) - centre) / Math.max(1.4826 * spread, 0.25);
    assert.ok(spread > 0.2, 'the example has a spread that matters');
    assert.equal(accelerate({ ...QUIET, weeklyCommits }).acceleration, expected);
  });

  it('takes a past with fewer than 8 active periods for silent', () => {
    // Every third of the preceding weeks; the period's own week is not among them.
    const active = (weeks: number) =>
      Array.from({ length: 30 }, (_, ago) => (ago % 3 === 1 && ago < 3 * weeks ? 40 : 0));
    const plain = Math.log((40 + 5) / 5) / 0.25;
    assert.equal(accelerate({ ...QUIET, weeklyCommits: active(7) }).acceleration, plain);
    assert.notEqual(accelerate({ ...QUIET, weeklyCommits: active(8) }).acceleration, plain);
  });

  it('leaves out periods that begin before the ledger', () => {
    const weeklyCommits = [30, 30, ...new Array(12).fill(15)];
    const expected = Math.log(65 / 35) / 0.25;
    assert.ok(Math.abs(accelerate({ ...QUIET, weeklyCommits }).acceleration - expected) < 1e-12);
  });
});

describe('the median', () => {
  it('is the middle one, or the mean of the middle two', () => {
    assert.equal(median([3, 1, 2]), 2);
    assert.equal(median([4, 1, 3, 2]), 2.5);
  });
});
