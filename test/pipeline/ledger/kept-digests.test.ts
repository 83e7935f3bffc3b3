import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { parseDay, weekIndex } from '../../../src/lib/period.ts';
import { openKeptDigests } from '../../../src/pipeline/ledger/kept-digests.ts';
import { type Ledger, withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { readRowDigests } from '../../../src/pipeline/ledger/row-digests.ts';
import { commitOn, ledgerOf, NO_RULES } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const TRACKED = ['acorn', 'birch'];
const week = (day: string) => weekIndex(parseDay(day));
const LAST_WEEK = week('2025-04-30');

/** Adds the commits of those days to a ledger in parts. */
function collected(folder: string, days: Record<string, readonly string[]>, base?: Ledger) {
  const companies = Object.entries(days).map(([company, own]) => {
    const history = { repository: `${company}/core`, commits: own.map((day) => commitOn(day)) };
    return [company, [history]] as const;
  });
  return ledgerOf(folder, Object.fromEntries(companies), NO_RULES, { base, maxWholeRows: 0 });
}

/** The digests of a ledger's rows, and of which weeks of activity they had to be made. */
async function digestsOf(ledger: Ledger, path: string, tracked = TRACKED) {
  const kept = await openKeptDigests(path);
  const made: number[] = [];
  const watched = {
    find: (rows: string) => {
      const digest = kept.find(rows);
      const [table, index] = rows.split(' ');
      if (table === 'activity' && digest === undefined) made.push(Number(index));
      return digest;
    },
    keep: kept.keep.bind(kept),
  };
  const digests = await withLedger(ledger, (connection) =>
    readRowDigests(connection, tracked, watched),
  );
  await kept.save();
  const afresh = await withLedger(ledger, (connection) => readRowDigests(connection, tracked));
  assert.deepEqual(digests.upTo(LAST_WEEK), afresh.upTo(LAST_WEEK));
  return { made, activity: digests.upTo(LAST_WEEK).activity };
}

it('digests are made again of the weeks whose rows changed, and of no others', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'row-digests.json');
  const days = ['2023-01-04', '2024-02-07', '2025-04-09'];
  const first = await collected(folder, { acorn: days, birch: ['2024-02-14'] });
  const weeks = [...days, '2024-02-14'].map(week).sort((a, b) => a - b);
  const before = await digestsOf(first, path);
  assert.deepEqual(before.made, weeks);
  assert.deepEqual(await digestsOf(first, path), { ...before, made: [] });

  const second = await collected(folder, { acorn: [...days, '2025-04-30'] }, first);
  const after = await digestsOf(second, path);
  assert.deepEqual(after.made, [week('2025-04-30')]);
  assert.notEqual(after.activity, before.activity);

  // As many rows in the same weeks, one of them of another day.
  const moved = ['2023-01-05', ...days.slice(1), '2025-04-30'];
  const third = await collected(folder, { acorn: moved }, second);
  const other = await digestsOf(third, path);
  assert.deepEqual(other.made, [week('2023-01-05')]);
  assert.notEqual(other.activity, after.activity);
});

it('digests are made again of the weeks of erased people', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'row-digests.json');
  const ledger = await collected(folder, { acorn: ['2025-01-08'], birch: ['2025-01-15'] });
  const before = await digestsOf(ledger, path);
  const without = await digestsOf({ ...ledger, erased: ['aaaaaaaaaa'] }, path);
  assert.deepEqual(without.made, before.made);
  assert.notEqual(without.activity, before.activity);
});

it('digests of other companies, or in a damaged file, are not taken', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'row-digests.json');
  const ledger = await collected(folder, { acorn: ['2025-01-08'], birch: ['2025-01-09'] });
  const both = await digestsOf(ledger, path);
  const one = await digestsOf(ledger, path, ['acorn']);
  assert.deepEqual(one.made, [week('2025-01-08')]);
  assert.notEqual(one.activity, both.activity);
  for (const text of [
    '{"format":1,"digests":{"activity":',
    '{"format":1,"weeks":{}}',
    '{"format":1,"digests":7}',
  ]) {
    await writeFile(path, text);
    assert.deepEqual(await digestsOf(ledger, path), both);
  }
});
