/** The events by which stars, picks and forecasts are judged. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { livesOf } from '../../../src/features/outcomes/life.ts';
import {
  datedEvents,
  everValidated,
  isDayKnown,
  isPriced,
} from '../../../src/features/outcomes/outcome-events.ts';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import { type Deals, NO_DEALS } from '../../../src/registry/deals.ts';
import type { Company } from '../../../src/registry/schema.ts';
import { exitOf, fundingRound, valuationOf } from '../../support/deals.ts';
import { exampleCompany } from '../../support/example-company.ts';

function registryOf(deals: Partial<Deals>, companies: Company[] = [exampleCompany('acorn')]) {
  return { companies, organizations: [], deals: { ...NO_DEALS, ...deals } };
}

const lifeOf = (...facts: Parameters<typeof registryOf>) => {
  const life = livesOf(registryOf(...facts)).get('acorn');
  assert.ok(life);
  return life;
};

describe('an event', () => {
  it('is a priced round, a valuation of a billion or an acquisition, oldest first', () => {
    const companies = [
      exampleCompany('acorn', { exits: [exitOf('acquired', '2026-01-01', 'birch')] }),
      exampleCompany('birch', { name: 'Birch Example', exits: [exitOf('merged', '2026-02-01')] }),
    ];
    const rounds = [
      fundingRound('acorn', 'Seed', '2022-01-10'),
      fundingRound('acorn', 'Accelerator', '2021-01-01'),
      fundingRound('acorn', 'Venture debt', '2023-01-01'),
      fundingRound('acorn', 'Series A', null),
      fundingRound('untracked', 'Series A', '2023-01-01'),
    ];
    const valuations = [valuationOf('acorn', '2024-05')];
    const events = datedEvents(registryOf({ rounds, valuations }, companies));
    assert.deepEqual(
      events.map(({ kind, what, date, stage }) => [kind, what, date, stage]),
      [
        ['funding', 'Seed', '2022-01-10', 'Seed'],
        ['valuation', 'valued at a billion or more', '2024-05', 'Growth'],
        ['acquisition', 'acquired by Birch Example', '2026-01-01', undefined],
      ],
    );
    assert.deepEqual(events.map(isDayKnown), [true, false, true]);
  });

  it('is no round without a price', () => {
    for (const name of ['Seed', 'Series A', 'Series A extension', 'Seed+', 'Funding round'])
      assert.ok(isPriced({ round: name }), name);
    for (const name of [
      ...['Accelerator', 'Bridge', 'Seed SAFE', 'Grant', 'Debt financing', 'Secondary', 'Angel'],
      ...['Tender offer', 'Primary and secondary transaction (2024)'],
    ])
      assert.ok(!isPriced({ round: name }), name);
  });

  it('without a date counts for what never had an event, and for nothing else', () => {
    const registry = registryOf({ rounds: [fundingRound('acorn', 'Seed', null)] });
    assert.deepEqual(datedEvents(registry), []);
    assert.deepEqual([...everValidated(registry)], ['acorn']);
  });
});

describe('the life of a startup', () => {
  it('counts once what was told together, as the rarest kind with the best known day', () => {
    const [event, ...others] = lifeOf({
      rounds: [fundingRound('acorn', 'Series C', '2024-05-20')],
      valuations: [valuationOf('acorn', '2024-05')],
    }).events;
    assert.deepEqual(others, []);
    assert.equal(event?.kind, 'valuation');
    assert.equal(event?.what, 'Series C, valued at a billion or more');
    assert.equal(event?.date, '2024-05-20');
  });

  it('is cut at its events, and ends with its exit', () => {
    const rounds = [
      fundingRound('acorn', 'Pre-seed', '2024-05-01'),
      fundingRound('acorn', 'Seed extension', '2024-09-01'),
      fundingRound('acorn', 'Series A', '2025-05-01'),
      // When it was is not known, so neither is how long it is ago.
      fundingRound('acorn', 'Series B', null),
      // After the end.
      fundingRound('acorn', 'Series C', '2026-08-01'),
    ];
    const exits = [exitOf('acquired', '2026-03-01', 'birch')];
    const life = lifeOf({ rounds }, [exampleCompany('acorn', { founded: 2023, exits })]);
    assert.deepEqual(
      [...life.spans(parseDay('2026-11-01'))].map(({ from, to, standing, endsWith }) => [
        isoDay(from),
        isoDay(to),
        standing.stage,
        endsWith?.what,
      ]),
      [
        ['2023-07-01', '2024-05-01', 'no event yet', 'Pre-seed'],
        ['2024-05-01', '2024-09-01', 'Seed', 'Seed extension'],
        ['2024-09-01', '2025-05-01', 'Seed', 'Series A'],
        ['2025-05-01', '2026-03-01', 'Series A/B', 'acquired'],
      ],
    );
    assert.ok(life.isAliveAfter(parseDay('2026-02-28')));
    assert.ok(!life.isAliveAfter(parseDay('2026-03-01')));
  });

  it('ends with a merger, which is no event', () => {
    const exits = [exitOf('merged', '2026-03-01', 'birch')];
    const life = lifeOf({}, [exampleCompany('acorn', { founded: 2023, exits })]);
    assert.deepEqual(life.events, []);
    assert.equal(life.endsBefore(parseDay('2026-11-01')), parseDay('2026-03-01'));
  });
});
