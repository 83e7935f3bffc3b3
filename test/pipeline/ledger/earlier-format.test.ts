/** A ledger that an earlier version wrote is read as it is, and loses nothing when it is written anew. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  type Ledger,
  openLedger,
  verifyLedger,
  withLedger,
} from '../../../src/pipeline/ledger/ledger.ts';
import { columnsOf, TABLES } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { mergeLedger } from '../../../src/pipeline/ledger/merge-rows.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { unpacked } from '../../support/recorded.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** The release whose ledger is in format 1. */
const FORMAT_1 = '0.1.0-8667929.tar.gz';

async function ask(ledger: Ledger, sql: string) {
  return withLedger(ledger, async (connection) =>
    (await connection.runAndReadAll(sql)).getRowsJS(),
  );
}

async function earlier() {
  const ledger = await openLedger(join(await unpacked(FORMAT_1), 'ledger'));
  assert.equal(ledger?.manifest.format, 1);
  assert.ok(ledger);
  return ledger;
}

describe('a ledger in format 1', () => {
  it('has all columns of today; what it does not say is null', async () => {
    const ledger = await earlier();
    await verifyLedger(ledger);
    for (const table of TABLES) {
      const described = await ask(ledger, `SELECT column_name FROM (DESCRIBE ${table})`);
      assert.deepEqual(
        described.map(([name]) => name),
        columnsOf(table).map(({ name }) => name),
      );
    }
    const known = `SELECT count(*) > 0, count(bulk) + count(late7d) + count(late30d) FROM activity`;
    assert.deepEqual(await ask(ledger, known), [[true, 0n]]);
    assert.deepEqual(await ask(ledger, 'SELECT count(*) FROM excluded'), [[0n]]);
    assert.deepEqual(await ask(ledger, 'SELECT count(kind) FROM releases'), [[0n]]);
    assert.deepEqual(await ask(ledger, 'SELECT count("commit") FROM dependencies'), [[0n]]);
    const unknown = 'SELECT DISTINCT dependencyBasis, releasesFrom FROM repositories';
    assert.deepEqual(await ask(ledger, unknown), [[null, null]]);
  });

  it('keeps its rows when it is written in the format of today', async (t) => {
    const ledger = await earlier();
    const folder = await temporaryFolder(t);
    const written = await mergeLedger(join(folder, 'new'), ledger, [], folder, undefined);
    assert.equal(written.manifest.format, 2);
    for (const table of TABLES) {
      const rows = `SELECT * FROM ${table} ORDER BY ALL`;
      assert.deepEqual(await ask(written, rows), await ask(ledger, rows), table);
    }
  });

  it('counts over or beneath one of today', async (t) => {
    const old = await earlier();
    const today = await ledgerOf(await temporaryFolder(t), {
      example: [{ commits: [commitOn('2025-01-01')] }],
    });
    for (const both of [
      { ...old, beneath: today },
      { ...today, beneath: old },
    ]) {
      const companies = await ask(both, 'SELECT DISTINCT company FROM repositories ORDER BY 1');
      assert.ok(companies.length > 1);
      assert.ok(companies.some(([company]) => company === 'example'));
      for (const table of TABLES) await ask(both, `SELECT * FROM ${table}`);
    }
  });
});
