import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parseDay, weekIndex } from '../../../src/lib/period.ts';
import { withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { type LedgerDigests, readRowDigests } from '../../../src/pipeline/ledger/row-digests.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const week = (day: string) => weekIndex(parseDay(day));
const WEEKS = Array.from({ length: 20 }, (_, index) => week('2025-01-01') + index);

/** Days of one company's commits, and how far its copy reaches. */
type Copy = { days: readonly string[]; coveredThrough: string; began?: string | null };

async function digestsOf(t: TestContext, copies: Record<string, Copy>): Promise<LedgerDigests> {
  const histories = Object.entries(copies).map(([company, { days, coveredThrough, began }]) => {
    const commits = days.map((day) => commitOn(day));
    const firstCommitAt = began === null ? null : parseDay(began ?? '2020-01-01') * 86_400;
    const repository = `${company}/core`;
    return [company, [{ repository, commits, coveredThrough, firstCommitAt }]] as const;
  });
  const ledger = await ledgerOf(
    join(await temporaryFolder(t), 'ledger'),
    Object.fromEntries(histories),
  );
  return withLedger(ledger, (connection) => readRowDigests(connection, Object.keys(copies)));
}

/** The weeks at whose end two ledgers do not say the same. */
function differing(one: LedgerDigests, other: LedgerDigests, of: 'upTo' | 'identityUpTo') {
  return WEEKS.filter(
    (index) => JSON.stringify(one[of](index)) !== JSON.stringify(other[of](index)),
  );
}

describe('the identity of what a period is computed from', () => {
  const birch = { days: ['2025-02-05'], coveredThrough: '2025-03-31' };
  const acorn = { days: ['2025-01-08', '2025-02-12'], coveredThrough: '2025-03-16' };
  const ledgers: Record<string, Copy> = {
    'another commit': { ...acorn, days: [...acorn.days, '2025-03-05'] },
    'a longer reach': { ...acorn, coveredThrough: '2025-04-06' },
    'a later beginning': { ...acorn, began: '2025-02-03' },
  };
  for (const [what, changed] of Object.entries(ledgers))
    it(`changes in every week in which ${what} changes its digests`, async (t) => {
      const before = await digestsOf(t, { acorn, birch });
      const after = await digestsOf(t, { acorn: changed, birch });
      const digests = differing(before, after, 'upTo');
      const identities = differing(before, after, 'identityUpTo');
      assert.ok(digests.length > 0 && digests.every((index) => identities.includes(index)));
      // When a repository began is known in all weeks, and counts from then on.
      if (!changed.began) assert.deepEqual(identities, digests);
    });

  it('tells how long an empty repository is held, which no digest says', async (t) => {
    const empty = { days: [], coveredThrough: '2025-03-16', began: null };
    const before = await digestsOf(t, { acorn: empty, birch });
    const after = await digestsOf(t, { acorn: { ...empty, coveredThrough: '2025-03-30' }, birch });
    assert.deepEqual(differing(before, after, 'upTo'), []);
    assert.deepEqual(
      differing(before, after, 'identityUpTo'),
      WEEKS.filter((index) => index > week('2025-03-16')),
    );
  });

  it('is the same for the same rows', async (t) => {
    const before = await digestsOf(t, { acorn, birch });
    const after = await digestsOf(t, { acorn, birch });
    assert.deepEqual(differing(before, after, 'identityUpTo'), []);
  });
});
