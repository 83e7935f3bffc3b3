import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseDay } from '../../../src/lib/period.ts';
import type { Copy, Role } from '../../../src/pipeline/ledger/copies.ts';
import { coverageOf, isHeld, weighedThrough } from '../../../src/pipeline/signals/coverage.ts';
import { currentPeriod } from '../../../src/pipeline/signals/current-period.ts';

const D = parseDay('2025-06-29');

const copyOf = (change: Partial<Copy> = {}): Copy => ({
  repository: 'example/one',
  role: 'main',
  from: Number.NEGATIVE_INFINITY,
  through: D,
  began: parseDay('2020-01-01'),
  releasesFrom: Number.NEGATIVE_INFINITY,
  dependencyBasis: 'lines',
  ...change,
});

const day = fc.integer({ min: D - 400, max: D + 400 });
const copies = fc.array(
  fc.record({
    role: fc.constantFrom<Role>('main', 'side', 'stewarded'),
    from: fc.oneof(fc.constant(Number.NEGATIVE_INFINITY), day),
    through: day,
    began: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), day),
    weight: fc.nat(1_000),
  }),
  { maxLength: 6 },
);

describe('a repository', () => {
  const cases: [what: string, change: Partial<Copy>, isHeld: boolean][] = [
    ['whose copy reaches from D−59 through D', { from: D - 59 }, true],
    ['whose copy begins a day later', { from: D - 58 }, false],
    ['whose copy ends a day before D', { through: D - 1 }, false],
    ['that began on D', { began: D }, true],
    ['that begins after D', { began: D + 1 }, false],
    ['that is empty', { began: Number.POSITIVE_INFINITY }, false],
  ];
  for (const [what, change, expected] of cases)
    it(`${what} is ${expected ? 'held' : 'not held'}`, () => {
      assert.equal(isHeld(copyOf(change), D), expected);
    });
});

describe('the weight of a repository', () => {
  it('is that of the days to D, or to the end of its copy', () => {
    assert.equal(weighedThrough(copyOf(), D), D);
    assert.equal(weighedThrough(copyOf({ through: D - 500 }), D), D - 500);
  });
});

describe('a company is covered', () => {
  const one = copyOf({ repository: 'example/one' });
  const ended = copyOf({ repository: 'example/ended', through: D - 200 });

  it('when the held repositories carry 90% of the weight', () => {
    assert.equal(coverageOf([one, ended], [90, 10], [], D).missing, undefined);
    assert.deepEqual(coverageOf([one, ended], [89, 11], [], D).missing, {
      ...{ repository: 'example/ended', through: D - 200, gap: 'copy-ended' },
      reason: 'the copy of example/ended ends on 2024-12-11',
    });
  });

  it('when they carry half of it, where every main one that has begun is among them', () => {
    const side = { ...ended, role: 'side' as const };
    const { missing, weightHeld } = coverageOf([one, side], [50, 50], [], D);
    assert.equal(missing, undefined);
    assert.equal(weightHeld, 0.5);
    assert.equal(coverageOf([one, side], [49, 51], [], D).missing?.repository, 'example/ended');
    // Without a main one, or with one that is not held, nine tenths are needed.
    const sides = [{ ...one, role: 'side' as const }, side];
    assert.equal(coverageOf(sides, [60, 40], [], D).missing?.repository, 'example/ended');
    assert.equal(coverageOf([one, ended], [60, 40], [], D).missing?.repository, 'example/ended');
    const future = copyOf({ repository: 'example/next', began: D + 9 });
    assert.equal(coverageOf([one, side, future], [50, 50, 0], [], D).missing, undefined);
  });

  it('not by dormant side repositories, where its only main one ended in 2024', () => {
    const through = parseDay('2024-08-01');
    const main = copyOf({ repository: 'example/main', through });
    const sides = ['example/a', 'example/b'].map((repository) =>
      copyOf({ repository, role: 'side' }),
    );
    const { missing } = coverageOf([main, ...sides], [500, 5, 5], [], D);
    assert.deepEqual(missing, {
      ...{ repository: 'example/main', through, gap: 'copy-ended' },
      reason: 'the copy of example/main ends on 2024-08-01',
    });
  });

  it('and names what it leaves out', () => {
    assert.deepEqual(coverageOf([one, ended], [95, 5], [], D).notHeld, [
      { repository: 'example/ended', reason: 'the copy of example/ended ends on 2024-12-11' },
    ]);
  });

  const late = copyOf({ repository: 'example/late', from: D + 30, through: D + 90 });
  const young = copyOf({ began: D + 1 });
  const reasons: [what: string, Copy[], never: string[], reason: string | undefined][] = [
    ['a main one was not collected', [one], ['a/main'], 'a/main has never been collected'],
    ['one came later', [one, late], [], 'the copy of example/late begins on 2025-07-29'],
    ['a side one came later', [one, { ...late, role: 'side' }], [], undefined],
    ['none was collected', [], [], 'its history has not been collected yet'],
    ['none has begun', [young], [], 'none of its tracked repositories had begun'],
  ];
  for (const [what, given, never, reason] of reasons)
    it(`${reason === undefined ? 'also' : 'not'} where ${what}`, () => {
      const weights = given.map((copy) => (copy === one ? 1_000 : 0));
      assert.equal(coverageOf(given, weights, never, D).missing?.reason, reason);
    });

  it('by the three conditions, with any copies', () => {
    fc.assert(
      fc.property(copies, fc.boolean(), (given, hasMissingMain) => {
        const list = given.map((one, index) => copyOf({ ...one, repository: `a/${index}` }));
        const weights = given.map(({ weight }) => weight);
        const { missing, held, from } = coverageOf(
          list,
          weights,
          hasMissingMain ? ['a/main'] : [],
          D,
        );
        const sum = (indices: number[]) => indices.reduce((all, at) => all + (weights[at] ?? 0), 0);
        const begun = [...list.keys()].filter((at) => (list[at]?.began ?? Infinity) <= D);
        const heldOnes = [...held.keys()].filter((at) => held[at]);
        const mains = begun.filter((at) => list[at]?.role === 'main');
        const areMainsHeld = mains.length > 0 && mains.every((at) => held[at]);
        const conditions = [
          heldOnes.length > 0,
          sum(heldOnes) >= (areMainsHeld ? 0.5 : 0.9) * sum(begun),
          !hasMissingMain,
          !list.some((copy) => copy.role === 'main' && copy.began <= D && copy.from > D),
        ];
        assert.equal(missing === undefined, conditions.every(Boolean));
        for (const at of heldOnes) assert.ok((list[at]?.from ?? Infinity) <= from);
      }),
    );
  });

  it('no less when a copy reaches further', () => {
    fc.assert(
      fc.property(copies, fc.nat(400), (given, more) => {
        const covers = (longer: number) => {
          const list = given.map((one) => copyOf({ ...one, through: one.through + longer }));
          return list.map((copy) => isHeld(copy, D));
        };
        const after = covers(more);
        for (const [at, held] of covers(0).entries()) assert.ok(!held || after[at]);
      }),
    );
  });
});

describe('the current period', () => {
  /** The last periods that cover each of 30 companies, from the companies that each period covers. */
  const weeks = (...covered: number[][]) =>
    covered.map((_, index) =>
      Int32Array.from({ length: 30 }, (_none, company) =>
        covered.slice(0, index + 1).findLastIndex((companies) => companies.includes(company)),
      ),
    );
  const all = Array.from({ length: 9 }, (_, company) => company);

  it('is the latest that covers two thirds of the companies of the last 26', () => {
    assert.equal(currentPeriod(weeks(all, all.slice(0, 6))), 1);
    assert.equal(currentPeriod(weeks(all, all.slice(0, 5))), 0);
  });

  it('forgets companies that were last covered 26 periods ago', () => {
    const few = all.slice(0, 5);
    const periods = [all, ...Array.from({ length: 25 }, () => few)];
    assert.equal(currentPeriod(weeks(...periods)), 0);
    assert.equal(currentPeriod(weeks(...periods, few)), 26);
  });

  it('covers half of the companies of the current period before it', () => {
    const others = [20, 21, 22, 23, 24, 25, 26, 27, 28];
    const gap = Array.from({ length: 26 }, (): number[] => []);
    assert.equal(currentPeriod(weeks(all, ...gap, others)), 0);
    assert.equal(currentPeriod(weeks(all, ...gap, [...all.slice(0, 5), 20])), 27);
  });

  it('is none where no company is covered', () => {
    assert.equal(currentPeriod(weeks([], [])), -1);
  });
});
