import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { accelerate, signedPercent } from '../../../src/pipeline/signals/accelerate.ts';
import { QUIET } from './quiet.ts';

const changeOf = (...weeks: number[]) =>
  accelerate({ ...QUIET, weeklyCommits: [...weeks, ...new Array(30 - weeks.length).fill(0)] });

describe('velocity', () => {
  const cases: [weeks: number[], now: number, before: number, string, ratio: number | null][] = [
    [[20, 22, 10, 20], 42, 30, '+40%', 0.4],
    [[0], 0, 0, '0%', null],
    [[1], 1, 0, '+100%', null],
    [[500, 0, 1, 0], 500, 1, '+999%', 499],
    [[0, 0, 7, 0], 0, 7, '-100%', -1],
  ];
  for (const [weeks, now, before, change, ratio] of cases)
    it(`changes by ${change} from ${before} commits a fortnight to ${now}`, () => {
      const { commitVelocity14d, priorVelocity, ...numbers } = changeOf(...weeks);
      assert.deepEqual([commitVelocity14d, priorVelocity], [now, before]);
      assert.equal(numbers.commitVelocityChange, change);
      assert.equal(numbers.commitVelocityChangeRatio, ratio);
    });
});

describe('a signed percent', () => {
  it('has a sign unless it is zero', () => {
    const percents = [0.424, -0.07, 0.004, -0.004].map(signedPercent);
    assert.deepEqual(percents, ['+42%', '-7%', '0%', '0%']);
  });

  it('rounds halves away from zero, even if floating point falls short of them', () => {
    const change = (now: number, before: number) => changeOf(now, 0, before).commitVelocityChange;
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
