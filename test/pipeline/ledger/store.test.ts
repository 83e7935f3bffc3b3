import assert from 'node:assert/strict';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openLedger, verifyLedger, withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { partsOf, rowsIn } from '../../../src/pipeline/ledger/ledger-manifest.ts';
import { TABLES } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { wholeFile } from '../../support/whole-file.ts';

const COMPANIES = {
  one: [
    {
      commits: [commitOn('2025-01-01'), commitOn('2025-01-02')],
      tags: [['v1', 1_735_800_000] as const],
    },
  ],
  two: [{ repository: 'example/two', commits: [commitOn('2025-02-01')] }],
};

describe('a ledger on disk', () => {
  it('gives back the rows that were written', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), COMPANIES);
    const rows = await withLedger(ledger, (connection) =>
      connection.runAndReadAll(
        `SELECT company, repository, CAST(day AS VARCHAR), person, kind, commits
         FROM activity ORDER BY company, day`,
      ),
    );
    assert.deepEqual(rows.getRowsJS(), [
      ['one', 'example/one', '2025-01-01', 'aaaaaaaaaa', 'person', 1],
      ['one', 'example/one', '2025-01-02', 'aaaaaaaaaa', 'person', 1],
      ['two', 'example/two', '2025-02-01', 'aaaaaaaaaa', 'person', 1],
    ]);
    assert.equal(rowsIn(ledger.manifest, 'releases'), 1);
  });

  it('has the same bytes when it is written again', async (t) => {
    const [first, second] = [
      await ledgerOf(await temporaryFolder(t), COMPANIES),
      await ledgerOf(await temporaryFolder(t), COMPANIES),
    ];
    assert.deepEqual(first.manifest, second.manifest);
  });

  it('is absent, not broken, where there is none', async (t) => {
    assert.equal(await openLedger(await temporaryFolder(t)), undefined);
  });

  it('holds just the files that its manifest lists', async (t) => {
    const { folder, manifest } = await ledgerOf(await temporaryFolder(t), COMPANIES);
    const listed = TABLES.flatMap((table) => partsOf(manifest, table).map(({ file }) => file));
    assert.deepEqual((await readdir(folder)).sort(), [...listed, 'ledger.json'].sort());
  });
});

describe('a damaged ledger is refused by name', () => {
  it('when a file is truncated', async (t) => {
    const { folder, manifest } = await ledgerOf(await temporaryFolder(t), COMPANIES);
    const { file, bytes } = wholeFile({ manifest }, 'activity');
    await truncate(join(folder, file), bytes - 10);
    await assert.rejects(openLedger(folder), {
      code: 'ledger-damaged',
      message: new RegExp(`${file} has ${bytes - 10} bytes where ${bytes} were written`),
    });
  });

  it('when a file is missing', async (t) => {
    const { folder, manifest } = await ledgerOf(await temporaryFolder(t), COMPANIES);
    await rm(join(folder, wholeFile({ manifest }, 'releases').file));
    await assert.rejects(openLedger(folder), { code: 'ledger-damaged', message: /is missing/ });
  });

  it('when a byte of a file was changed', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), COMPANIES);
    const path = join(ledger.folder, wholeFile(ledger, 'activity').file);
    const body = await readFile(path);
    const middle = Math.floor(body.length / 2);
    body.writeUInt8((body.readUInt8(middle) + 1) % 256, middle);
    await writeFile(path, body);
    await assert.rejects(verifyLedger(ledger), { code: 'ledger-damaged', message: /checksum/ });
  });

  it('when a file is no Parquet at all', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), COMPANIES);
    const { file, bytes } = wholeFile(ledger, 'activity');
    await writeFile(join(ledger.folder, file), 'x'.repeat(bytes));
    await assert.rejects(
      withLedger(ledger, async () => {}),
      { code: 'ledger-damaged', message: /cannot be read as Parquet/ },
    );
  });

  it('when its manifest is not one', async (t) => {
    const { folder } = await ledgerOf(await temporaryFolder(t), COMPANIES);
    for (const [text, code] of [
      ['', 'ledger-damaged'],
      ['{', 'ledger-damaged'],
      ['{"format":0}', 'ledger-damaged'],
      ['[]', 'ledger-damaged'],
      ['{"format":2}', 'ledger-damaged'],
      ['{"format":4}', 'ledger-damaged'],
      ['{"format":5}', 'later-version'],
    ] as const) {
      await writeFile(join(folder, 'ledger.json'), text);
      await assert.rejects(openLedger(folder), { code }, text);
    }
  });

  it('when an earlier version wrote it, and says what to move away and what to run', async (t) => {
    const { folder } = await ledgerOf(await temporaryFolder(t), COMPANIES);
    const path = join(folder, 'ledger.json');
    for (const format of [1, 3]) {
      await writeFile(path, JSON.stringify({ format, tables: {} }));
      await assert.rejects(openLedger(folder), {
        code: 'earlier-version',
        message: `${path} was written by an earlier version of Bellwether (in format ${format}), which this one does not read: move it and the Parquet files next to it away, and run bellwether collect.`,
      });
    }
  });
});
