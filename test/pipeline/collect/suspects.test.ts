/** Accounts that are worth a look. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { suspectsAmong } from '../../../src/pipeline/collect/suspects.ts';
import { noFiles } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { accountRules } from '../../../src/pipeline/signals/accounts.ts';
import { commitOn, historyOf } from '../../support/histories.ts';

const RULES = accountRules({
  automations: { names: ['Release Train'], addresses: [] },
  agents: [{ name: 'Known', accounts: ['known[bot]'], addresses: [], trailers: [] }],
});
const times = (count: number, botName: string, src: number, lock = 0) =>
  Array.from({ length: count }, () =>
    commitOn('2025-01-01', { botName, files: { ...noFiles(), src, lock } }),
  );
const found = async (...commits: ReturnType<typeof times>[]) =>
  suspectsAmong([historyOf({ commits: commits.flat() })], RULES);

describe('suspicious authors', () => {
  it('are those named like a machine that count as people, by their share of commits', async () => {
    assert.deepEqual(await found(times(6, '', 1), times(4, 'Somebody’s AI Agent', 3, 1)), [
      {
        name: 'Somebody’s AI Agent',
        countsAs: 'person',
        commits: 4,
        share: 0.4,
        codeShare: 0.75,
      },
    ]);
  });

  it('are applications that count as automations although they write code', async () => {
    const suspects = await found(times(5, 'writer[bot]', 1), times(5, 'updater[bot]', 0, 1));
    assert.deepEqual(
      suspects.map(({ name, countsAs, share }) => [name, countsAs, share]),
      [['writer[bot]', 'automation', 0.5]],
    );
  });

  it('are none that are listed, seen once or twice, or known people', async () => {
    const listed = [times(9, 'Release Train', 1), times(9, 'known[bot]', 1)];
    assert.deepEqual(await found(...listed, times(2, 'rare[bot]', 1), times(9, '', 1)), []);
    assert.deepEqual(await found(), []);
  });

  it('do not owe their share to merges', async () => {
    const merges = times(90, '', 1).map((commit) => ({ ...commit, parents: 2 }));
    const [suspect] = await found(times(3, 'writer[bot]', 1), merges);
    assert.equal(suspect?.share, 1);
  });
});
