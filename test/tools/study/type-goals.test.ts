import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SIGNAL_TYPES } from '../../../src/pipeline/signals/classify.ts';
import { type TypedStartup, type TypeGoals, typeGoals } from '../../../tools/study/type-goals.ts';

const [HIRING, , DEPLOYS, MIGRATION] = SIGNAL_TYPES;

const startup = (change: Partial<TypedStartup>): TypedStartup => ({
  ...{ slug: 'acorn', commitVelocity14d: 50, contributors: 5 },
  ...{ signalType: HIRING, signalStrength: 'none', evidence: null },
  ...change,
});
const strong = (signalType: TypedStartup['signalType'], change: Partial<TypedStartup> = {}) =>
  startup({ signalType, signalStrength: 'strong', ...change });

function migration(slug: string, left: string, came: string): TypedStartup {
  const role = { role: 'test runner', repository: 'acorn/core', day: '2026-08-01', commit: null };
  const lists = { totalLeft: 0, left: [], totalCame: 0, came: [] };
  const shown = { value: 1, summary: '', repository: null, basis: 'lines' as const };
  const replaced = { replacedRoles: 1, replaced: [{ ...role, left, came }] };
  return strong(MIGRATION, {
    slug,
    evidence: { [MIGRATION]: { ...shown, ...replaced, ...lists } },
  });
}

function spike(slug: string, days: number, before: number, change = {}): TypedStartup {
  const counts = { releaseDays: days, releaseDaysBefore: [before, before, before] };
  const named = { value: 1, summary: '', totalReleases: 0, releases: [] };
  return strong(DEPLOYS, { slug, evidence: { [DEPLOYS]: { ...named, ...counts } }, ...change });
}

function burst(slug: string, stayed: number): TypedStartup {
  const counts = { newPeople: 9, stayed, stayedBefore: [0], steadyPeople: 3 };
  return strong(HIRING, { slug, evidence: { [HIRING]: { value: 1, summary: '', ...counts } } });
}

const weak = { signalStrength: 'weak' as const };
const cases: [what: string, periods: TypedStartup[][], goals: Partial<TypeGoals>][] = [
  [
    'leave out startups with few commits or people',
    [
      [strong(HIRING), startup({ slug: 'b', commitVelocity14d: 19 })],
      [strong(HIRING), startup({ slug: 'b', contributors: 2 })],
    ],
    { startupWeeks: 2, strong: 1 },
  ],
  [
    'count changes between signals apart from their beginnings and ends',
    [[strong(HIRING)], [strong(HIRING)], [strong(DEPLOYS)], [startup({})], [startup({})]],
    { changed: 1 / 2, beganOrEnded: 1 / 4, strongAgain: 1 / 3 },
  ],
  [
    'read the packages of a migration again',
    [[migration('a', 'npm:jest', 'npm:vitest'), migration('b', 'npm:jest', 'npm:jest')]],
    { migrationsNotHolding: 1 / 2 },
  ],
  [
    'count the days of a deploy spike again',
    [[spike('a', 0, 0), spike('b', 4, 4)]],
    { spikesVanishing: 1 / 2 },
  ],
  [
    'compare weak spikes with the past, and count the people of bursts',
    [[spike('a', 4, 4, weak), spike('b', 5, 4, weak), burst('c', 2), burst('d', 3)]],
    { weakBelowPast: 1 / 2, burstsOfFew: 1 / 2 },
  ],
];
for (const [what, periods, goals] of cases)
  it(`the goals of signal types ${what}`, () => {
    const bySlug = periods.map((all) => new Map(all.map((startup) => [startup.slug, startup])));
    assert.partialDeepStrictEqual(typeGoals(bySlug), goals);
  });
