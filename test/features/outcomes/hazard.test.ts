/** The hazard model: rates from events and exposure, and what follows for a startup. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chancesOf, hazardsAsOf } from '../../../src/features/forecasts/chances.ts';
import { Exposure } from '../../../src/features/outcomes/exposure.ts';
import { fitHazard } from '../../../src/features/outcomes/fit.ts';
import { type Life, livesOf } from '../../../src/features/outcomes/life.ts';
import { seeded } from '../../../src/features/research/random.ts';
import { type Day, isoDay, parseDay } from '../../../src/lib/period.ts';
import { type FundingRound, NO_DEALS } from '../../../src/registry/deals.ts';
import type { Company } from '../../../src/registry/schema.ts';
import { exitOf, fundingRound } from '../../support/deals.ts';
import { exampleCompany } from '../../support/example-company.ts';

const UNTIL = parseDay('2026-11-01');
const START = parseDay('2018-07-01');

function livesWith(rounds: readonly FundingRound[], companies: Company[]): Life[] {
  const registry = { companies, organizations: [], deals: { ...NO_DEALS, rounds } };
  return [...livesOf(registry).values()];
}

/** Startups that raise every so many days on average, and tell of it months apart. */
function raisingOften(count: number, meanDays: number): Life[] {
  const random = seeded(5);
  const slugs = Array.from({ length: count }, (_, at) => `s${at}`);
  const rounds = slugs.flatMap((slug) => {
    const own: FundingRound[] = [];
    for (let day = START; ; ) {
      // Announcements closer together than two months are one.
      day += 61 + Math.ceil(-Math.log(1 - random()) * (meanDays - 61));
      if (day >= UNTIL) return own;
      own.push(fundingRound(slug, 'Funding round', isoDay(day)));
    }
  });
  return livesWith(
    rounds,
    slugs.map((slug) => exampleCompany(slug, { founded: 2018 })),
  );
}

const day = fc.integer({ min: START, max: UNTIL });
const facts = fc.record({
  rounds: fc.array(fc.tuple(fc.constantFrom('Seed', 'Series A', 'Series C'), day), {
    maxLength: 4,
  }),
  acquired: fc.option(day),
});
const many = fc.array(facts, { minLength: 1, maxLength: 8 });

function livesFrom(all: readonly { rounds: [string, Day][]; acquired: Day | null }[]): Life[] {
  const slugs = all.map((_, at) => `s${at}`);
  return livesWith(
    all.flatMap(({ rounds }, at) =>
      rounds.map(([name, on]) => fundingRound(`s${at}`, name, isoDay(on))),
    ),
    slugs.map((slug, at) => {
      const { acquired } = all[at] ?? { acquired: null };
      const exits = acquired === null ? [] : [exitOf('acquired', isoDay(acquired))];
      return exampleCompany(slug, { founded: 2018, exits });
    }),
  );
}

describe('the chances of a startup', () => {
  it('are probabilities of which at most one comes true, and grow with the time that there is', async () => {
    await fc.assert(
      fc.asyncProperty(many, day, fc.integer({ min: 0, max: 400 }), async (all, on, days) => {
        const lives = livesFrom(all);
        const hazards = await hazardsAsOf(lives, on);
        for (const life of lives) {
          assert.deepEqual(chancesOf(hazards, life, on, 0), { raise: 0, acquisition: 0 });
          const sooner = chancesOf(hazards, life, on, days);
          const later = chancesOf(hazards, life, on, days + 30);
          assert.ok(sooner.raise >= 0 && sooner.acquisition >= 0);
          assert.ok(later.raise + later.acquisition <= 1);
          for (const cause of ['raise', 'acquisition'] as const)
            assert.ok(sooner[cause] <= later[cause] + 1e-12);
        }
      }),
    );
  });

  it('know nothing of what came after the day on which they are made', async () => {
    await fc.assert(
      fc.asyncProperty(many, day, async (all, on) => {
        const before = all.map(({ rounds, acquired }) => ({
          rounds: rounds.filter(([, at]) => at <= on),
          acquired: acquired !== null && acquired <= on ? acquired : null,
        }));
        // Far enough from what is known to be an event of its own.
        const later = before.map(({ rounds, acquired }): (typeof all)[number] => ({
          rounds: [...rounds, ['Series C', on + 100]],
          acquired,
        }));
        const of = async (known: typeof all) => {
          const lives = livesFrom(known);
          const hazards = await hazardsAsOf(lives, on);
          return lives.map((life) => chancesOf(hazards, life, on, 90));
        };
        assert.deepEqual(await of(later), await of(before));
      }),
    );
  });

  it('come near the truth where there is enough to learn from', async () => {
    const lives = raisingOften(1_000, 700);
    const hazards = await hazardsAsOf(lives, UNTIL - 1);
    const chances = lives.map((life) => chancesOf(hazards, life, UNTIL - 1, 90));
    const sum = chances.reduce((all, { raise, acquisition }) => all + raise + acquisition, 0);
    const truth = 1 - Math.exp(-90 / 700);
    assert.ok(Math.abs(sum / lives.length - truth) < 0.02, String(sum / lives.length));
  });

  it('multiply with what the registry lacks', async () => {
    const lives = raisingOften(50, 700);
    const hazards = await hazardsAsOf(lives, UNTIL - 1);
    const [life] = lives;
    assert.ok(life);
    const listed = chancesOf(hazards, life, UNTIL - 1, 1).raise;
    const all = chancesOf(hazards, life, UNTIL - 1, 1, { raise: 1.5, acquisition: 1 }).raise;
    assert.ok(Math.abs(all / listed - 1.5) < 0.01);
  });
});

describe('the hazard', () => {
  it('expects as many events as there were, of all startups together', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `s${index}`);
    const rounds = names.flatMap((slug, index) =>
      index % 3 === 0
        ? [fundingRound(slug, 'Seed', `202${index % 4}-0${1 + (index % 9)}-10`)]
        : index % 3 === 1
          ? [
              fundingRound(slug, 'Seed', `2020-0${1 + (index % 9)}-10`),
              fundingRound(slug, 'Series A', `2022-1${index % 3}-10`),
            ]
          : [],
    );
    const lives = livesWith(
      rounds,
      names.map((slug) => exampleCompany(slug, { founded: 2018 })),
    );
    const exposure = await Exposure.of(lives, UNTIL);
    assert.deepEqual(exposure.total().events, { raise: rounds.length, acquisition: 0 });
    const hazard = fitHazard(exposure);
    let expected = 0;
    for (const life of lives)
      for (const { standing, from, to } of life.spans(UNTIL))
        expected += hazard.cumulative(standing, from, to);
    assert.ok(Math.abs(expected - rounds.length) < 0.05 * rounds.length, String(expected));
  });

  it('of what happened nowhere is none', async () => {
    const lives = livesWith([], [exampleCompany('acorn', { founded: 2018 })]);
    const hazard = fitHazard(await Exposure.of(lives, UNTIL));
    assert.equal(hazard.probability({ stage: 'Seed', since: START }, START, UNTIL), 0);
  });
});
