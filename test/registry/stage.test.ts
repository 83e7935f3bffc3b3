/** What rounds and exits say of a company on a day. */
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

describe('the stage of a company', () => {
  it('is that of the latest dated round which shows one, up to a day', () => {
    const rounds = [
      round('Seed', '2024-01-10'),
      round('Series A', '2025-03'),
      round('Series A extension', '2025-06-01'),
      round('Accelerator', '2025-07-01'),
      round('Series C', '2025-09-10'),
    ];
    const on = (day: string) => known(rounds, day).stage;
    assert.equal(on('2024-01-09'), null);
    assert.equal(on('2025-03-30'), 'Seed', 'the month of the Series A is not over');
    assert.equal(on('2025-03-31'), 'Series A/B');
    assert.equal(on('2025-09-09'), 'Series A/B');
    assert.equal(on('2025-09-10'), 'Growth');
    assert.equal(known(rounds, '2025-09-09').basis?.round, 'Series A');
    assert.equal(known(rounds, '2025-09-09').lastRound?.round, 'Series A extension');
  });

  it('names the later one of two rounds that were announced together', () => {
    const day = '2025-10-28';
    const together = [round('Series A', day), round('Seed', day), round('Grant', day)];
    for (const rounds of [together, together.toReversed()])
      assert.equal(known(rounds, '2025-11-01').lastRound?.round, 'Series A');
  });

  it('is none of an accelerator, which is no round either', () => {
    assert.deepEqual(known([round('Accelerator', '2025-01-01')], '2025-02-01'), {
      stage: null,
      basis: undefined,
      lastRound: undefined,
    });
  });

  it('lasts 24 months, and the last round is named after that', () => {
    const rounds = [round('Series B', '2023-05-31')];
    assert.equal(known(rounds, '2025-05-31').stage, 'Series A/B');
    const late = known(rounds, '2025-06-01');
    assert.deepEqual([late.stage, late.lastRound?.round], [null, 'Series B']);
    // Of a month, only its first day is certain to be recent enough.
    assert.equal(known([round('Seed', '2023-05')], '2025-05-02').stage, null);
    assert.equal(known([round('Seed', '2024-02-29')], '2026-02-28').stage, 'Seed');
  });

  it('is not known from a round without a date, which may be of any age', () => {
    const undated = known([round('Series A', null)], '2025-02-03');
    assert.deepEqual([undated.stage, undated.lastRound?.round], [null, 'Series A']);
    assert.equal(known([round('Series A', null)], '2025-02-02').lastRound, undefined);
    const closed = round('Series A', null, { closedOn: '2025-01-20' });
    assert.equal(known([closed], '2025-02-03').stage, 'Series A/B', 'the day of closing will do');
  });

  it('ends with an exit', () => {
    const rounds = [round('Seed', '2025-01-01')];
    const exits = [exit('acquired', '2025-03-01')];
    assert.equal(known(rounds, '2025-02-28', exits).stage, 'Seed');
    assert.equal(known(rounds, '2025-03-01', exits).stage, null);
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

  it('is that of the newest named round, however old, on the day of an edition', () => {
    const rounds = [round('Seed', '2015-01-10'), round('Series A', '2018-03')];
    assert.deepEqual(last(rounds), ['Series A/B', '2018-03']);
    assert.deepEqual(last(rounds, '2016-01-01'), ['Seed', '2015-01-10']);
    assert.deepEqual(last([]), [null, null]);
  });

  it('stays known after an exit, when the strict stage does not', () => {
    const exits = [exit('acquired', '2025-06-01')];
    const rounds = [round('Series A', '2025-03-01')];
    const company = exampleCompany('one', { exits });
    assert.equal(stageOf(company, { rounds }, '2026-01-01').stage, null);
    assert.equal(lastKnownStageOf(company, { rounds }, '2026-01-01').lastKnownStage, 'Series A/B');
  });

  it('is the later one of two rounds on one day', () => {
    const rounds = [round('Seed', '2025-03-01'), round('Series A', '2025-03-01')];
    assert.deepEqual(last(rounds), ['Series A/B', '2025-03-01']);
    assert.deepEqual(last(rounds.toReversed()), ['Series A/B', '2025-03-01']);
  });

  it('keeps the series of an extension, and is an undated one only where no other is dated', () => {
    const rounds = [round('Seed', '2023-01-10'), round('Series A extension', '2025-06-01')];
    assert.deepEqual(last(rounds), ['Series A/B', '2025-06-01']);
    assert.deepEqual(last([round('Series C', null)]), ['Growth', null]);
    const dated = [round('Series C', null), round('Seed', '2020-01-10')];
    assert.deepEqual(last(dated), ['Seed', '2020-01-10']);
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

  it('is active until the day on which an exit was announced', () => {
    const exits = [exit('acquired', '2025-03-03', { by: 'oak', closedOn: '2025-07-01' })];
    assert.equal(status([], '2025-01-01'), 'active');
    assert.equal(status(exits, '2025-03-02'), 'active');
    assert.equal(status(exits, '2025-03-03'), 'acquired');
    assert.equal(status(exits), 'acquired');
  });

  it('follows the latest of several exits', () => {
    const exits = [exit('acquired', '2025-03-03'), exit('public', '2024-01')];
    assert.equal(status(exits, '2024-01-30'), 'active', 'the month is not over');
    assert.equal(status(exits, '2024-01-31'), 'public');
    assert.equal(status(exits, '2025-03-03'), 'acquired');
  });

  it('counts an exit without a date from when a source first told of it', () => {
    assert.equal(status([exit('closed', null)], '2025-02-02'), 'active');
    assert.equal(status([exit('closed', null)], '2025-02-03'), 'closed');
  });

  it('leaves a startup that went public one of its own', () => {
    assert.deepEqual(STATUSES.filter(hasEnded), ['acquired', 'merged', 'closed']);
  });
});
