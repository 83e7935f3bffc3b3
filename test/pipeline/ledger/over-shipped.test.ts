/** An own ledger holds what was collected; everything else comes from the shipped one, always. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ledgerRows } from '../../../src/pipeline/collect/commit-rows.ts';
import { Stage } from '../../../src/pipeline/collect/staging.ts';
import {
  type Ledger,
  ledgerFingerprint,
  openLedger,
  openOwnOverShipped,
  verifyLedger,
  withLedger,
} from '../../../src/pipeline/ledger/ledger.ts';
import {
  commitOn,
  type HistoryFixture,
  historyOf,
  ledgerOf,
  linesOf,
  NO_RULES,
} from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

function commits(repository: string, count: number): HistoryFixture {
  const all = Array.from({ length: count }, () => commitOn('2025-01-01'));
  return { repository, commits: all };
}

/** What a collection of these companies leaves. */
async function collectInto(
  folder: string,
  companies: Record<string, HistoryFixture[]>,
  base?: Ledger,
): Promise<void> {
  const stage = new Stage(join(folder, '..', 'staged'));
  for (const [company, histories] of Object.entries(companies))
    await stage.add(
      company,
      'test',
      linesOf(company, await ledgerRows(company, histories.map(historyOf), NO_RULES)),
    );
  await stage.commit(folder, base, { over: 'shipped' });
}

async function counted(ledger: Ledger | undefined): Promise<unknown> {
  assert.ok(ledger);
  await verifyLedger(ledger);
  const rows = await withLedger(ledger, (connection) =>
    connection.runAndReadAll(
      `SELECT company, CAST(sum(commits) AS INTEGER) FROM activity GROUP BY company ORDER BY company`,
    ),
  );
  return Object.fromEntries(rows.getRowsJS().map(([company, sum]) => [String(company), sum]));
}

describe('an own ledger', () => {
  it('holds what was collected alone, and the shipped rows of all others count', async (t) => {
    const folder = await temporaryFolder(t);
    const own = join(folder, 'own');
    const shipped = join(folder, 'ledger');
    await ledgerOf(folder, {
      acorn: [commits('acorn/core', 1)],
      birch: [commits('birch/core', 2)],
    });
    assert.deepEqual(await counted(await openOwnOverShipped(own, shipped)), { acorn: 1, birch: 2 });

    await collectInto(own, {
      birch: [commits('birch/core', 5)],
      cedar: [commits('cedar/core', 7)],
    });
    assert.deepEqual(await counted(await openLedger(own)), { birch: 5, cedar: 7 });
    const before = await openOwnOverShipped(own, shipped);
    assert.deepEqual(await counted(before), { acorn: 1, birch: 5, cedar: 7 });

    // A newer version of the project ships other rows.
    const newer = { acorn: [commits('acorn/core', 10)], birch: [commits('birch/core', 20)] };
    await ledgerOf(folder, { ...newer, dogwood: [commits('dogwood/core', 30)] });
    const after = await openOwnOverShipped(own, shipped);
    assert.deepEqual(await counted(after), { acorn: 10, birch: 5, cedar: 7, dogwood: 30 });
    assert.ok(before && after);
    assert.notEqual(ledgerFingerprint(after), ledgerFingerprint(before));

    await collectInto(own, { cedar: [commits('cedar/core', 8)] }, await openLedger(own));
    assert.deepEqual(await counted(await openLedger(own)), { birch: 5, cedar: 8 });
  });

  it('hides a company’s shipped rows even where it was found to have none of a kind', async (t) => {
    const folder = await temporaryFolder(t);
    await ledgerOf(folder, { acorn: [commits('acorn/core', 3)] });
    const own = join(folder, 'own');
    await collectInto(own, { acorn: [commits('acorn/core', 0)] });
    assert.deepEqual(await counted(await openOwnOverShipped(own, join(folder, 'ledger'))), {});
  });

  it('that stands alone hides the shipped one, and is needed without one', async (t) => {
    const folder = await temporaryFolder(t);
    const [alone, shipped] = [join(folder, 'alone'), join(folder, 'shipped')];
    await mkdir(alone);
    await mkdir(shipped);
    await ledgerOf(alone, { acorn: [commits('acorn/core', 1)] });
    await ledgerOf(shipped, { birch: [commits('birch/core', 2)] });
    const both = await openOwnOverShipped(join(alone, 'ledger'), join(shipped, 'ledger'));
    assert.deepEqual(await counted(both), { acorn: 1 });
    assert.equal(await openOwnOverShipped(join(folder, 'none'), join(folder, 'none')), undefined);
  });
});
