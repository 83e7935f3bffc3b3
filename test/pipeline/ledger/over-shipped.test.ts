/** An own ledger holds what was collected; everything else comes from the shipped one, always. */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  type Ledger,
  ledgerFingerprint,
  openLedger,
  openOwnOverShipped,
  verifyLedger,
} from '../../../src/pipeline/ledger/ledger.ts';
import { commitOn, type HistoryFixture, ledgerOf, NO_RULES } from '../../support/histories.ts';
import { commitsBy } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';

function commits(repository: string, count: number): HistoryFixture[] {
  return [{ repository, commits: Array.from({ length: count }, () => commitOn('2025-01-01')) }];
}

async function counted(ledger: Ledger | undefined): Promise<unknown> {
  assert.ok(ledger);
  await verifyLedger(ledger);
  return commitsBy('company', ledger);
}

describe('an own ledger', () => {
  async function folders(t: TestContext) {
    const [mine, shipped] = [await temporaryFolder(t), await temporaryFolder(t)];
    return {
      ...{ shipped, own: join(mine, 'ledger') },
      collectInto: (companies: Record<string, HistoryFixture[]>, base?: Ledger) =>
        ledgerOf(mine, companies, NO_RULES, { base, over: 'shipped' }),
      open: () => openOwnOverShipped(join(mine, 'ledger'), join(shipped, 'ledger')),
    };
  }

  it('holds what was collected alone, and the shipped rows of all others count', async (t) => {
    const { own, shipped, collectInto, open } = await folders(t);
    assert.equal(await open(), undefined);
    await ledgerOf(shipped, { acorn: commits('acorn/core', 1), birch: commits('birch/core', 2) });
    assert.deepEqual(await counted(await open()), { acorn: 1, birch: 2 });

    await collectInto({ birch: commits('birch/core', 5), cedar: commits('cedar/core', 7) });
    assert.deepEqual(await counted(await openLedger(own)), { birch: 5, cedar: 7 });
    const before = await open();
    assert.deepEqual(await counted(before), { acorn: 1, birch: 5, cedar: 7 });

    // A newer version of the project ships other rows.
    const newer = { acorn: commits('acorn/core', 10), birch: commits('birch/core', 20) };
    await ledgerOf(shipped, { ...newer, dogwood: commits('dogwood/core', 30) });
    const after = await open();
    assert.deepEqual(await counted(after), { acorn: 10, birch: 5, cedar: 7, dogwood: 30 });
    assert.ok(before && after);
    assert.notEqual(ledgerFingerprint(after), ledgerFingerprint(before));

    await collectInto({ cedar: commits('cedar/core', 8) }, await openLedger(own));
    assert.deepEqual(await counted(await openLedger(own)), { birch: 5, cedar: 8 });
    // One that has none of a kind hides the shipped rows as well.
    await collectInto({ acorn: commits('acorn/core', 0) });
    assert.deepEqual(await counted(await open()), { birch: 20, dogwood: 30 });
  });

  it('that stands alone hides the shipped one', async (t) => {
    const { own, shipped, open } = await folders(t);
    await ledgerOf(dirname(own), { acorn: commits('acorn/core', 1) });
    await ledgerOf(shipped, { birch: commits('birch/core', 2) });
    assert.deepEqual(await counted(await open()), { acorn: 1 });
  });
});
