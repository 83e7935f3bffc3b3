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

const packages = (...names: string[]) =>
  names.map((name) => ({ name, day: '2026-08-01', commit: null }));
const migration = (left: string[], came: string[]) => ({
  [MIGRATION]: {
    value: 1,
    summary: '',
    repository: 'acorn/core',
    basis: 'lines' as const,
    totalLeft: left.length,
    left: packages(...left),
    totalCame: came.length,
    came: packages(...came),
    exchangedBefore: [0, 0, 0],
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
    const holds = migration(['npm:a', 'npm:b'], ['npm:c', 'npm:d']);
    const same = migration(['npm:a', 'npm:b'], ['npm:b', 'npm:c']);
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
});
