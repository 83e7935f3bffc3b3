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
const few = [{ commitVelocity14d: 19 }, { contributors: 2 }].map((change) =>
  startup({ slug: 'b', ...change }),
);
const cases: [what: string, periods: TypedStartup[][], goals: Partial<TypeGoals>][] = [
  [
    'leave out startups with few commits or people',
    few.map((other) => [strong(HIRING), other]),
    { startupWeeks: 2, strong: 1 },
  ],
  [
    'count changes between signals apart from their beginnings and ends',
    [HIRING, HIRING, DEPLOYS].map((type) => [strong(type)]).concat([[startup({})], [startup({})]]),
    { changed: 1 / 2, beganOrEnded: 1 / 4, strongAgain: 1 / 3 },
  ],
  [
    'read packages, days and people again, and compare weak spikes with the past',
    [
      [migration('a', 'npm:jest', 'npm:vitest'), migration('b', 'npm:jest', 'npm:jest')],
      [spike('a', 0, 0), spike('b', 4, 4), spike('c', 4, 4, weak), spike('d', 5, 4, weak)],
      [burst('c', 2), burst('d', 3)],
    ],
    {
      migrationsNotHolding: 1 / 2,
      spikesVanishing: 1 / 2,
      weakBelowPast: 1 / 2,
      burstsOfFew: 1 / 2,
    },
  ],
];
for (const [what, periods, goals] of cases)
  it(`the goals of signal types ${what}`, () => {
    const bySlug = periods.map((all) => new Map(all.map((startup) => [startup.slug, startup])));
    assert.partialDeepStrictEqual(typeGoals(bySlug), goals);
  });
