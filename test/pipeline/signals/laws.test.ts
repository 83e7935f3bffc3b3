/** Laws that hold for every history, checked through the real ledger and its SQL. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isoDay, parseDay, periodAt, weekIndex } from '../../../src/lib/period.ts';
import type { Commit, Tag } from '../../../src/pipeline/collect/commit.ts';
import {
  type ComputedPeriod,
  computePeriod,
} from '../../../src/pipeline/edition/compute-period.ts';
import { LedgerPeriods } from '../../../src/pipeline/edition/periods.ts';
import { withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { noFiles } from '../../../src/pipeline/ledger/ledger-tables.ts';
import type { Windows } from '../../../src/pipeline/signals/windows.ts';
import { commitOn, type HistoryFixture, ledgerOf } from '../../support/histories.ts';
import { referenceWindows } from '../../support/reference.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const FIRST = parseDay('2024-06-01');
const LAST = parseDay('2025-06-29');
const TRACKED = { companies: new Map([['company', { name: 'Company' }]]), roles: [] };

const day = fc.integer({ min: FIRST, max: LAST + 20 });
const hash = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const nameHash = fc.constantFrom('', 'n1', 'n2');
const packages = fc.array(fc.constantFrom('npm:x', 'npm:y', 'npm:z'), { maxLength: 2 });
const commit: fc.Arbitrary<Commit> = fc
  .record({
    day,
    emailHash: hash,
    nameHash,
    parents: fc.constantFrom(0, 1, 1, 1, 2),
    botName: fc.constantFrom('', '', '', 'renovate[bot]', 'Talbot'),
    agentRole: fc.constantFrom('' as const, '' as const, 'author' as const, 'coauthor' as const),
    coauthors: fc.array(fc.record({ emailHash: hash, nameHash }), { maxLength: 2 }),
    ci: fc.nat(20),
    infra: fc.nat(20),
    dependenciesAdded: packages,
    dependenciesRemoved: packages,
  })
  .map(({ day: on, ci, infra, ...rest }) =>
    commitOn(isoDay(on), {
      ...rest,
      agent: rest.agentRole === '' ? '' : 'Agent',
      files: { ...noFiles(), ci, infra },
    }),
  );
const tag: fc.Arbitrary<Tag> = fc.tuple(
  fc.constantFrom('v1.0.0', 'v1.1.0', 'v2.0.0'),
  fc.integer({ min: FIRST, max: LAST }).map((on) => on * 86_400 + 60),
);
/** No tag is older than its repository. */
const history = (repository: string): fc.Arbitrary<HistoryFixture> =>
  fc
    .record({
      repository: fc.constant(repository),
      commits: fc.array(commit, { maxLength: 60 }),
      tags: fc.array(tag, { maxLength: 8 }),
      firstCommitAt: fc.integer({ min: FIRST - 400, max: LAST - 60 }).map((on) => on * 86_400),
      coveredFrom: fc.constant(null),
    })
    .map((given) => ({
      ...given,
      tags: given.tags.filter(([, taggedAt]) => taggedAt >= given.firstCommitAt),
    }));
/** Two repositories that share some commits, as after a split. */
const histories = fc
  .tuple(history('example/one'), history('example/two'), fc.nat(20))
  .map(([one, two, shared]) => [
    one,
    { ...two, commits: [...two.commits, ...one.commits.slice(0, shared)] },
  ]);

/** The company's numbers in every period, by week. */
async function numbersOf(
  folder: string,
  given: readonly HistoryFixture[],
): Promise<Map<number, ComputedPeriod>> {
  const ledger = await ledgerOf(folder, { company: given });
  return withLedger(ledger, async (connection) => {
    const periods = await LedgerPeriods.read(connection, TRACKED);
    const { first, current: last } = periods.plan;
    const computed = new Map<number, ComputedPeriod>();
    for (let week = first; week <= last; week++)
      computed.set(week, await computePeriod(periods, week));
    return computed;
  });
}

function windowsIn(series: ReadonlyMap<number, ComputedPeriod>, week: number): Windows {
  const [startup] = series.get(week)?.startups ?? [];
  assert.ok(startup);
  return startup.windows;
}

describe('the numbers of every period', () => {
  it('are what counting commit by commit gives', async (t) => {
    const folder = await temporaryFolder(t);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (given) => {
        const series = await numbersOf(join(folder, String(run++)), given);
        const [first, last] = [Math.min(...series.keys()), Math.max(...series.keys())];
        assert.equal(last, weekIndex(LAST));
        for (const week of [first, Math.floor((first + last) / 2), last]) {
          const expected = referenceWindows(given, periodAt(week).lastDay);
          const windows = windowsIn(series, week);
          const { personDays: infrastructureDays } = windows.infrastructure;
          const counted = Object.fromEntries(
            Object.entries({ ...windows, infrastructureDays }).filter(([name]) => name in expected),
          );
          assert.deepEqual(counted, expected, periodAt(week).slug);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('do not depend on the order of commits, nor on commits that stand twice', async (t) => {
    const folder = await temporaryFolder(t);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(), async (given, turn) => {
        const disturbed = given.map((one) => {
          const at = turn % (one.commits.length + 1);
          const turned = [...one.commits.slice(at), ...one.commits.slice(0, at)].reverse();
          return { ...one, commits: [...turned, ...one.commits] };
        });
        const plain = await numbersOf(join(folder, `${run++}`), given);
        assert.deepEqual(await numbersOf(join(folder, `${run++}`), disturbed), plain);
      }),
      { numRuns: 6 },
    );
  });

  it('add up: two fortnights that touch are the four weeks, in every period', async (t) => {
    const folder = await temporaryFolder(t);
    const commits = fc.sample(commit, { numRuns: 300, seed: 7 });
    const series = await numbersOf(folder, [
      { commits, coveredFrom: null, firstCommitAt: FIRST * 86_400 },
    ]);
    for (const week of [...series.keys()].slice(4)) {
      const now = windowsIn(series, week).weeklyCommits;
      const before = windowsIn(series, week - 4).weeklyCommits;
      assert.deepEqual(now.slice(4, 20), before.slice(0, 16));
      const [numbers] = series.get(week)?.startups ?? [];
      const fourWeeks = now.slice(0, 4).reduce((sum, count) => sum + count, 0);
      assert.equal((numbers?.commitVelocity14d ?? 0) + (numbers?.priorVelocity ?? 0), fourWeeks);
    }
  });
});
