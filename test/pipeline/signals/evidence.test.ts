import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evidenceOf, type SignalType } from '../../../src/pipeline/signals/classify.ts';
import type { Windows } from '../../../src/pipeline/signals/windows.ts';
import { QUIET } from './quiet.ts';

const evidence = (type: SignalType, change: Partial<Windows>) =>
  evidenceOf({ ...QUIET, ...change })[type].value;
const isAbovePast = (type: SignalType, change: Partial<Windows>) =>
  evidenceOf({ ...QUIET, ...change })[type].isAbovePast;

const people = (steadyPeople: number): Windows['composition'] => ({
  ...QUIET.composition,
  prior30d: { ...QUIET.composition.prior30d, steadyPeople },
});

describe('an engineering hiring burst', () => {
  const burst = (change: Partial<Windows>) => evidence('Engineering hiring burst', change);

  it('reaches its threshold with three new people who stay, where none stayed before', () => {
    assert.equal(burst({ newcomers: { joined: 9, stayed: [3, 0, 0, 0] } }), 1);
  });

  it('is none of fewer than three people, in a company of three people as well', () => {
    assert.equal(burst({ newcomers: { joined: 9, stayed: [2, 0, 0, 0] } }), 0);
    assert.equal(
      burst({ newcomers: { joined: 2, stayed: [2, 0, 0, 0] }, composition: people(1) }),
      0,
    );
    assert.equal(
      burst({ newcomers: { joined: 3, stayed: [3, 0, 0, 0] }, composition: people(3) }),
      1,
    );
  });

  it('does not count visitors', () => {
    assert.equal(burst({ newcomers: { joined: 200, stayed: [0, 0, 0, 0] } }), 0);
  });

  it('is measured against the company’s own past, and against the people already there', () => {
    assert.equal(burst({ newcomers: { joined: 8, stayed: [8, 4, 4, 4] } }), 1);
    assert.equal(
      burst({ newcomers: { joined: 8, stayed: [6, 0, 0, 0] }, composition: people(80) }),
      0.5,
    );
  });

  it('is unknown where it is not known who is new, or who was new before', () => {
    assert.equal(burst({ newcomers: { joined: null, stayed: [] } }), null);
    assert.equal(burst({ newcomers: { joined: 9, stayed: [9] } }), null);
  });
});

describe('an infrastructure buildout', () => {
  const buildout = (change: Partial<Windows>) => evidence('Infrastructure buildout', change);
  const work = (personDays: number[], count = 2): Partial<Windows> => ({
    infrastructure: { personDays, people: count, ciFiles: 0, infraFiles: 0 },
  });

  it('reaches its threshold with twice as many days as the company’s own past has', () => {
    assert.equal(buildout(work([20, 10, 10, 10])), 1);
    assert.equal(buildout(work([5, 0, 0, 0])), 0.5);
  });

  it('needs two people, however much one of them does', () => {
    assert.equal(buildout(work([28, 0, 0, 0], 1)), 0);
  });

  it('reaches its threshold with two new repositories', () => {
    const newRepositories = ['a/b', 'a/c'].map((repository) => ({ repository, day: 20_000 }));
    assert.equal(buildout({ newRepositories }), 1);
  });

  it('is unknown without a past to compare with', () => {
    assert.equal(buildout(work([20, 10, 10])), null);
  });

  it('is above the past with more days than the mean before, or with a new repository', () => {
    const above = (change: Partial<Windows>) => isAbovePast('Infrastructure buildout', change);
    assert.equal(above(work([11, 10, 10, 10])), true);
    assert.equal(above(work([10, 10, 10, 10])), false);
    const newRepositories = [{ repository: 'a/b', day: 20_000 }];
    assert.equal(above({ ...work([10, 10, 10, 10]), newRepositories }), true);
  });
});

describe('a deploy frequency spike', () => {
  const spike = (releaseDays: number[]) => evidence('Deploy frequency spike', { releaseDays });

  it('counts days with a release, against twice their mean', () => {
    assert.equal(spike([8, 4, 4, 4, 4, 4, 4]), 1);
    assert.equal(spike([5, 0, 0, 0]), 1);
  });

  it('is above the past with more days than the mean before', () => {
    const above = (releaseDays: number[]) => isAbovePast('Deploy frequency spike', { releaseDays });
    assert.equal(above([5, 4, 4, 4]), true);
    assert.equal(above([4, 4, 4, 4]), false);
  });

  it('does not look at commits', () => {
    const weeklyCommits = [900, 900, 1, 1, ...new Array(26).fill(1)];
    assert.equal(evidence('Deploy frequency spike', { weeklyCommits }), 0);
  });

  it('is unknown where older tags were cut', () => {
    assert.equal(spike([9, 1]), null);
    assert.equal(spike([]), null);
  });
});

describe('a framework migration', () => {
  it('counts the roles that changed hands: one is the threshold', () => {
    const replaced = (replacedRoles: number) => {
      const dependencies = QUIET.dependencies && { ...QUIET.dependencies, replacedRoles };
      return evidence('Framework migration', { dependencies });
    };
    assert.equal(replaced(0), 0);
    assert.equal(replaced(1), 1);
    assert.equal(replaced(2), 2);
  });

  it('is unknown where no manifest was read', () => {
    assert.equal(evidence('Framework migration', { dependencies: null }), null);
  });
});
