import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  type CollectOptions,
  type CollectProgress,
  collect,
  type HistorySource,
} from '../../../src/pipeline/collect/collect-companies.ts';
import type { Commit, History } from '../../../src/pipeline/collect/commit.ts';
import { ledgerRows } from '../../../src/pipeline/collect/commit-rows.ts';
import { Stage } from '../../../src/pipeline/collect/staging.ts';
import {
  type Ledger,
  openLedger,
  openOwnOverShipped,
} from '../../../src/pipeline/ledger/ledger.ts';
import { exampleCompany, mainRepositories } from '../../support/example-company.ts';
import {
  commitOn,
  type HistoryFixture,
  historyOf,
  linesOf,
  NO_RULES,
} from '../../support/histories.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const company = (slug: string, ...repositories: string[]) =>
  exampleCompany(slug, { repositories: mainRepositories(...repositories) });

const COMPANIES = [company('one', 'example/one'), company('two', 'example/two', 'example/three')];

/** A source that has these histories; a string instead of one is a failure's message. */
function sourceOf(
  histories: Record<string, HistoryFixture | string | (() => History)>,
  key = 'test',
): HistorySource {
  return {
    key,
    open: async (repository) => {
      const given = histories[repository] ?? 'not here';
      if (typeof given === 'string') return { status: 'failed', message: given };
      const history = typeof given === 'function' ? given() : historyOf({ repository, ...given });
      return { history, status: 'collected', message: '' };
    },
  };
}

const WHOLE = {
  'example/one': { commits: [commitOn('2025-01-01')] },
  'example/two': { commits: [commitOn('2025-01-02')] },
  'example/three': { commits: [commitOn('2025-01-03')] },
};
const ONE_EACH = { 'example/one': 1, 'example/two': 1, 'example/three': 1 };

function options(folder: string, change: Partial<CollectOptions> = {}): CollectOptions {
  return {
    companies: COMPANIES,
    source: sourceOf(WHOLE),
    rules: NO_RULES,
    erased: [],
    stage: new Stage(join(folder, 'staged')),
    ledgerFolder: join(folder, 'ledger'),
    base: undefined,
    concurrency: 2,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...change,
  };
}

async function commitsByRepository(ledger: Ledger | undefined): Promise<unknown> {
  assert.ok(ledger);
  const rows = await rowsIn(
    ledger,
    'SELECT repository, CAST(sum(commits) AS INTEGER) FROM activity GROUP BY repository',
  );
  return Object.fromEntries(rows.map(([name, commits]) => [String(name), commits]));
}

async function repositoriesIn(ledger: Ledger | undefined): Promise<unknown> {
  assert.ok(ledger);
  const rows = await rowsIn(ledger, 'SELECT repository FROM repositories ORDER BY repository');
  return rows.flat();
}

describe('a collection', () => {
  it('writes no ledger when nothing could be read, and keeps the one that is there', async (t) => {
    const folder = await temporaryFolder(t);
    const nothing = options(folder, { source: sourceOf({}) });
    const { ledger, kept } = await collect(nothing);
    assert.equal(ledger, undefined);
    assert.deepEqual(kept.sort(), ['one', 'two']);
    await assert.rejects(access(join(folder, 'ledger')), { code: 'ENOENT' });
    const { ledger: base } = await collect(options(folder));
    assert.equal((await collect({ ...nothing, base })).ledger, undefined);
    assert.deepEqual((await openLedger(join(folder, 'ledger')))?.manifest, base?.manifest);
  });

  it('brings every repository’s commits into the ledger', async (t) => {
    const { ledger, commits } = await collect(options(await temporaryFolder(t)));
    assert.equal(commits, 3);
    assert.deepEqual(await commitsByRepository(ledger), ONE_EACH);
  });

  it('leaves out the packages that a company’s file lists as its own', async (t) => {
    const commits = [commitOn('2025-01-01', { dependenciesAdded: ['npm:@nrwl/core', 'npm:zod'] })];
    const { ledger } = await collect(
      options(await temporaryFolder(t), {
        companies: [exampleCompany('one', { ownPackages: ['nrwl'] }), company('two', 'two/core')],
        source: sourceOf({ 'one/core': { commits }, 'two/core': { commits } }),
      }),
    );
    assert.ok(ledger);
    const query = 'SELECT company, dependency FROM dependencies ORDER BY company, dependency';
    assert.deepEqual(await rowsIn(ledger, query), [
      ['one', 'npm:zod'],
      ['two', 'npm:@nrwl/core'],
      ['two', 'npm:zod'],
    ]);
  });

  it('tells how far it has come', async (t) => {
    const told: CollectProgress[] = [];
    await collect(options(await temporaryFolder(t), { onProgress: (now) => told.push(now) }));
    assert.deepEqual(told.at(-1), {
      companies: { done: 2, total: 2 },
      repositories: { done: 3, total: 3 },
      commits: 3,
      failures: 0,
      current: 'writing the ledger',
    });
  });

  it('replaces the rows of its companies and keeps those of all others', async (t) => {
    const folder = await temporaryFolder(t);
    const { ledger: base } = await collect(options(folder));
    const { ledger } = await collect(
      options(folder, {
        base,
        companies: COMPANIES.slice(0, 1),
        source: sourceOf({
          'example/one': { commits: [commitOn('2025-02-01'), commitOn('2025-02-02')] },
        }),
      }),
    );
    assert.deepEqual(await commitsByRepository(ledger), { ...ONE_EACH, 'example/one': 2 });
  });

  it('lets the earliest-listed repository keep a commit that stands in two', async (t) => {
    const shared = commitOn('2025-01-05');
    const { ledger } = await collect(
      options(await temporaryFolder(t), {
        source: sourceOf({
          ...WHOLE,
          'example/two': { commits: [shared] },
          'example/three': { commits: [shared, commitOn('2025-01-06')] },
        }),
      }),
    );
    assert.deepEqual(await commitsByRepository(ledger), ONE_EACH);
  });
});

describe('a company’s first repository', () => {
  it('is read to its end while the second is still being copied', async (t) => {
    const { source, isRead } = twoOfWhich(async () => ({ commits: [commitOn('2025-01-03')] }));
    const { ledger, commits } = await collect(options(await temporaryFolder(t), { source }));
    assert.deepEqual(await commitsByRepository(ledger), ONE_EACH);
    assert.equal(commits, 3);
    await isRead;
  });

  it('counts, even if the second fails after that', async (t) => {
    const { source } = twoOfWhich(async () => 'the network is down');
    const { ledger, outcomes, commits, kept } = await collect(
      options(await temporaryFolder(t), { source, companies: COMPANIES.slice(1) }),
    );
    assert.deepEqual([commits, kept], [1, []]);
    assert.deepEqual(await commitsByRepository(ledger), { 'example/two': 1 });
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['collected', 'failed'],
    );
  });

  /** The second repository is there once the first one has been read. */
  function twoOfWhich(second: () => Promise<HistoryFixture | string>) {
    const { promise: isRead, resolve } = Promise.withResolvers<void>();
    const first = (): History => {
      const history = historyOf({ repository: 'example/two', ...WHOLE['example/two'] });
      async function* commits() {
        yield* history.commits;
        resolve();
      }
      return { ...history, commits: commits() };
    };
    const others = sourceOf({ ...WHOLE, 'example/two': first });
    const source: HistorySource = {
      key: 'test',
      open: async (repository, signal) => {
        if (repository !== 'example/three') return others.open(repository, signal);
        await isRead;
        return sourceOf({ [repository]: await second() }).open(repository, signal);
      },
    };
    return { source, isRead };
  }
});

describe('a repository in trouble', () => {
  it('does not stop the others, of its company included, and keeps its own rows', async (t) => {
    const folder = await temporaryFolder(t);
    const { ledger: base } = await collect(options(folder));
    const source = sourceOf({
      'example/one': { commits: [commitOn('2025-02-01'), commitOn('2025-02-02')] },
      'example/two': { commits: [commitOn('2025-02-03'), commitOn('2025-02-04')] },
      'example/three': 'the network is down',
    });
    const result = await collect(options(folder, { base, source }));
    assert.deepEqual(result.kept, []);
    const failed = result.outcomes.filter(({ status }) => status === 'failed');
    const message = 'the network is down';
    assert.deepEqual(failed, [
      { company: 'two', repository: 'example/three', status: 'failed', message, keepsRows: true },
    ]);
    assert.deepEqual(await commitsByRepository(result.ledger), {
      'example/one': 2,
      'example/two': 2,
      'example/three': 1,
    });
    assert.deepEqual(await repositoriesIn(result.ledger), Object.keys(ONE_EACH).sort());
  });

  for (const [failed, read] of [
    ['example/two', 'example/three'],
    ['example/three', 'example/two'],
  ] as const)
    it(`leaves the shipped rows of ${failed} out, whose people have other hashes`, async (t) => {
      const folder = await temporaryFolder(t);
      await collect(options(join(folder, 'shipped')));
      const source = sourceOf({
        ...WHOLE,
        [failed]: 'the network is down',
        [read]: { commits: [commitOn('2025-02-03', { emailHash: 'bbbbbbbbbb' })] },
      });
      const companies = COMPANIES.slice(1);
      const write = { over: 'shipped' as const };
      const result = await collect(options(folder, { source, companies, write }));
      assert.deepEqual(result.kept, []);
      const own = join(folder, 'ledger');
      const ledger = await openOwnOverShipped(own, join(folder, 'shipped', 'ledger'));
      assert.deepEqual(await commitsByRepository(ledger), { 'example/one': 1, [read]: 1 });
      const people = `SELECT DISTINCT person FROM activity WHERE company = 'two'`;
      assert.deepEqual(await rowsIn(ledger ?? assert.fail(), people), [['bbbbbbbbbb']]);

      // From then on, it keeps what was collected here.
      const next = { companies, write };
      const { ledger: base } = await collect(
        options(folder, { ...next, base: await openLedger(own) }),
      );
      const { ledger: last } = await collect(options(folder, { ...next, base, source }));
      assert.deepEqual(await commitsByRepository(last), { [read]: 1, [failed]: 1 });
    });

  describe('that shares commits with another one of its company', () => {
    const [shared, own, late] = ['2025-02-01', '2025-02-02', '2025-02-03'].map((day) =>
      commitOn(day),
    ) as [Commit, Commit, Commit];
    const TWO = { 'example/two': { commits: [shared] } };
    const BOTH = { ...TWO, 'example/three': { commits: [shared, own] } };
    const collectAfter = async (folder: string, before: typeof TWO, fails: string) => {
      const histories = { ...before, 'example/one': WHOLE['example/one'] };
      const { ledger: base } = await collect(options(folder, { source: sourceOf(histories) }));
      const read = { commits: [shared, own, late] };
      const source = sourceOf({ 'example/two': read, 'example/three': read, [fails]: 'gone' });
      const { ledger } = await collect(options(folder, { base, source }));
      return commitsByRepository(ledger);
    };

    it('has them counted once if the first one cannot be read', async (t) => {
      const counts = await collectAfter(await temporaryFolder(t), BOTH, 'example/two');
      assert.deepEqual(counts, ONE_EACH);
    });

    it('has them counted once if the second one cannot be read', async (t) => {
      const counts = await collectAfter(await temporaryFolder(t), BOTH, 'example/three');
      assert.deepEqual(counts, { ...ONE_EACH, 'example/two': 3 });
    });

    it('has them counted once if a fork is new', async (t) => {
      const counts = await collectAfter(await temporaryFolder(t), TWO, 'example/two');
      assert.deepEqual(counts, { 'example/one': 1, 'example/two': 1 });
    });
  });

  it('keeps nothing once it is not tracked any more', async (t) => {
    const folder = await temporaryFolder(t);
    const { ledger: base } = await collect(options(folder));
    const companies = [company('two', 'example/two')];
    const { ledger } = await collect(options(folder, { base, companies }));
    assert.deepEqual(await repositoriesIn(ledger), ['example/one', 'example/two']);
  });

  it('leaves no trace of what was read before it broke', async (t) => {
    const folder = await temporaryFolder(t);
    const { ledger: base } = await collect(options(folder));
    const shared = commitOn('2025-02-05');
    const broken = () => ({
      ...historyOf({ repository: 'example/two', commits: [] }),
      commits: {
        async *[Symbol.asyncIterator]() {
          yield shared;
          throw new Error('the pack is corrupt');
        },
      },
    });
    const source = sourceOf({
      ...WHOLE,
      'example/two': broken,
      'example/three': { commits: [shared, commitOn('2025-02-06')] },
    });
    const result = await collect(options(folder, { base, source }));
    assert.deepEqual(result.kept, []);
    // The shared commit is that of the first repository which counts.
    assert.deepEqual(await commitsByRepository(result.ledger), { ...ONE_EACH, 'example/three': 2 });
  });

  it('is reported when its history breaks while it is read', async (t) => {
    const broken = () => ({
      ...historyOf({ commits: [] }),
      repository: 'example/one',
      commits: {
        async *[Symbol.asyncIterator]() {
          yield commitOn('2025-01-01');
          throw new Error('the pack is corrupt');
        },
      },
    });
    const result = await collect(
      options(await temporaryFolder(t), { source: sourceOf({ ...WHOLE, 'example/one': broken }) }),
    );
    assert.deepEqual(result.kept, ['one']);
    const failed = result.outcomes.find(({ status }) => status === 'failed');
    assert.equal(failed?.message, 'the pack is corrupt');
    assert.deepEqual(await commitsByRepository(result.ledger), {
      'example/three': 1,
      'example/two': 1,
    });
  });
});

describe('an interrupted collection', () => {
  it('leaves the ledger as it was and goes on where it stopped', async (t) => {
    const folder = await temporaryFolder(t);
    const controller = new AbortController();
    const opened: string[] = [];
    const counting = (key = 'test'): HistorySource => {
      const source = sourceOf(WHOLE, key);
      return {
        key,
        open: (repository, signal) => {
          opened.push(repository);
          return source.open(repository, signal);
        },
      };
    };
    const interrupted = collect(
      options(folder, {
        source: counting(),
        concurrency: 1,
        signal: controller.signal,
        onProgress: ({ companies }) => companies.done === 1 && controller.abort(),
      }),
    );
    await assert.rejects(interrupted, { code: 'collect-interrupted' });
    assert.equal(await openLedger(join(folder, 'ledger')), undefined);

    opened.length = 0;
    const result = await collect(options(folder, { source: counting() }));
    assert.equal(result.resumed, 1);
    assert.deepEqual(opened.sort(), ['example/three', 'example/two']);
    assert.deepEqual(await commitsByRepository(result.ledger), ONE_EACH);
  });

  it('is not gone on with under other options', async (t) => {
    const folder = await temporaryFolder(t);
    const stage = new Stage(join(folder, 'staged'));
    await stage.add('one', 'other options', linesOf('one', await ledgerRows('one', [], NO_RULES)));
    const result = await collect(options(folder, { stage }));
    assert.equal(result.resumed, 0);
    assert.deepEqual(await commitsByRepository(result.ledger), ONE_EACH);
  });
});

describe('rows on their way', () => {
  it('keep names that hold commas, quotes and line ends', async (t) => {
    const tag = 'v1, "final"\nrelease';
    const { ledger } = await collect(
      options(await temporaryFolder(t), {
        source: sourceOf({
          ...WHOLE,
          'example/one': { commits: [], tags: [[tag, 1_735_800_000]] },
        }),
      }),
    );
    assert.ok(ledger);
    assert.deepEqual(await rowsIn(ledger, 'SELECT tag FROM releases'), [[tag]]);
  });
});
