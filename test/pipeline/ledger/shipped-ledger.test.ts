/** The ledger under `data/` is what its note says it is. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { openLedger, verifyLedger, withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { shippedRegistry } from '../../../tools/shipped-registry.ts';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const SHIPPED = join(PROJECT_ROOT, 'data', 'ledger');
/** Where the recorded histories lie from which the ledger was made. */
const RECORDED = process.env['RECORDED_HISTORIES'];

async function shipped() {
  const ledger = await openLedger(SHIPPED);
  assert.ok(ledger);
  return ledger;
}

describe('the shipped ledger', () => {
  it('is whole, and smaller than 8 MB', async () => {
    const ledger = await shipped();
    await verifyLedger(ledger);
    const bytes = Object.values(ledger.manifest.tables).reduce(
      (sum, table) => sum + (table?.bytes ?? 0),
      0,
    );
    assert.ok(bytes < 8_000_000, `${bytes} bytes`);
  });

  it('holds only repositories that the registry tracks, of 393 companies', async () => {
    const { companies } = await shippedRegistry();
    const rows = await withLedger(await shipped(), (connection) =>
      connection.runAndReadAll('SELECT company, repository FROM repositories'),
    );
    const tracked = new Set(
      companies.flatMap(({ slug, repositories }) =>
        repositories.map(({ name }) => `${slug} ${name}`),
      ),
    );
    const held = rows.getRowsJS().map(([company, repository]) => `${company} ${repository}`);
    assert.deepEqual(
      held.filter((one) => !tracked.has(one)),
      [],
    );
    assert.equal(new Set(rows.getRowsJS().map(([company]) => company)).size, 393);
  });

  it('accounts for every commit: counted, or left out for one reason', async () => {
    const rows = await withLedger(await shipped(), (connection) =>
      connection.runAndReadAll(
        `SELECT CAST(sum(commits) AS INTEGER), CAST(sum(counted) AS INTEGER),
           CAST(sum(merges + duplicates + automated + misdated) AS INTEGER),
           (SELECT CAST(sum(commits) AS INTEGER) FROM activity) FROM repositories`,
      ),
    );
    const [commits, counted, leftOut, active] = (rows.getRowsJS()[0] ?? []).map(Number);
    assert.equal(commits, 1_370_003);
    assert.equal((counted ?? 0) + (leftOut ?? 0), commits);
    assert.equal(active, counted);
  });

  it('counts what was left out by day as the repositories do in all', async () => {
    const rows = await withLedger(await shipped(), (connection) =>
      connection.runAndReadAll(
        `SELECT repositories.repository FROM repositories LEFT JOIN (
           SELECT company, repository,
             sum(CASE WHEN reason = 'merge' THEN commits ELSE 0 END) AS merged,
             sum(CASE WHEN reason = 'duplicate' THEN commits ELSE 0 END) AS twice,
             sum(CASE WHEN reason = 'automation' THEN commits ELSE 0 END) AS automatic,
             sum(CASE WHEN reason = 'misdated' THEN commits ELSE 0 END) AS wrong
           FROM excluded GROUP BY company, repository) AS sums
         ON sums.company = repositories.company AND sums.repository = repositories.repository
         WHERE coalesce(merged, 0) <> merges OR coalesce(twice, 0) <> duplicates
           OR coalesce(automatic, 0) <> automated OR coalesce(wrong, 0) <> misdated`,
      ),
    );
    assert.deepEqual(rows.getRowsJS(), []);
  });

  it('never has more landed in bulk or late than was counted', async () => {
    const rows = await withLedger(await shipped(), (connection) =>
      connection.runAndReadAll(
        `SELECT count(*) FROM activity
         WHERE bulk NOT BETWEEN 0 AND commits OR late7d NOT BETWEEN late30d AND commits`,
      ),
    );
    assert.deepEqual(rows.getRowsJS(), [[0n]]);
  });

  it('names dependencies that are packages, each with its commit', async () => {
    const rows = await withLedger(await shipped(), (connection) =>
      connection.runAndReadAll('SELECT DISTINCT dependency FROM dependencies'),
    );
    const names = new Set(rows.getRowsJS().map(([name]) => String(name)));
    for (const name of ['npm:react', 'pypi:pydantic', 'cargo:tokio', 'gem:rails'])
      assert.ok(names.has(name), name);
    for (const name of ['pypi:build-backend', 'pypi:asyncio-mode', 'npm:build', 'cargo:repository'])
      assert.ok(!names.has(name), name);
    assert.ok(![...names].some((name) => name.startsWith('go:')));
    const faulty = await withLedger(await shipped(), (connection) =>
      connection.runAndReadAll(
        `SELECT count(*) FROM dependencies WHERE NOT regexp_full_match("commit", '[0-9a-f]{12}')`,
      ),
    );
    assert.deepEqual(faulty.getRowsJS(), [[0n]]);
  });

  it('tells of the 43 recordings that were cut which releases they hold', async () => {
    const rows = await withLedger(await shipped(), (connection) =>
      connection.runAndReadAll(
        `SELECT CAST(count(releasesFrom) AS INTEGER),
           CAST(sum(CASE WHEN releasesFrom > coveredThrough THEN 1 ELSE 0 END) AS INTEGER)
         FROM repositories`,
      ),
    );
    assert.deepEqual(rows.getRowsJS(), [[43, 34]]);
  });

  it('holds people as hashes and nothing else', async () => {
    const rows = await withLedger(await shipped(), (connection) =>
      connection.runAndReadAll('SELECT DISTINCT person FROM activity WHERE person IS NOT NULL'),
    );
    for (const [person] of rows.getRowsJS()) assert.match(String(person), /^[0-9a-f]{10}$/);
  });

  it('is remade bit for bit from the recorded histories', {
    skip:
      RECORDED === undefined &&
      process.env['CI'] === undefined &&
      'RECORDED_HISTORIES names no folder of recorded histories',
  }, async (t) => {
    assert.ok(RECORDED !== undefined, 'RECORDED_HISTORIES must name the recorded histories');
    const folder = await temporaryFolder(t);
    const made = join(folder, 'ledger');
    const { status, stderr } = await cli(
      ['collect', '--recorded', RECORDED, '--fresh', '--ledger', made],
      { DATA_DIR: folder },
      PROJECT_ROOT,
    );
    assert.equal(status, 0, stderr);
    const [ours, theirs] = await Promise.all(
      [made, SHIPPED].map((place) => readFile(join(place, 'ledger.json'), 'utf8')),
    );
    assert.equal(ours, theirs);
  });
});
