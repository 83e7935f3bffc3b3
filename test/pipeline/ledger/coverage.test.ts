import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isoDay, lastDayOf, parseDay, periodAt } from '../../../src/lib/period.ts';
import {
  type ComputedPeriod,
  computePeriod,
} from '../../../src/pipeline/edition/compute-period.ts';
import { LedgerPeriods } from '../../../src/pipeline/edition/periods.ts';
import { withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { mainRepositories, track } from '../../support/example-company.ts';
import { commitOn, type HistoryFixture, ledgerOf } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const commits = (number: number, day: string) =>
  Array.from({ length: number }, () => commitOn(day));

const slugs = (startups: readonly { company: string }[]) => startups.map(({ company }) => company);

/** By slug, those that follow the current one included. */
async function computeAll(periods: LedgerPeriods): Promise<Map<string, ComputedPeriod>> {
  const computed = new Map<string, ComputedPeriod>();
  for (let week = periods.plan.first; week <= periods.plan.lastPartial; week++)
    computed.set(periodAt(week).slug, await computePeriod(periods, week));
  return computed;
}

/** @param tracked without it, all repositories of these companies */
async function read(
  folder: string,
  companies: Record<string, HistoryFixture[]>,
  tracked = track(Object.fromEntries(Object.keys(companies).map((slug) => [slug, undefined]))),
) {
  const ledger = await ledgerOf(folder, companies);
  const { periods, computed } = await withLedger(ledger, async (connection) => {
    const read = await LedgerPeriods.read(connection, tracked);
    return { periods: read, computed: await computeAll(read) };
  });
  const at = (slug: string) => {
    const found = computed.get(slug);
    assert.ok(found);
    return found;
  };
  /** Slugs of the companies that a period does not cover, with the reason. */
  const missingIn = (slug: string) =>
    at(slug).notCovered.map(({ slug: company, reason }) => ({ company, reason }));
  return { periods, at, missingIn };
}

describe('the periods of a ledger', () => {
  it('begin when 60 days are known and end with the last full week', async (t) => {
    const { periods } = await read(await temporaryFolder(t), {
      one: [{ commits: commits(1, '2024-06-10'), coveredThrough: '2025-06-28' }],
    });
    // Known from 2024-06-01: day 60 is 2024-07-30, whose week ends on 2024-08-04.
    assert.equal(periodAt(periods.plan.first).slug, '2024-w31');
    // 2025-06-28 is a Saturday, so that week is not full.
    assert.equal(isoDay(periodAt(periods.plan.current).lastDay), '2025-06-22');
  });

  const company = (repository: string, coveredThrough: string) => [
    { repository, commits: commits(1, '2024-12-01'), coveredThrough },
  ];

  it('end where two thirds of the companies are still covered', async (t) => {
    const { periods, at, missingIn } = await read(await temporaryFolder(t), {
      one: company('example/one', '2025-06-29'),
      two: company('example/two', '2025-05-25'),
      three: company('example/three', '2025-03-30'),
    });
    assert.equal(isoDay(periodAt(periods.plan.current).lastDay), '2025-05-25');
    assert.deepEqual(slugs(at('2025-w21').startups), ['one', 'two']);
    assert.deepEqual(missingIn('2025-w21'), [
      { company: 'three', reason: 'the copy of example/three ends on 2025-03-30' },
    ]);
  });

  it('go on in part after the current one, as long as one company is covered', async (t) => {
    const { periods, at } = await read(await temporaryFolder(t), {
      one: company('example/one', '2025-06-29'),
      two: company('example/two', '2025-05-25'),
    });
    assert.deepEqual([periods.plan.current, periods.plan.lastPartial].map(lastDayOf).map(isoDay), [
      '2025-05-25',
      '2025-06-29',
    ]);
    assert.equal(at('2025-w21').isPartial, false);
    const { isPartial, startups } = at('2025-w26');
    assert.deepEqual([isPartial, slugs(startups)], [true, ['one']]);
  });

  it('are refused when the ledger is too short for one', async (t) => {
    await assert.rejects(
      read(await temporaryFolder(t), {
        one: [{ commits: commits(1, '2024-06-02'), coveredThrough: '2024-07-14' }],
      }),
      { code: 'ledger-too-short', message: /end by 2024-07-14/ },
    );
  });

  it('are refused when no tracked company is in the ledger', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), { one: [{ commits: [] }] });
    await assert.rejects(
      withLedger(ledger, (connection) =>
        LedgerPeriods.read(connection, track({ other: undefined })),
      ),
      { code: 'ledger-empty' },
    );
  });
});

describe('a company is covered', () => {
  const old = { commits: commits(1, '2024-06-10') };

  it('not before its first repository began', async (t) => {
    const { at, missingIn } = await read(await temporaryFolder(t), {
      old: [old],
      older: [{ repository: 'example/older', commits: commits(1, '2024-06-10') }],
      young: [
        {
          repository: 'example/young',
          commits: commits(1, '2025-03-04'),
          firstCommitAt: parseDay('2025-03-04') * 86_400,
        },
      ],
    });
    assert.deepEqual(missingIn('2025-w09'), [
      { company: 'young', reason: 'none of its tracked repositories had begun' },
    ]);
    const [, , young] = at('2025-w10').startups;
    assert.deepEqual([young?.commitVelocity14d, young?.contributors, young?.newRepos], [1, 1, 1]);
  });

  it('not while its history, or a main repository of it, has not been collected', async (t) => {
    const { at } = await read(
      await temporaryFolder(t),
      { one: [old], two: [{ repository: 'example/two', commits: commits(1, '2024-06-10') }] },
      track({
        one: mainRepositories('example/one'),
        two: mainRepositories('example/product', 'example/two'),
        three: undefined,
      }),
    );
    const { startups, notCovered } = at('2025-w20');
    assert.deepEqual(slugs(startups), ['one']);
    assert.deepEqual(
      notCovered.map(({ slug, repository, reason }) => [slug, repository, reason]),
      [
        ['three', null, 'its history has not been collected yet'],
        ['two', 'example/product', 'example/product has never been collected'],
      ],
    );
  });

  it('and stays listed with zeros when it stopped', async (t) => {
    const { at } = await read(await temporaryFolder(t), {
      stopped: [{ commits: commits(5, '2024-06-10') }],
    });
    const [stopped] = at('2025-w20').startups;
    assert.equal(stopped?.commitVelocity14d, 0);
    assert.equal(stopped?.signalStrength, 'none');
    assert.deepEqual(stopped?.scores, { velocity: 0, growth: 0, novelty: 0, composite: 0 });
  });
});

describe('a repository that is not held', () => {
  const day = (ago: number) => isoDay(parseDay('2025-05-11') - ago);
  const busy = (repository: string, email: string, change: Partial<HistoryFixture> = {}) => ({
    repository,
    commits: Array.from({ length: 300 }, (_, ago) => commitOn(day(ago), { emailHash: email })),
    ...change,
  });

  it('is left out of every window, the past included', async (t) => {
    const { at } = await read(await temporaryFolder(t), {
      one: [
        busy('example/held', 'a'),
        {
          repository: 'example/ended',
          commits: Array.from({ length: 10 }, (_, ago) => commitOn(day(20 + ago))),
          coveredThrough: day(15),
        },
      ],
    });
    const [startup] = at('2025-w19').startups;
    assert.equal(startup?.commitVelocity14d, 14);
    assert.equal(startup?.priorVelocity, 14);
    assert.equal(startup?.windows.contributors, 1);
    assert.equal(startup?.windows.priorContributors, 1);
    assert.deepEqual(startup?.coverage.notHeld, [
      { repository: 'example/ended', reason: `the copy of example/ended ends on ${day(15)}` },
    ]);
  });

  it('leaves a gap when it carries much of the weight, until it is collected again', async (t) => {
    const { missingIn } = await read(await temporaryFolder(t), {
      one: [
        busy('example/small', 'a'),
        busy('example/large', 'b', { coveredThrough: '2025-04-30' }),
      ],
      two: [busy('example/two', 'c')],
      three: [busy('example/three', 'd')],
    });
    assert.deepEqual(missingIn('2025-w17'), []);
    assert.deepEqual(missingIn('2025-w18'), [
      { company: 'one', reason: 'the copy of example/large ends on 2025-04-30' },
    ]);
  });
});

describe('coverage that comes back after a year', () => {
  const day = (ago: number) => isoDay(parseDay('2026-06-28') - ago);
  const daily = (from: number, to: number, times = 1) =>
    Array.from({ length: from - to }, (_, index) => commits(times, day(from - index))).flat();

  it('begins types anew, and until then names the last week before', async (t) => {
    const through = { coveredThrough: day(0) };
    const tags = Array.from({ length: 20 }, (_, index): [string, number] => [
      `v1.${index}`,
      (parseDay('2026-06-28') - index) * 86_400,
    ]);
    const firstCommitAt = (parseDay('2026-06-28') - 300) * 86_400;
    const { at, periods } = await read(
      await temporaryFolder(t),
      {
        one: [
          { repository: 'one/once', commits: daily(740, 650), coveredThrough: day(650) },
          { repository: 'one/again', commits: daily(300, 0, 3), firstCommitAt, tags, ...through },
        ],
        two: [{ repository: 'two/two', commits: daily(740, 0), ...through }],
      },
      track({
        one: [{ name: 'one/once', role: 'side' }, ...mainRepositories('one/again')],
        two: undefined,
      }),
    );
    const { first, current: last } = periods.plan;
    const company = periods.plan.companies.findIndex(({ slug }) => slug === 'one');
    const covered = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
      (week) => !periods.coverage(company, week).missing,
    );
    const back = covered.find((week, place) => week - (covered[place - 1] ?? week) > 52);
    assert.ok(back !== undefined);
    const before = covered[covered.indexOf(back) - 1];
    const missing = at(periodAt(back - 1).slug).notCovered.find(({ slug }) => slug === 'one');
    assert.equal(missing?.lastCovered, periodAt(before ?? 0).slug);
    const one = at(periodAt(last).slug).startups.find((each) => each.company === 'one');
    assert.equal(one?.signalStrength, 'strong');
    assert.ok(one.since !== null && one.since > back);
  });
});
