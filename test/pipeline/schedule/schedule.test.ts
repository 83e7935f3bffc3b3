/** The scheduler's laws, over years of sleeping machines, wrong clocks, deaths and outages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../src/features/research/random.ts';
import { dueWeek, nextStep } from '../../../src/pipeline/schedule/decide.ts';
import { EMPTY_STATE } from '../../../src/pipeline/schedule/state.ts';
import { DAY, type Event, HOUR, OPTIONS, Simulation, WEEK } from './simulation.ts';

const BEGIN = Date.UTC(2026, 7, 5, 12);

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    what: fc.constant('sleep' as const),
    days: fc.double({ min: 0.1, max: 25, noNaN: true }),
  }),
  fc.record({
    what: fc.constant('set clock' as const),
    days: fc.double({ min: -400, max: 400, noNaN: true }),
  }),
  fc.constant({ what: 'right clock' as const }),
  fc.record({
    what: fc.constant('kill' as const),
    scheduler: fc.nat(1),
    whileDoing: fc.nat(12),
  }),
  fc.record({
    what: fc.constant('outage' as const),
    hours: fc.double({ min: 0.1, max: 240, noNaN: true }),
    saysWhen: fc.boolean(),
  }),
  fc.record({
    what: fc.constant('flaky' as const),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    what: fc.constant('full disk' as const),
    hours: fc.double({ min: 0.1, max: 240, noNaN: true }),
  }),
  fc.record({ what: fc.constant('gone' as const), company: fc.nat(1) }),
);
/** Others in each run; a failure prints the seed and the path of the life that broke a law. */
const { SCHEDULE_LIVES, SCHEDULE_SEED } = process.env;
const LIVES = {
  numRuns: Number(SCHEDULE_LIVES ?? 40),
  ...(SCHEDULE_SEED !== undefined && { seed: Number(SCHEDULE_SEED) }),
};

const life = fc.array(
  fc.record({ afterHours: fc.double({ min: 0.01, max: 200, noNaN: true }), event }),
  { minLength: 1, maxLength: 60, size: 'max' },
);

describe('the weekly cycle', () => {
  it('does nothing twice and misses nothing, through faults of machine, clock and processes', async () => {
    await fc.assert(
      fc.asyncProperty(life, fc.nat(), async (events, seed) => {
        const world = new Simulation(BEGIN, seeded(seed));
        for (const { afterHours, event: next } of events) {
          await world.pass(afterHours * HOUR);
          world.happens(next);
        }
        world.recover();
        await world.pass(2 * WEEK);
        world.stop();
        assert.deepEqual(world.faults, [], world.lines.slice(-30).join('\n'));
        // A week that became due within the last day may still be under way.
        const week = dueWeek(world.time - DAY, OPTIONS);
        for (let each = world.firstWeek; each <= week; each++)
          assert.ok(
            world.published.has(each),
            `week ${each} of ${world.firstWeek} to ${week} is missing`,
          );
        for (const [slug, through] of world.ledger)
          assert.ok(world.isGone(slug) || through >= world.time / DAY - 9, `${slug} is stale`);
        assert.ok(world.prunedAt > world.time - 2 * DAY);
        assert.ok(world.isFollowed, 'the last publication has no forecasts');
      }),
      LIVES,
    );
  });

  it('has the forecasts of a publication logged, whenever the scheduler dies', async () => {
    for (let whileDoing = 1; whileDoing <= 40; whileDoing++) {
      const world = new Simulation(BEGIN, seeded(1));
      world.happens({ what: 'kill', scheduler: 0, whileDoing });
      await world.pass(2 * DAY);
      world.stop();
      assert.deepEqual(world.faults, []);
      assert.ok(world.isFollowed, `killed at its step ${whileDoing}\n${world.lines.join('\n')}`);
    }
  });

  it('asks for each company once a week where nothing is wrong, and publishes on Monday', async () => {
    const world = new Simulation(BEGIN, seeded(1));
    await world.pass(104 * WEEK);
    world.stop();
    const weeks = dueWeek(world.time, OPTIONS) - world.firstWeek + 1;
    assert.equal(world.collections, weeks * world.companies.length);
    assert.equal(world.published.size, weeks + 1);
    for (const [week, at] of world.published)
      if (week > world.firstWeek)
        assert.ok(at - ((week * 7 + 11) * DAY + OPTIONS.graceMs) < 7 * HOUR, `week ${week}`);
  });
});

it('failures of one cause are one line, and a single one names its repository', async () => {
  const cases = {
    7: /Z not collected: 7 companies: answered 500 \(company0, company1, company2 and 4 more\); tried again 2026-\S+Z$/,
    1: /Z not collected: company0: company0: answered 500; tried again 2026-/,
  };
  for (const [batch, line] of Object.entries(cases)) {
    const world = new Simulation(BEGIN, seeded(1), { batch: Number(batch) });
    world.happens({ what: 'flaky', share: 1 });
    await world.pass(HOUR / 2);
    world.stop();
    const told = world.lines.filter((each) => each.includes('not collected'));
    assert.match(told[0] ?? '', line);
    assert.equal(told.length, world.collections / Number(batch));
  }
});

describe('the first cycle', () => {
  const week = dueWeek(BEGIN, OPTIONS);
  const stale = new Map([['acme', (week - 8) * 7]]);

  it('publishes what the ledger holds already before it collects', () => {
    const facts = { companies: stale, publishedWeek: null, publishedFrom: null };
    const step = (inputs: string | null) =>
      nextStep({ ...facts, inputs }, EMPTY_STATE, OPTIONS, BEGIN).do;
    assert.equal(step('ledger'), 'publish');
    assert.equal(step(null), 'collect', 'without a ledger');
  });

  it('publishes again once all is collected, however soon that is', () => {
    const at = BEGIN + HOUR;
    const fresh = new Map([['acme', Math.floor(at / DAY) - 1]]);
    const published = { publishedWeek: week - 8, publishedFrom: 'stale' };
    const facts = { companies: fresh, ...published, inputs: 'fresh' };
    const step = (publish: number) =>
      nextStep(
        facts,
        { ...EMPTY_STATE, doneAt: { publish }, begun: { week, at: BEGIN } },
        OPTIONS,
        at,
      ).do;
    assert.equal(step(BEGIN - 1), 'publish');
    assert.notEqual(step(BEGIN + 1), 'publish', 'twice within hours for one week');
  });
});
