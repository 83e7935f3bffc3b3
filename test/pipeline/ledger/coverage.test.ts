import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isoDay, parseDay, parsePeriod, periodAt, weekIndex } from '../../../src/lib/period.ts';
import { computePeriod, readPeriods } from '../../../src/pipeline/edition/compute.ts';
import { withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { commitOn, type HistoryFixture, ledgerOf } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const commits = (number: number, day: string) =>
  Array.from({ length: number }, () => commitOn(day));

async function read(folder: string, companies: Record<string, HistoryFixture[]>) {
  const ledger = await ledgerOf(folder, companies);
  const names = new Map(Object.keys(companies).map((slug) => [slug, slug.toUpperCase()]));
  const series = await withLedger(ledger, (connection) => readPeriods(connection, names));
  const at = (slug: string) => {
    const period = parsePeriod(slug);
    assert.ok(period);
    return computePeriod(series, weekIndex(period.lastDay), names);
  };
  return { series, at };
}

describe('the periods of a ledger', () => {
  it('begin when 60 days are known and end with the last full week', async (t) => {
    const { series } = await read(await temporaryFolder(t), {
      one: [{ commits: commits(1, '2024-06-10'), coveredThrough: '2025-06-28' }],
    });
    // Known from 2024-06-01: day 60 is 2024-07-30, whose week ends on 2024-08-04.
    assert.equal(periodAt(series.range.first).slug, '2024-w31');
    // 2025-06-28 is a Saturday, so that week is not full.
    assert.equal(isoDay(periodAt(series.range.last).lastDay), '2025-06-22');
  });

  it('end where two thirds of the companies are still covered', async (t) => {
    const company = (repository: string, coveredThrough: string) => [
      { repository, commits: commits(1, '2024-12-01'), coveredThrough },
    ];
    const { series, at } = await read(await temporaryFolder(t), {
      one: company('example/one', '2025-06-29'),
      two: company('example/two', '2025-05-25'),
      three: company('example/three', '2025-03-30'),
    });
    assert.equal(isoDay(periodAt(series.range.last).lastDay), '2025-05-25');
    const { startups, notCovered } = at('2025-w21');
    assert.deepEqual(
      startups.map(({ company: slug }) => slug),
      ['one', 'two'],
    );
    assert.deepEqual(notCovered, [
      { company: 'three', reason: 'its most active repository was copied through 2025-03-30' },
    ]);
  });

  it('are refused when the ledger is too short for one', async (t) => {
    await assert.rejects(
      read(await temporaryFolder(t), {
        one: [{ commits: commits(1, '2024-06-02'), coveredThrough: '2024-07-14' }],
      }),
      { code: 'ledger-too-short', message: /2024-06-01 through 2024-07-14/ },
    );
  });

  it('are refused when no tracked company is in the ledger', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), { one: [{ commits: [] }] });
    await assert.rejects(
      withLedger(ledger, (connection) => readPeriods(connection, new Map([['other', 'Other']]))),
      { code: 'ledger-empty' },
    );
  });
});

describe('a company is covered', () => {
  it('as far as the copy of its most active repository reaches', async (t) => {
    const quiet = { repository: 'example/quiet', commits: commits(2, '2025-01-10') };
    const busy = { repository: 'example/busy', commits: commits(9, '2025-01-10') };
    const { series } = await read(await temporaryFolder(t), {
      one: [
        { ...quiet, coveredThrough: '2025-06-29' },
        { ...busy, coveredThrough: '2025-06-01' },
      ],
    });
    assert.equal(series.coverage[0]?.through, parseDay('2025-06-01'));
  });

  it('by the repository that was active lately, not long ago', async (t) => {
    const { series } = await read(await temporaryFolder(t), {
      one: [
        {
          repository: 'example/old',
          commits: commits(99, '2024-06-10'),
          coveredThrough: '2025-03-01',
        },
        {
          repository: 'example/new',
          commits: commits(3, '2025-06-01'),
          coveredThrough: '2025-06-29',
        },
      ],
    });
    assert.equal(series.coverage[0]?.through, parseDay('2025-06-29'));
  });

  it('by its first-listed repository when none was active', async (t) => {
    const { series } = await read(await temporaryFolder(t), {
      one: [
        { repository: 'example/first', commits: [], coveredThrough: '2025-06-01' },
        { repository: 'example/second', commits: [], coveredThrough: '2025-06-29' },
      ],
    });
    assert.equal(series.coverage[0]?.through, parseDay('2025-06-01'));
  });

  it('not before its first repository began', async (t) => {
    const { at } = await read(await temporaryFolder(t), {
      old: [{ commits: commits(1, '2024-06-10') }],
      older: [{ repository: 'example/older', commits: commits(1, '2024-06-10') }],
      young: [
        {
          repository: 'example/young',
          commits: commits(4, '2025-03-04'),
          firstCommitAt: parseDay('2025-03-04') * 86_400,
        },
      ],
    });
    assert.deepEqual(at('2025-w09').notCovered, [
      { company: 'young', reason: 'its first tracked repository began later' },
    ]);
    const [, , young] = at('2025-w10').startups;
    assert.equal(young?.commitVelocity14d, 4);
    assert.equal(young?.newRepos, 1);
  });

  it('not while its history has not been collected', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), {
      one: [{ commits: commits(1, '2024-06-10') }],
    });
    const names = new Map([
      ['one', 'One'],
      ['two', 'Two'],
    ]);
    const series = await withLedger(ledger, (connection) => readPeriods(connection, names));
    assert.deepEqual(computePeriod(series, series.range.last, names).notCovered, [
      { company: 'two', reason: 'its history has not been collected yet' },
    ]);
  });

  it('and stays listed with zeros when it stopped', async (t) => {
    const { at } = await read(await temporaryFolder(t), {
      stopped: [{ commits: commits(5, '2024-06-10') }],
    });
    const [stopped] = at('2025-w20').startups;
    assert.equal(stopped?.commitVelocity14d, 0);
    assert.deepEqual(stopped?.scores, { velocity: 0, growth: 0, novelty: 0, composite: 0 });
  });
});
