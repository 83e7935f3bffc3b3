/** Ledgers that no collection would make on purpose, and their periods. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { isoDay, parseDay, weekIndex } from '../../../src/lib/period.ts';
import { computePeriod } from '../../../src/pipeline/edition/compute-period.ts';
import { LedgerPeriods } from '../../../src/pipeline/edition/periods.ts';
import type { Tracked } from '../../../src/pipeline/ledger/copies.ts';
import { type Ledger, withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { TABLES, type Table } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { writeLedger } from '../../../src/pipeline/ledger/write-ledger.ts';
import { mainRepositories, track } from '../../support/example-company.ts';
import { commitOn, type HistoryFixture, ledgerOf } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** A Sunday: the end of 2025-w20. */
const D = parseDay('2025-05-18');
const LAST_WEEK = weekIndex(D);

const daily = (repository: string, change: Partial<HistoryFixture> = {}): HistoryFixture => ({
  repository,
  coveredThrough: isoDay(D),
  commits: Array.from({ length: 300 }, (_, ago) => commitOn(isoDay(D - ago))),
  ...change,
});

/** The numbers of the week that ends on D, by slug. */
async function numbersIn(ledger: Ledger, tracked: Tracked) {
  const { startups, notCovered } = await withLedger(ledger, async (connection) =>
    computePeriod(await LedgerPeriods.read(connection, tracked), LAST_WEEK),
  );
  return { startups: new Map(startups.map((one) => [one.company, one])), notCovered };
}

/** The ledger with other rows in one of its tables. @param rows a query */
async function withRows(t: TestContext, ledger: Ledger, table: Table, rows: string) {
  const folder = await temporaryFolder(t);
  return withLedger(ledger, async (connection) => {
    for (const name of TABLES)
      await connection.run(
        `CREATE VIEW new_${name} AS ${name === table ? rows : `SELECT * FROM ${name}`}`,
      );
    return writeLedger(connection, folder);
  });
}

describe('the numbers of a week', () => {
  it('do not depend on rows of the future', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), { one: [daily('example/one')] });
    const tracked = track({ one: undefined });
    const before = await numbersIn(ledger, tracked);
    const future = `SELECT * FROM activity UNION ALL
      SELECT * REPLACE (day + 1000 AS day, 'bbbbbbbbbb' AS person) FROM activity`;
    const after = await numbersIn(await withRows(t, ledger, 'activity', future), tracked);
    assert.deepEqual(after, before);
    assert.equal(after.startups.get('one')?.commitVelocity14d, 14);
  });

  it('are none where a repository is empty', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), {
      empty: [daily('example/empty', { commits: [], firstCommitAt: null })],
      many: [daily('example/many')],
    });
    const tracked = track({ empty: undefined, many: undefined });
    const { startups, notCovered } = await numbersIn(ledger, tracked);
    assert.deepEqual([...startups.keys()], ['many']);
    assert.deepEqual(
      notCovered.map(({ slug, reason }) => [slug, reason]),
      [['empty', 'none of its tracked repositories had begun']],
    );
  });

  it('add up a hundred repositories, and count a person in all of them once', async (t) => {
    const days = [D, D - 1, D - 20];
    const histories = Array.from({ length: 100 }, (_, index) =>
      daily(`example/r${index}`, { commits: days.map((day) => commitOn(isoDay(day))) }),
    );
    const ledger = await ledgerOf(await temporaryFolder(t), { hundred: histories });
    const { startups } = await numbersIn(ledger, track({ hundred: undefined }));
    const hundred = startups.get('hundred');
    assert.equal(hundred?.repositories.length, 100);
    assert.equal(hundred?.commitVelocity14d, 200);
    assert.equal(hundred?.priorVelocity, 100);
    assert.equal(hundred?.contributors, 1);
    assert.equal(hundred?.windows.composition.current30d.steadyPeople, 1);
  });

  it('are those of the company that a repository moved to, from then on', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), {
      before: [daily('before/own'), daily('moved/engine')],
      after: [daily('moved/engine')],
    });
    const after = mainRepositories('moved/engine');
    const then = await numbersIn(
      ledger,
      track({ before: mainRepositories('before/own', 'moved/engine'), after }),
    );
    assert.equal(then.startups.get('before')?.commitVelocity14d, 28);
    const now = await numbersIn(ledger, track({ before: mainRepositories('before/own'), after }));
    assert.equal(now.startups.get('before')?.commitVelocity14d, 14);
    assert.equal(now.startups.get('after')?.commitVelocity14d, 14);
  });

  it('count the commits of erased people, but not the people', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), { one: [daily('example/one')] });
    const { startups } = await numbersIn(
      { ...ledger, erased: ['aaaaaaaaaa'] },
      track({ one: undefined }),
    );
    assert.equal(startups.get('one')?.commitVelocity14d, 14);
    assert.equal(startups.get('one')?.contributors, 0);
  });
});
