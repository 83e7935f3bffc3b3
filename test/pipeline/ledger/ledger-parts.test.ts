import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { withEngine } from '../../../src/pipeline/ledger/duckdb.ts';
import { type Ledger, openLedger, verifyLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { filesOf } from '../../../src/pipeline/ledger/ledger-manifest.ts';
import { columnsOf, noRows, TABLES } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { writeLedger } from '../../../src/pipeline/ledger/write-ledger.ts';
import { commitOn, type HistoryFixture, ledgerOf, NO_RULES } from '../../support/histories.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const repository = (name: string, ...days: string[]): HistoryFixture[] => [
  { repository: name, commits: days.map((day) => commitOn(day)) },
];
const COMPANIES = {
  acorn: repository('acorn/core', '2024-12-31', '2025-01-01', '2025-02-01', '1999-06-01'),
  birch: repository('birch/core', '2025-02-03'),
  cedar: repository('cedar/core', '2025-01-07'),
};

const collected = (
  folder: string,
  companies: Record<string, HistoryFixture[]>,
  base?: Ledger,
  maxWholeRows = 0,
) => ledgerOf(folder, companies, NO_RULES, { base, maxWholeRows });

async function allRows(ledger: Ledger): Promise<unknown> {
  const tables = TABLES.map((table) => rowsIn(ledger, `SELECT * FROM ${table} ORDER BY ALL`));
  return Promise.all(tables);
}

const names = (ledger: Ledger) =>
  ledger.manifest.tables.activity.map(({ file }) => file.replace(/-[0-9a-f]{12}\./, '.'));

describe('a ledger in parts', () => {
  it('has a file for each year', async (t) => {
    const ledger = await collected(await temporaryFolder(t), COMPANIES);
    assert.deepEqual(names(ledger), ['activity-2024.parquet', 'activity-2025.parquet']);
    const misdated = ledger.manifest.tables.excluded.map(({ file }) => file);
    assert.match(misdated.join(), /^excluded-other-[0-9a-f]{12}.parquet$/);
    await verifyLedger(ledger);
    assert.deepEqual((await openLedger(ledger.folder))?.manifest, ledger.manifest);
  });

  it('has the rows of one in whole files, which becomes one in parts without losing any', async (t) => {
    const folder = await temporaryFolder(t);
    const whole = await collected(folder, COMPANIES, undefined, 100);
    const before = await allRows(whole);
    const cedar = { cedar: repository('cedar/core', '2025-01-07') };
    const parts = await collected(folder, cedar, whole);
    assert.deepEqual(names(parts), ['activity-2024.parquet', 'activity-2025.parquet']);
    assert.deepEqual(await allRows(parts), before);
    const files = filesOf(parts.manifest).map(({ file }) => file);
    assert.deepEqual((await readdir(parts.folder)).sort(), [...files, 'ledger.json'].sort());
  });

  it('has the same bytes however it came about', async (t) => {
    const folder = await temporaryFolder(t);
    const { acorn, ...others } = COMPANIES;
    const first = await collected(folder, {
      ...others,
      acorn: repository('acorn/core', '2025-05-05'),
    });
    const second = await collected(folder, { acorn }, first);
    const atOnce = await collected(await temporaryFolder(t), COMPANIES);
    assert.deepEqual(second.manifest, atOnce.manifest);
  });

  it('has the same bytes however many threads write it', async (t) => {
    const manifests = [];
    for (const threads of [1, 4]) {
      const folder = await temporaryFolder(t);
      const { manifest } = await withEngine(
        async (connection) => {
          for (const table of TABLES)
            await connection.run(`CREATE VIEW new_${table} AS ${noRows(table)}`);
          // Three groups of rows, in an order that is not theirs.
          const columns = columnsOf('activity').map(({ name, type }) =>
            name === 'day'
              ? `DATE '2025-01-01' + CAST(row % 300 AS INTEGER) AS day`
              : `CAST(hash(row, '${name}') % 1000 AS ${type}) AS ${name}`,
          );
          await connection.run(
            `CREATE OR REPLACE VIEW new_activity AS
             SELECT ${columns.join(', ')} FROM range(300000) AS rows(row)`,
          );
          return writeLedger(connection, folder, { maxWholeRows: 0 });
        },
        { threads },
      );
      manifests.push(manifest);
    }
    assert.deepEqual(manifests[1], manifests[0]);
  });

  it('keeps the parts in which a collection changes nothing', async (t) => {
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
    const birch = repository('birch/core', '2025-02-03', '2023-03-06');
    const second = await collected(folder, { birch }, first);
    const after = await changedAt(second);
    for (const [file, inode] of before)
      if (!file.startsWith('repositories-')) assert.equal(after.get(file), inode, file);
    assert.ok(names(second).includes('activity-2023.parquet'));

    const third = await collected(
      folder,
      { birch: repository('birch/core', '2023-03-06') },
      second,
    );
    const rewritten = [...(await changedAt(third))].filter(
      ([file, inode]) => after.get(file) !== inode,
    );
    assert.deepEqual(
      rewritten.map(([file]) => file.replace(/-[0-9a-f]{12}\./, '.')),
      ['activity-2025.parquet', 'repositories.parquet'],
    );
  });

  it('loses the part of a year in which no company has a row any more', async (t) => {
    const folder = await temporaryFolder(t);
    const first = await collected(folder, COMPANIES);
    const acorn = repository('acorn/core', '2025-01-01');
    const second = await collected(folder, { acorn }, first);
    assert.deepEqual(names(second), ['activity-2025.parquet']);
    const files = filesOf(second.manifest).map(({ file }) => file);
    assert.deepEqual((await readdir(second.folder)).sort(), [...files, 'ledger.json'].sort());
  });
});
