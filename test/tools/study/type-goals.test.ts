import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIGNAL_TYPES } from '../../../src/pipeline/signals/classify.ts';
import { type TypedStartup, typeGoals } from '../../../tools/study/type-goals.ts';

const [HIRING, , DEPLOYS, MIGRATION] = SIGNAL_TYPES;

const startup = (change: Partial<TypedStartup>): TypedStartup => ({
  slug: 'acorn',
  commitVelocity14d: 50,
  contributors: 5,
  signalType: HIRING,
  signalStrength: 'none',
  evidence: null,
  ...change,
});
const strong = (signalType: TypedStartup['signalType'], change: Partial<TypedStartup> = {}) =>
  startup({ signalType, signalStrength: 'strong', ...change });

const migration = (left: string, came: string) => ({
  [MIGRATION]: {
    value: 1,
    summary: '',
    replacedRoles: 1,
    replaced: [
      {
        role: 'test runner',
        repository: 'acorn/core',
        left,
        came,
        day: '2026-08-01',
        commit: null,
      },
    ],
    ...{ repository: null, basis: 'lines' as const },
    ...{ totalLeft: 0, left: [], totalCame: 0, came: [] },
  },
});

describe('the goals of signal types', () => {
  it('leave out startups with few commits or people', () => {
    const goals = typeGoals([
      [strong(HIRING), startup({ slug: 'b', commitVelocity14d: 19 })],
      [strong(HIRING), startup({ slug: 'b', contributors: 2 })],
    ]);
    assert.equal(goals.startupWeeks, 2);
    assert.equal(goals.strong, 1);
    assert.equal(goals.strongOfType[HIRING], 1);
  });

  it('count changes between signals apart from their beginnings and ends', () => {
    const goals = typeGoals([
      [strong(HIRING)],
      [strong(HIRING)],
      [strong(DEPLOYS)],
      [startup({})],
      [startup({})],
    ]);
    assert.equal(goals.changed, 1 / 2);
    assert.equal(goals.beganOrEnded, 1 / 4);
    assert.equal(goals.strongAgain, 1 / 3);
  });

  it('read the packages of a migration again', () => {
    const holds = migration('npm:jest', 'npm:vitest');
    const same = migration('npm:jest', 'npm:jest');
    const goals = typeGoals([
      [
        strong(MIGRATION, { slug: 'a', evidence: holds }),
        strong(MIGRATION, { slug: 'b', evidence: same }),
      ],
    ]);
    assert.equal(goals.migrationsNotHolding, 1 / 2);
  });

  it('count the days of a deploy spike again', () => {
    const spike = (days: number, before: number) => ({
      [DEPLOYS]: {
        value: 1,
        summary: '',
        releaseDays: days,
        releaseDaysBefore: [before, before, before],
        totalReleases: 0,
        releases: [],
      },
    });
    const goals = typeGoals([
      [
        strong(DEPLOYS, { slug: 'a', evidence: spike(0, 0) }),
        strong(DEPLOYS, { slug: 'b', evidence: spike(4, 4) }),
      ],
    ]);
    assert.equal(goals.spikesVanishing, 1 / 2);
  });

  it('compare weak spikes with the past, and count the people of bursts', () => {
    const weak = (slug: string, days: number) =>
      startup({
        ...{ slug, signalType: DEPLOYS, signalStrength: 'weak' },
        evidence: {
          [DEPLOYS]: {
            ...{ value: 0.5, summary: '', totalReleases: 0, releases: [] },
            ...{ releaseDays: days, releaseDaysBefore: [4, 4, 4] },
          },
        },
      });
    const burst = (slug: string, stayed: number) =>
      strong(HIRING, {
        slug,
        evidence: {
          [HIRING]: {
            ...{ value: 1, summary: '', newPeople: 9, stayed, stayedBefore: [0], steadyPeople: 3 },
          },
        },
      });
    const goals = typeGoals([[weak('a', 4), weak('b', 5), burst('c', 2), burst('d', 3)]]);
    assert.equal(goals.weakBelowPast, 1 / 2);
    assert.equal(goals.burstsOfFew, 1 / 2);
  });
});
