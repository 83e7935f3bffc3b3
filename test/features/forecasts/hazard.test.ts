/** The hazard model: rates from events and exposure, and what follows for a startup. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Course, coursesOf } from '../../../src/features/forecasts/course.ts';
import { datedEvents, isPriced } from '../../../src/features/forecasts/events.ts';
import {
  baseChances,
  chancesOf,
  fitHazard,
  PRIOR_EVENTS,
} from '../../../src/features/forecasts/hazard.ts';
import { parseDay } from '../../../src/lib/period.ts';
import { seeded } from '../../../src/lib/random.ts';
import {
  type DealSource,
  type Exit,
  type FundingRound,
  NO_DEALS,
} from '../../../src/registry/deals.ts';
import { exampleCompany } from '../../support/example-company.ts';

const SOURCE: DealSource = {
  url: 'https://example.org/a',
  title: 'A',
  publisher: 'A',
  kind: 'press-release',
  readAs: 'original',
  publishedOn: null,
  checked: '2026-11-01',
  says: 'It says so.',
};

const DEAL = { closedOn: null, amount: null, currency: null, sources: [SOURCE] };
const ACQUIRED: Exit = { kind: 'acquired', by: 'birch', announcedOn: '2026-03-01', ...DEAL };

function round(company: string, name: string, announcedOn: string | null): FundingRound {
  return { slug: `${company}-round`, company, round: name, announcedOn, investors: [], ...DEAL };
}

/** One that raises every so many days on average, from day 0 on, for ten years. */
function simulated(company: string, meanDays: number, random: () => number): Course {
  const events: { day: number; cause: 'raise' }[] = [];
  for (let day = 0; ; ) {
    day += Math.ceil(-Math.log(1 - random()) * meanDays);
    if (day > 3_650) break;
    events.push({ day, cause: 'raise' });
  }
  const span = { from: 0, until: 4_000, stage: 'no dated round', lastRound: null } as const;
  return { company, spans: [span], events };
}

const course = fc
  .record({
    from: fc.integer({ min: 0, max: 2_000 }),
    rounds: fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 4 }),
    raises: fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 4 }),
    acquired: fc.option(fc.integer({ min: 0, max: 4_000 })),
  })
  .map(({ from, rounds, raises, acquired }): Course => {
    const starts = [from];
    for (const gap of rounds) starts.push((starts.at(-1) ?? from) + gap);
    const spans = starts.map((start, at) => ({
      from: start,
      until: starts[at + 1] ?? 5_000,
      stage: at === 0 ? ('no dated round' as const) : ('Seed' as const),
      lastRound: at === 0 ? null : start,
    }));
    const events = [
      ...raises.map((day) => ({ day, cause: 'raise' as const })),
      ...(acquired === null ? [] : [{ day: acquired, cause: 'acquisition' as const }]),
    ];
    return { company: 'c', spans, events: events.sort((a, b) => a.day - b.day) };
  });
const many = fc.array(course, { minLength: 1, maxLength: 8 });
const day = fc.integer({ min: 0, max: 4_000 });

describe('the chances of a startup', () => {
  it('are probabilities, and those of the two causes are that of any', () => {
    fc.assert(
      fc.property(many, day, fc.integer({ min: 0, max: 400 }), (all, on, days) => {
        const model = fitHazard(all, 0, on + 1);
        for (const one of all)
          for (const { raise, acquisition, any } of [
            chancesOf(model, one, on, days),
            baseChances(model, one, on, days),
          ]) {
            assert.ok(raise >= 0 && acquisition >= 0 && any >= 0 && any <= 1);
            assert.ok(Math.abs(raise + acquisition - any) < 1e-9);
          }
      }),
    );
  });

  it('grow with the time that there is, and none is there without any', () => {
    fc.assert(
      fc.property(many, day, fc.integer({ min: 0, max: 400 }), (all, on, days) => {
        const model = fitHazard(all, 0, on + 1);
        for (const one of all) {
          assert.equal(chancesOf(model, one, on, 0).any, 0);
          assert.ok(
            chancesOf(model, one, on, days).any <= chancesOf(model, one, on, days + 30).any + 1e-12,
          );
        }
      }),
    );
  });

  it('know nothing of what came after the day on which they are made', () => {
    fc.assert(
      fc.property(many, day, (all, on) => {
        const later = all.map(
          (one): Course => ({
            ...one,
            events: [
              ...one.events.filter((event) => event.day <= on),
              { day: on + 1, cause: 'raise' },
            ],
          }),
        );
        const before = fitHazard(all, 0, on + 1);
        assert.deepEqual(fitHazard(later, 0, on + 1).cells, before.cells);
      }),
    );
  });

  it('come near the truth where there is enough to learn from', () => {
    const random = seeded(5);
    const all = Array.from({ length: 200 }, (_, at) => simulated(`s${at}`, 700, random));
    const model = fitHazard(all, 0, 3_651);
    const rate = model.cells[0]?.rates.raise ?? 0;
    assert.ok(Math.abs(rate * 700 - 1) < 0.06, String(rate * 700));
    const [first] = all;
    assert.ok(first);
    const truth = 1 - Math.exp(-90 / 700);
    assert.ok(Math.abs(chancesOf(model, first, 3_650, 90).any - truth) < 0.01);
  });

  it('are drawn to the rate of all where there is little', () => {
    const often = Array.from({ length: 50 }, (_, at) => simulated(`s${at}`, 300, seeded(at)));
    const rare: Course = {
      company: 'rare',
      spans: [{ from: 3_600, until: 4_000, stage: 'Growth', lastRound: 3_600 }],
      events: [],
    };
    const model = fitHazard([...often, rare], 0, 3_651);
    const { days, rates } = model.byStage.Growth;
    const toward = model.overall.rates.raise;
    assert.ok(Math.abs(rates.raise - PRIOR_EVENTS / (days + PRIOR_EVENTS / toward)) < 1e-12);
  });
});

describe('what counts as an event', () => {
  it('is a priced round, a valuation and an acquisition with a day', () => {
    const events = datedEvents({
      companies: [
        exampleCompany('acorn', { exits: [ACQUIRED, { ...ACQUIRED, announcedOn: '2026-04' }] }),
      ],
      deals: {
        ...NO_DEALS,
        rounds: [
          round('acorn', 'Series A', '2025-02-03'),
          round('acorn', 'Series B', '2025-06'),
          round('acorn', 'Series C', null),
          round('acorn', 'Accelerator', '2025-03-03'),
          round('acorn', 'Convertible note', '2025-03-04'),
          round('untracked', 'Seed', '2025-03-05'),
        ],
      },
    });
    assert.deepEqual(
      events.map(({ kind, on, what }) => [kind, on, what]),
      [
        ['round', '2025-02-03', 'Series A'],
        ['acquisition', '2026-03-01', 'acquired: birch'],
      ],
    );
  });

  it('is no round without a price', () => {
    for (const name of [
      'Seed',
      'Series A',
      'Series A extension',
      'Seed+',
      'Funding round',
      'Growth',
    ])
      assert.ok(isPriced({ round: name }), name);
    for (const name of [
      'Accelerator',
      'Bridge',
      'Seed SAFE',
      'Grant',
      'Debt financing',
      'Secondary',
      'Tender offer',
    ])
      assert.ok(!isPriced({ round: name }), name);
  });
});

describe('the course of a startup', () => {
  it('follows its rounds and ends with its exit', () => {
    const [one] = coursesOf({
      companies: [exampleCompany('acorn', { founded: 2023, exits: [ACQUIRED] })],
      deals: {
        ...NO_DEALS,
        rounds: [
          round('acorn', 'Pre-seed', '2024-05-01'),
          round('acorn', 'Seed extension', '2024-09-01'),
          round('acorn', 'Series A', '2025-05-01'),
          // When it was is not known, so neither is how long it is ago.
          round('acorn', 'Series B', null),
        ],
      },
    });
    const on = parseDay;
    assert.deepEqual(
      one?.spans.map(({ from, until, stage }) => [from, until, stage]),
      [
        [on('2023-12-31'), on('2024-05-01'), 'no dated round'],
        [on('2024-05-01'), on('2024-09-01'), 'Seed'],
        [on('2024-09-01'), on('2025-05-01'), 'Seed'],
        [on('2025-05-01'), on('2026-03-01'), 'Series A/B'],
      ],
    );
    assert.equal(one?.events.length, 4);
  });
});
