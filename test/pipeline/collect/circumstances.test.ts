/** Collections under circumstances that are rare: a full disk, a large company, a repository that moves. */
import assert from 'node:assert/strict';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  type CollectOptions,
  collect,
  type HistorySource,
} from '../../../src/pipeline/collect/collect-companies.ts';
import type { Commit } from '../../../src/pipeline/collect/commit.ts';
import { Stage } from '../../../src/pipeline/collect/staging.ts';
import { type Ledger, openLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { exampleCompany, mainRepositories } from '../../support/example-company.ts';
import { commitOn, historyOf, NO_RULES } from '../../support/histories.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const company = (slug: string, ...repositories: string[]) =>
  exampleCompany(slug, { repositories: mainRepositories(...repositories) });

/** A source of these commits by repository; others fail. */
function sourceOf(histories: Record<string, readonly Commit[]>, key = 'test'): HistorySource {
  return {
    key,
    open: async (repository) => {
      const commits = histories[repository];
      return commits
        ? { history: historyOf({ repository, commits }), status: 'collected', message: '' }
        : { status: 'failed', message: `${repository} cannot be reached; try again` };
    },
  };
}

function options(folder: string, change: Partial<CollectOptions>): CollectOptions {
  return {
    companies: [],
    source: sourceOf({}),
    rules: NO_RULES,
    erased: [],
    stage: new Stage(join(folder, 'staged')),
    ledgerFolder: join(folder, 'ledger'),
    base: undefined,
    concurrency: 4,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...change,
  };
}

const COUNTS = `SELECT company, repository, CAST(sum(commits) AS INTEGER) FROM activity
  GROUP BY ALL ORDER BY ALL`;
const countsIn = (ledger: Ledger | undefined) => rowsIn(ledger ?? assert.fail(), COUNTS);

describe('a company of a hundred repositories', () => {
  const names = Array.from({ length: 100 }, (_, index) => `large/part${index}`);
  const shared = commitOn('2025-01-01');
  const histories = Object.fromEntries(
    names.map((name) => [name, [shared, commitOn('2025-01-02')]]),
  );

  it('is read a few at a time, and counts what all of them share once', async (t) => {
    let [open, most] = [0, 0];
    const source = sourceOf(histories);
    const counting: HistorySource = {
      key: source.key,
      open: async (repository, signal) => {
        most = Math.max(most, ++open);
        await setImmediate();
        open--;
        return source.open(repository, signal);
      },
    };
    const companies = [company('large', ...names)];
    const { ledger } = await collect(
      options(await temporaryFolder(t), { companies, source: counting }),
    );
    assert.equal(most, 4);
    const counts = await countsIn(ledger);
    assert.equal(counts.length, 100);
    assert.deepEqual(counts[0], ['large', 'large/part0', 2]);
    assert.ok(counts.slice(1).every(([, , commits]) => commits === 1));
  });

  it('keeps the other ninety-nine if one cannot be read', async (t) => {
    const folder = await temporaryFolder(t);
    const { 'large/part7': _, ...readable } = histories;
    const companies = [company('large', ...names)];
    const { ledger, outcomes } = await collect(
      options(folder, { companies, source: sourceOf(readable) }),
    );
    assert.equal((await countsIn(ledger)).length, 99);
    const failed = outcomes.filter(({ status }) => status === 'failed');
    assert.deepEqual(
      failed.map(({ repository, keepsRows }) => [repository, keepsRows]),
      [['large/part7', true]],
    );
  });
});

describe('a repository that moved between companies', () => {
  const own = [commitOn('2025-01-01')];
  const moving = [commitOn('2025-01-02'), commitOn('2025-01-03')];
  const source = sourceOf({ 'one/core': own, 'one/moving': moving, 'two/core': own });
  const before = [company('one', 'one/core', 'one/moving'), company('two', 'two/core')];
  const after = [company('one', 'one/core'), company('two', 'two/core', 'one/moving')];

  it('counts for the one that tracks it now', async (t) => {
    const folder = await temporaryFolder(t);
    const { ledger: base } = await collect(options(folder, { companies: before, source }));
    const { ledger } = await collect(options(folder, { companies: after, source, base }));
    assert.deepEqual(await countsIn(ledger), [
      ['one', 'one/core', 1],
      ['two', 'one/moving', 2],
      ['two', 'two/core', 1],
    ]);
  });

  it('takes no rows with it that it has not been read for', async (t) => {
    const folder = await temporaryFolder(t);
    const { ledger: base } = await collect(options(folder, { companies: before, source }));
    const rest = sourceOf({ 'one/core': own, 'two/core': own });
    const { ledger } = await collect(options(folder, { companies: after, source: rest, base }));
    assert.deepEqual(await countsIn(ledger), [
      ['one', 'one/core', 1],
      ['two', 'two/core', 1],
    ]);
  });
});

describe('a disk that is full', () => {
  const companies = [company('one', 'one/core'), company('two', 'two/core')];
  const source = sourceOf({ 'one/core': [commitOn('2025-01-01')], 'two/core': [] });

  it('at any file that is written leaves the ledger as it was, and nothing in the way', async (t) => {
    const folder = await temporaryFolder(t);
    const old = { 'one/core': [commitOn('2024-12-01')], 'two/core': [commitOn('2024-12-02')] };
    const { ledger: base } = await collect(
      options(folder, { companies, source: sourceOf(old, 'old') }),
    );
    const whole = await temporaryFolder(t);
    const { ledger: expected } = await collect(options(whole, { companies, source, base }));
    let writes = 0;
    for (let full = 1; ; full++) {
      const { written, restore } = fillDisk(t, full);
      // Results staged by an earlier round would be taken up again, and fewer files be written.
      const stage = new Stage(join(folder, `staged${full}`));
      const collecting = collect(options(folder, { companies, source, base, stage }));
      const error: unknown = await collecting.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      restore();
      if (written() < full) break;
      writes++;
      assert.match(String(error), /ENOSPC/, `at write ${full}`);
      const standing = await openLedger(join(folder, 'ledger'));
      assert.deepEqual(standing?.manifest, base?.manifest, `at write ${full}`);
    }
    assert.ok(writes > 10, `${writes} writes`);
    const ledger = await openLedger(join(folder, 'ledger'));
    assert.deepEqual(ledger?.manifest, expected?.manifest);
  });

  /** From this write on, nothing can be written; small things of the file system count as well. */
  function fillDisk(t: TestContext, full: number) {
    // The object whose members modules import by name.
    const files = createRequire(import.meta.url)('node:fs/promises') as Record<string, unknown>;
    let count = 0;
    const originals = ['writeFile', 'mkdir', 'rename', 'open'].map((name) => [name, files[name]]);
    for (const [name, original] of originals)
      files[String(name)] = async (...args: unknown[]) => {
        const isRead = name === 'open' && !/[wa+]/.test(String(args[1] ?? 'r'));
        if (!isRead && ++count >= full)
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        // The kind of file that the module has.
        return (original as (...args: unknown[]) => unknown)(...args);
      };
    syncBuiltinESMExports();
    const restore = () => {
      for (const [name, original] of originals) files[String(name)] = original;
      syncBuiltinESMExports();
    };
    t.after(restore);
    return { written: () => count, restore };
  }
});
