import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ledgerRows } from '../../../src/pipeline/collect/commit-rows.ts';
import { Stage } from '../../../src/pipeline/collect/staging.ts';
import { erasePeople } from '../../../src/pipeline/ledger/erase.ts';
import {
  type Ledger,
  openLedger,
  verifyLedger,
  withLedger,
} from '../../../src/pipeline/ledger/ledger.ts';
import { filesOf, partsOf } from '../../../src/pipeline/ledger/ledger-manifest.ts';
import { bucketOf } from '../../../src/pipeline/ledger/ledger-parts.ts';
import { TABLES } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { commitOn, type HistoryFixture, historyOf, NO_RULES } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const repository = (name: string, ...days: string[]): HistoryFixture => ({
  repository: name,
  commits: days.map((day) => commitOn(day)),
});
/** In the buckets b, 8 and 2. */
const COMPANIES: Record<string, HistoryFixture> = {
  acorn: repository('acorn/core', '2025-01-01', '2025-01-31', '2025-02-01', '1999-06-01'),
  birch: repository('birch/core', '2025-02-03'),
  cedar: repository('cedar/core', '2025-01-07'),
};

async function collected(
  folder: string,
  companies: Record<string, HistoryFixture>,
  base?: Ledger,
  inParts = true,
): Promise<Ledger> {
  const stage = new Stage(join(folder, 'staged'));
  for (const [company, history] of Object.entries(companies))
    await stage.add(company, 'test', await ledgerRows(company, [historyOf(history)], NO_RULES));
  const ledger = await stage.commit(join(folder, 'ledger'), base, { inParts });
  assert.ok(ledger);
  return ledger;
}

async function allRows(ledger: Ledger): Promise<unknown> {
  return withLedger(ledger, async (connection) => {
    const tables = [];
    for (const table of TABLES)
      tables.push(
        (await connection.runAndReadAll(`SELECT * FROM ${table} ORDER BY ALL`)).getRowsJson(),
      );
    return tables;
  });
}

const names = (ledger: Ledger) =>
  partsOf(ledger.manifest, 'activity').map(({ file }) => file.replace(/-[0-9a-f]{12}\./, '.'));

describe('a ledger in parts', () => {
  it('has a file for each month and bucket of companies', async (t) => {
    const ledger = await collected(await temporaryFolder(t), COMPANIES);
    const part = (month: string, company: string) =>
      `activity-${month}-${bucketOf(company)}.parquet`;
    assert.deepEqual(
      names(ledger),
      [
        part('2025-01', 'acorn'),
        part('2025-02', 'acorn'),
        part('2025-02', 'birch'),
        part('2025-01', 'cedar'),
      ].sort(),
    );
    const misdated = partsOf(ledger.manifest, 'excluded').map(({ file }) => file);
    const name = `^excluded-other-${bucketOf('acorn')}-[0-9a-f]{12}.parquet$`;
    assert.match(misdated.join(), new RegExp(name));
    await verifyLedger(ledger);
    assert.deepEqual((await openLedger(ledger.folder))?.manifest, ledger.manifest);
  });

  it('has the rows of one in whole files, which becomes one in parts without losing any', async (t) => {
    const folder = await temporaryFolder(t);
    const whole = await collected(folder, COMPANIES, undefined, false);
    const before = await allRows(whole);
    const cedar = { cedar: repository('cedar/core', '2025-01-07') };
    const parts = await collected(folder, cedar, whole);
    assert.equal(parts.manifest.format, 3);
    assert.deepEqual(await allRows(parts), before);
    const files = filesOf(parts.manifest).map(({ file }) => file);
    assert.deepEqual((await readdir(parts.folder)).sort(), [...files, 'ledger.json'].sort());
  });

  it('has the same bytes however it came about', async (t) => {
    const folder = await temporaryFolder(t);
    const { acorn, ...others } = COMPANIES;
    assert.ok(acorn);
    const first = await collected(folder, {
      ...others,
      acorn: repository('acorn/core', '2025-05-05'),
    });
    const second = await collected(folder, { acorn }, first);
    const atOnce = await collected(await temporaryFolder(t), COMPANIES);
    assert.deepEqual(filesOf(second.manifest), filesOf(atOnce.manifest));
    assert.deepEqual({ ...second.manifest, revision: 1 }, atOnce.manifest);
    assert.equal('revision' in second.manifest && second.manifest.revision, 2);
  });

  it('keeps the parts of buckets that a collection does not touch', async (t) => {
    const folder = await temporaryFolder(t);
    const first = await collected(folder, COMPANIES);
    const changedAt = async ({ folder: within, manifest }: Ledger) =>
      new Map(
        await Promise.all(
          filesOf(manifest).map(
            async ({ file }) => [file, (await stat(join(within, file))).ino] as const,
          ),
        ),
      );
    const before = await changedAt(first);
    const birch = repository('birch/core', '2025-02-03', '2025-03-03');
    const second = await collected(folder, { birch }, first);
    const after = await changedAt(second);
    for (const [file, inode] of before)
      if (!file.includes(`-${bucketOf('birch')}-`)) assert.equal(after.get(file), inode, file);
    assert.ok(names(second).includes(`activity-2025-03-${bucketOf('birch')}.parquet`));
  });

  it('stays in parts when people are erased', async (t) => {
    const ledger = await collected(await temporaryFolder(t), COMPANIES);
    const erased = await erasePeople(ledger, ['aaaaaaaaaa']);
    assert.equal(erased.manifest.format, 3);
    const people = await withLedger(erased, (connection) =>
      connection.runAndReadAll('SELECT count(*), count(person) FROM activity'),
    );
    assert.deepEqual(people.getRowsJson(), [['5', '0']]);
  });
});
