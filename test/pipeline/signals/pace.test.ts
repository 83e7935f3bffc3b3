import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  exponentialAverage,
  PACE,
  paceGrowth,
  weekToWeekNoise,
} from '../../../src/pipeline/signals/pace.ts';

const steady = (pace: number, weeks = 52) => new Array<number>(weeks).fill(pace);
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

describe('an exponential average', () => {
  it('halves the weight of a value every half-life', () => {
    // Weights 1, 1/2, 1/4.
    near(exponentialAverage([4, 2, 8], 1), (4 + 1 + 2) / 1.75);
    // Two places make one half.
    near(exponentialAverage([0, 0, 1], 2), 0.5 / (1 + Math.SQRT1_2 + 0.5));
  });

  it('of nothing is 0', () => {
    assert.equal(exponentialAverage([], 4), 0);
  });
});

describe('the noise from week to week', () => {
  it('is the typical one without a past', () => {
    near(weekToWeekNoise([]), 0.4);
    near(weekToWeekNoise([3]), 0.4);
  });

  it('is half own and half typical after 14 weeks, which have 13 changes', () => {
    const levels = Array.from({ length: 14 }, (_, week) => week % 2);
    // Every change is 1: a variance of 1/2 a week.
    near(weekToWeekNoise(levels), Math.sqrt(0.5 * 0.5 + 0.5 * 0.16));
  });

  it('is the same for all companies where a company’s own past has no weight', () => {
    near(weekToWeekNoise([0, 5, 0, 5], { typicalNoise: 0.4, noiseWeight: Infinity }), 0.4);
  });
});

describe('the growth of a pace', () => {
  it('is 0 for a steady pace, a silent one, and one without a past', () => {
    for (const pace of [steady(20), steady(0), [7], []]) near(paceGrowth(pace), 0);
  });

  it('is the difference of the averages in units of the noise', () => {
    // Two weeks: levels ln 8 and ln 2, one change.
    const [now, before] = [Math.log(8), Math.log(2)];
    const [fastDecay, slowDecay] = [0.5 ** (1 / 4), 0.5 ** (1 / 26)];
    const fast = (now + fastDecay * before) / (1 + fastDecay);
    const slow = (now + slowDecay * before) / (1 + slowDecay);
    const noise = Math.sqrt(((now - before) ** 2 / 2) * (1 / 14) + 0.16 * (13 / 14));
    near(paceGrowth([7, 1]), (fast - slow) / noise);
  });

  it('says more of the same rise where weeks are usually alike', () => {
    const rise = steady(40, 8);
    const noisy = Array.from({ length: 44 }, (_, week) => (week % 2 === 0 ? 2 : 100));
    assert.ok(paceGrowth([...rise, ...steady(20, 44)]) > paceGrowth([...rise, ...noisy]));
  });

  it('hardly moves when one week brings a hundred times the commits', () => {
    const flood = paceGrowth([2000, ...steady(20, 51)]);
    const lasting = paceGrowth([...steady(60, 8), ...steady(20, 44)]);
    assert.ok(flood < lasting, `${flood} is not below ${lasting}`);
  });

  it('looks back 52 weeks and no further', () => {
    const year = [...steady(30, 4), ...steady(10, 48)];
    assert.equal(paceGrowth([...year, 5000, 5000]), paceGrowth(year));
  });

  it('never falls when the newest weeks rise and the unit is the same', () => {
    const choices = { ...PACE, noiseWeight: Infinity };
    fc.assert(
      fc.property(
        fc.array(fc.nat(500), { minLength: 2, maxLength: 60 }),
        fc.nat(500),
        ([newest = 0, ...before], more) => {
          const less = paceGrowth([newest, ...before], choices);
          assert.ok(paceGrowth([newest + more, ...before], choices) >= less - 1e-9);
        },
      ),
    );
  });
});
