import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Windows } from '../../../src/pipeline/ledger/windows.ts';
import { classify, SIGNAL_TYPES } from '../../../src/pipeline/signals/classify.ts';
import { QUIET } from './quiet.ts';

const evidenceOf = (change: Partial<Windows>) => classify({ ...QUIET, ...change }).evidence;

describe('an engineering hiring burst', () => {
  it('reaches its threshold at half as many people again', () => {
    const evidence = evidenceOf({ contributors: 15, priorContributors: 10 });
    assert.equal(evidence['Engineering hiring burst'], 1);
  });

  it('needs at least 3 people more', () => {
    assert.equal(
      evidenceOf({ contributors: 4, priorContributors: 2 })['Engineering hiring burst'],
      0,
    );
    assert.equal(
      evidenceOf({ contributors: 5, priorContributors: 2 })['Engineering hiring burst'],
      3,
    );
  });

  it('counts people where there were none as +100%', () => {
    assert.equal(
      evidenceOf({ contributors: 3, priorContributors: 0 })['Engineering hiring burst'],
      2,
    );
  });
});

describe('an infrastructure buildout', () => {
  it('is shown by three new repositories', () => {
    assert.equal(evidenceOf({ newRepos: 3 })['Infrastructure buildout'], 1);
  });

  it('is shown by twice the usual CI and infrastructure files', () => {
    const infraFiles = [60, 30, 30, 30, 30, 30, 30];
    assert.equal(evidenceOf({ infraFiles })['Infrastructure buildout'], 1);
  });

  it('takes fewer than 10 files a month for 10', () => {
    const infraFiles = [10, 0, 0, 0, 0, 0, 1];
    assert.equal(evidenceOf({ infraFiles })['Infrastructure buildout'], 0.5);
  });

  it('leaves out months that begin before the ledger', () => {
    assert.equal(evidenceOf({ infraFiles: [60, 30] })['Infrastructure buildout'], 1);
    assert.equal(evidenceOf({ infraFiles: [60] })['Infrastructure buildout'], 3);
  });
});

describe('a deploy frequency spike', () => {
  it('is shown by two and a half times the commits', () => {
    const weeklyCommits = [25, 25, 10, 10];
    assert.equal(evidenceOf({ weeklyCommits })['Deploy frequency spike'], 1);
  });

  it('is shown by twice the usual release tags', () => {
    const weeklyReleases = [4, 4, ...new Array(26).fill(2)];
    assert.equal(evidenceOf({ weeklyReleases })['Deploy frequency spike'], 1);
  });

  it('needs 3 tags, and takes fewer than one a fortnight for one', () => {
    assert.equal(evidenceOf({ weeklyReleases: [1, 1] })['Deploy frequency spike'], 0);
    assert.equal(evidenceOf({ weeklyReleases: [2, 1] })['Deploy frequency spike'], 1.5);
  });

  it('is never negative', () => {
    assert.equal(evidenceOf({ weeklyCommits: [0, 0, 10, 10] })['Deploy frequency spike'], 0);
  });
});

describe('a framework migration', () => {
  it('is shown by twice the usual exchange of dependencies, at least 5', () => {
    const steady = [12, 6, 6, 6, 6, 6, 6];
    assert.equal(evidenceOf({ dependencyTurnover: steady })['Framework migration'], 1);
    const rare = [5, 1, 0, 0, 0, 0, 0];
    assert.equal(evidenceOf({ dependencyTurnover: rare })['Framework migration'], 1);
  });
});

describe('the signal type', () => {
  it('is the one with the largest evidence, strong from its threshold', () => {
    const classified = classify({ ...QUIET, newRepos: 3 });
    assert.equal(classified.signalType, 'Infrastructure buildout');
    assert.equal(classified.signalStrength, 'strong');
    assert.equal(classify({ ...QUIET, newRepos: 2 }).signalStrength, 'weak');
  });

  it('is the earlier of two that tie', () => {
    assert.equal(classify(QUIET).signalType, 'Engineering hiring burst');
    // 1 each: three repositories, and five dependencies exchanged.
    const tied = classify({ ...QUIET, newRepos: 3, dependencyTurnover: [5, 0, 0, 0, 0, 0, 0] });
    assert.equal(tied.signalType, 'Infrastructure buildout');
  });

  it('has no negative and no infinite evidence, whatever the numbers', () => {
    const counts = (length: number) => fc.array(fc.nat(10_000), { maxLength: length });
    fc.assert(
      fc.property(
        fc.record({
          weeklyCommits: counts(30),
          weeklyAgentCommits: counts(2),
          weeklyReleases: counts(28),
          contributors: fc.nat(1000),
          priorContributors: fc.nat(1000),
          newRepos: fc.nat(100),
          infraFiles: counts(7),
          dependencyTurnover: counts(7),
        }),
        (windows) => {
          const { evidence, signalType } = classify(windows);
          for (const type of SIGNAL_TYPES) {
            assert.ok(evidence[type] >= 0 && Number.isFinite(evidence[type]));
            assert.ok(evidence[type] <= evidence[signalType]);
          }
        },
      ),
    );
  });
});
