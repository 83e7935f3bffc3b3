/** The stage and the end of a company on a day, by its rounds and exits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isoDay, parseDay } from '../../src/lib/period.ts';
import type { Exit, FundingRound } from '../../src/registry/deals.ts';
import { STAGES } from '../../src/registry/schema.ts';
import { lastKnownStageOf, stageOf, stageOfRound } from '../../src/registry/stage.ts';
import { hasEnded, STATUSES, statusOf } from '../../src/registry/status.ts';
import { exampleCompany } from '../support/example-company.ts';

const SOURCE = {
  url: 'https://example.org/news',
  title: 'News',
  publisher: 'Example',
  kind: 'press-release' as const,
  readAs: 'original' as const,
  publishedOn: '2025-02-03',
  checked: '2026-01-01',
  says: 'So.',
};

function round(name: string, announcedOn: string | null, change: Partial<FundingRound> = {}) {
  return {
    slug: `one-${name}`,
    company: 'one',
    round: name,
    announcedOn,
    closedOn: null,
    amount: null,
    currency: null,
    investors: [],
    sources: [SOURCE],
    ...change,
  };
}

function exit(kind: Exit['kind'], announcedOn: string | null, change: Partial<Exit> = {}): Exit {
  const money = { amount: null, currency: null };
  return { kind, by: null, announcedOn, closedOn: null, ...money, sources: [SOURCE], ...change };
}

const known = (rounds: FundingRound[], day: string, exits: Exit[] = []) =>
  stageOf(exampleCompany('one', { exits }), { rounds }, day);

describe('the stage that a round shows', () => {
  it('follows from what the round is called', () => {
    const stages: Readonly<Record<string, (typeof STAGES)[number] | undefined>> = {
      'Pre-seed, Preseed': 'Pre-seed',
      'Seed, Series Seed': 'Seed',
      'Series A, Series A1, series b': 'Series A/B',
      'Series C, Series F, Growth equity': 'Growth',
      'Accelerator, Incubator, Angel, Grant, Funding round, Seed convertible note': undefined,
      'Seed extension, Pre-Series A, Series B extension, Series B bridge': undefined,
    };
    for (const [names, stage] of Object.entries(stages))
      for (const name of names.split(', ')) assert.equal(stageOfRound(name), stage, name);
  });
});

/** Rounds like `Seed 2024-01-10; Series A -`, of which the last has no date. */
const roundsIn = (text: string): FundingRound[] =>
  text.split('; ').map((each) => {
    const [, name = '', date = ''] = /^(.+) (\S+)$/.exec(each) ?? [];
    return round(name, date === '-' ? null : date);
  });

describe('the stage of a company', () => {
  const SERIES =
    'Seed 2024-01-10; Series A 2025-03; Series A extension 2025-06-01; Accelerator 2025-07-01; Series C 2025-09-10';
  const cases: [rounds: string, day: string, stage: string | null, lastRound?: string][] = [
    [SERIES, '2024-01-09', null],
    // The month of the Series A is not over.
    [SERIES, '2025-03-30', 'Seed', 'Seed'],
    [SERIES, '2025-03-31', 'Series A/B', 'Series A'],
    [SERIES, '2025-09-09', 'Series A/B', 'Series A extension'],
    [SERIES, '2025-09-10', 'Growth', 'Series C'],
    [
      'Series A 2025-10-28; Seed 2025-10-28; Grant 2025-10-28',
      '2025-11-01',
      'Series A/B',
      'Series A',
    ],
    ['Series A 2025-03-10; Seed 2025-03', '2025-04-01', 'Series A/B', 'Series A'],
    // An accelerator is no round.
    ['Accelerator 2025-01-01', '2025-02-01', null],
    ['Series B 2023-05-31', '2025-05-31', 'Series A/B', 'Series B'],
    ['Series B 2023-05-31', '2025-06-01', null, 'Series B'],
    // In a month, only the first day is certain to be recent enough.
    ['Seed 2023-05', '2025-05-02', null, 'Seed'],
    ['Seed 2024-02-29', '2026-02-28', 'Seed', 'Seed'],
    // Without a date it may be of any age; its source reported it on 3 February.
    ['Series A -', '2025-02-02', null],
    ['Series A -', '2025-02-03', null, 'Series A'],
  ];
  for (const [text, day, stage, lastRound] of cases)
    it(`is ${stage} on ${day} after ${text}`, () => {
      const rounds = roundsIn(text);
      const found = known(rounds, day);
      assert.deepEqual([found.stage, found.lastRound?.round], [stage, lastRound]);
      assert.equal(known(rounds.toReversed(), day).stage, stage);
    });

  it('rests on a closing too, and ends with an exit', () => {
    const closed = round('Series A', null, { closedOn: '2025-01-20' });
    assert.equal(known([closed], '2025-02-03').stage, 'Series A/B');
    const exits = [exit('acquired', '2025-03-01')];
    const rounds = [round('Seed', '2025-01-01')];
    const on = (day: string) => known(rounds, day, exits).stage;
    assert.deepEqual([on('2025-02-28'), on('2025-03-01')], ['Seed', null]);
  });

  it('never rests on a round after the day, nor on one older than 24 months', () => {
    const name = fc.constantFrom(
      'Pre-seed',
      'Seed',
      'Series B',
      'Series D',
      'Bridge',
      'Accelerator',
    );
    const date = fc
      .integer({ min: 0, max: 2000 })
      .map((day) => isoDay(parseDay('2021-01-01') + day));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, date), { maxLength: 6 }), date, (list, day) => {
        const rounds = list.map(([text, on]) => round(text, on));
        const { stage, basis } = known(rounds, day);
        assert.equal(stage === null, basis === undefined);
        if (!basis || stage === null) return;
        assert.equal(stageOfRound(basis.round), stage);
        const on = basis.announcedOn ?? assert.fail();
        assert.ok(on <= day && parseDay(day) - parseDay(on) <= 731);
        for (const other of rounds) {
          const later = stageOfRound(other.round) !== undefined && String(other.announcedOn) <= day;
          assert.ok(!later || String(other.announcedOn) <= on);
          if (later && other.announcedOn === on)
            assert.ok(STAGES.indexOf(stageOfRound(other.round) ?? stage) <= STAGES.indexOf(stage));
        }
      }),
    );
  });
});

describe('the last known stage', () => {
  const last = (rounds: FundingRound[], day = '2026-01-01') =>
    Object.values(lastKnownStageOf(exampleCompany('one'), { rounds }, day));

  const cases: [rounds: string, day: string, stage: string, on: string | null][] = [
    ['Seed 2015-01-10; Series A 2018-03', '2026-01-01', 'Series A/B', '2018-03'],
    ['Seed 2015-01-10; Series A 2018-03', '2016-01-01', 'Seed', '2015-01-10'],
    ['Seed 2025-03-01; Series A 2025-03-01', '2026-01-01', 'Series A/B', '2025-03-01'],
    ['Seed 2023-01-10; Series A extension 2025-06-01', '2026-01-01', 'Series A/B', '2025-06-01'],
    ['Series C -', '2026-01-01', 'Growth', null],
    ['Series C -; Seed 2020-01-10', '2026-01-01', 'Seed', '2020-01-10'],
  ];
  for (const [text, day, stage, on] of cases)
    it(`is ${stage} on ${day} after ${text}`, () => {
      for (const rounds of [roundsIn(text), roundsIn(text).toReversed()])
        assert.deepEqual(last(rounds, day), [stage, on]);
    });

  it('stays known after an exit, when the strict stage does not', () => {
    const company = exampleCompany('one', { exits: [exit('acquired', '2025-06-01')] });
    const deals = { rounds: [round('Series A', '2025-03-01')] };
    assert.equal(stageOf(company, deals, '2026-01-01').stage, null);
    assert.equal(lastKnownStageOf(company, deals, '2026-01-01').lastKnownStage, 'Series A/B');
    assert.deepEqual(last([]), [null, null]);
  });

  it('is not known after a large equity round that names no series', () => {
    const seed = round('Seed', '2023-01-10');
    const large = { ...round('Round', '2025-06-01'), amount: 20_000_000 };
    assert.deepEqual(last([seed, large]), [null, null]);
    assert.deepEqual(last([seed, { ...large, amount: 19_999_999 }]), ['Seed', '2023-01-10']);
    assert.deepEqual(last([seed, { ...large, round: 'Debt' }]), ['Seed', '2023-01-10']);
    const earlier = { ...large, announcedOn: '2022-06-01' };
    assert.deepEqual(last([seed, earlier]), ['Seed', '2023-01-10']);
  });
});

describe('the status of a company', () => {
  const status = (exits: Exit[], day?: string) =>
    statusOf(exampleCompany('one', { exits }), day).status;

  it('follows the latest exit, from the day on which it was announced or a source reported it', () => {
    const bought = exit('acquired', '2025-03-03', { by: 'oak', closedOn: '2025-07-01' });
    const both = [bought, exit('public', '2024-01')];
    const cases: [exits: Exit[], day: string | undefined, expected: string][] = [
      [[], '2025-01-01', 'active'],
      [[bought], '2025-03-02', 'active'],
      [[bought], '2025-03-03', 'acquired'],
      [[bought], undefined, 'acquired'],
      // The month is not over.
      [both, '2024-01-30', 'active'],
      [both, '2024-01-31', 'public'],
      [both, '2025-03-03', 'acquired'],
      [[exit('closed', null)], '2025-02-02', 'active'],
      [[exit('closed', null)], '2025-02-03', 'closed'],
    ];
    for (const [exits, day, expected] of cases) assert.equal(status(exits, day), expected);
  });

  it('leaves a startup that went public one of its own', () => {
    assert.deepEqual(STATUSES.filter(hasEnded), ['acquired', 'merged', 'closed']);
  });
});
