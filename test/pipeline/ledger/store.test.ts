import assert from 'node:assert/strict';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  type Ledger,
  openLedger,
  verifyLedger,
  withLedger,
} from '../../../src/pipeline/ledger/ledger.ts';
import { rowsIn as countRows, filesOf } from '../../../src/pipeline/ledger/ledger-manifest.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
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
  it('gives back the rows that were written, in just the files that its manifest lists', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), COMPANIES);
    const query = `SELECT company, repository, CAST(day AS VARCHAR), person, kind, commits
      FROM activity ORDER BY company, day`;
    assert.deepEqual(await rowsIn(ledger, query), [
      ['one', 'example/one', '2025-01-01', 'aaaaaaaaaa', 'person', 1],
      ['one', 'example/one', '2025-01-02', 'aaaaaaaaaa', 'person', 1],
      ['two', 'example/two', '2025-02-01', 'aaaaaaaaaa', 'person', 1],
    ]);
    assert.equal(countRows(ledger.manifest, 'releases'), 1);
    const listed = filesOf(ledger.manifest).map(({ file }) => file);
    assert.deepEqual((await readdir(ledger.folder)).sort(), [...listed, 'ledger.json'].sort());
    const again = await ledgerOf(await temporaryFolder(t), COMPANIES);
    assert.deepEqual(again.manifest, ledger.manifest);
  });

  it('is absent, not broken, where there is none', async (t) => {
    assert.equal(await openLedger(await temporaryFolder(t)), undefined);
  });
});

describe('a damaged ledger is refused by name', () => {
  type Damage = (ledger: Ledger, path: string, bytes: number) => Promise<unknown>;
  const damages: Record<string, [Damage, RegExp]> = {
    truncated: [(_, path, bytes) => truncate(path, bytes - 10), /has \d+ bytes where \d+ were/],
    missing: [(_, path) => rm(path), /activity-[0-9a-f]+\.parquet is missing/],
    'changed in one byte': [
      async (_, path) => {
        const body = await readFile(path);
        const middle = Math.floor(body.length / 2);
        body.writeUInt8((body.readUInt8(middle) + 1) % 256, middle);
        await writeFile(path, body);
      },
      /checksum differs/,
    ],
    'no Parquet': [
      (_, path, bytes) => writeFile(path, 'x'.repeat(bytes)),
      /cannot be read as Parquet/,
    ],
  };
  for (const [what, [damage, message]] of Object.entries(damages))
    it(`when a file is ${what}`, async (t) => {
      const ledger = await ledgerOf(await temporaryFolder(t), COMPANIES);
      const { file, bytes } = wholeFile(ledger, 'activity');
      await damage(ledger, join(ledger.folder, file), bytes);
      const read = async () => {
        const opened = await openLedger(ledger.folder);
        assert.ok(opened);
        await (what.startsWith('changed')
          ? verifyLedger(opened)
          : withLedger(opened, async () => undefined));
      };
      await assert.rejects(read, { code: 'ledger-damaged', message });
    });

  it('when its manifest is not one', async (t) => {
    const { folder, manifest } = await ledgerOf(await temporaryFolder(t), COMPANIES);
    const path = join(folder, 'ledger.json');
    const without = Object.keys(manifest.tables).map((table) => {
      const tables = { ...manifest.tables, [table]: undefined };
      return [JSON.stringify({ ...manifest, tables }), 'ledger-damaged'] as const;
    });
    const text = JSON.stringify(manifest);
    for (const [faulty, code] of [
      ...without,
      ['', 'ledger-damaged'],
      ['{', 'ledger-damaged'],
      ['[]', 'ledger-damaged'],
      ['{"format":0}', 'ledger-damaged'],
      [text.replace('"activity-', '"../activity-'), 'ledger-damaged'],
      [JSON.stringify({ ...manifest, format: manifest.format + 1 }), 'later-version'],
    ] as const) {
      await writeFile(path, faulty);
      await assert.rejects(openLedger(folder), { code }, faulty);
    }
    await writeFile(path, text);
    assert.ok(await openLedger(folder));
  });
});
