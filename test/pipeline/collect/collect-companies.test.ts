/** Collections, those under rare circumstances included: a full disk, a fork, a repository that moves. */
import assert from 'node:assert/strict';
import { access, rm } from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  type CollectOptions,
  type CollectProgress,
  collect,
  type HistorySource,
} from '../../../src/pipeline/collect/collect-companies.ts';
import type { History } from '../../../src/pipeline/collect/commit.ts';
import { ledgerRows } from '../../../src/pipeline/collect/commit-rows.ts';
import { Stage } from '../../../src/pipeline/collect/staging.ts';
import {
  type Ledger,
  openLedger,
  openOwnOverShipped,
} from '../../../src/pipeline/ledger/ledger.ts';
import type { Company } from '../../../src/registry/schema.ts';
import { exampleCompany, mainRepositories } from '../../support/example-company.ts';
import {
  commitOn,
  type HistoryFixture,
  historyOf,
  linesOf,
  NO_RULES,
} from '../../support/histories.ts';
import { commitsBy, rowsIn } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const company = (slug: string, ...repositories: string[]) =>
  exampleCompany(slug, { repositories: mainRepositories(...repositories) });
const on = (...days: string[]): HistoryFixture => ({ commits: days.map((day) => commitOn(day)) });

const COMPANIES = [company('one', 'example/one'), company('two', 'example/two', 'example/three')];
const WHOLE = {
  'example/one': on('2025-01-01'),
  'example/two': on('2025-01-02'),
  'example/three': on('2025-01-03'),
};
const ONE_EACH = { 'example/one': 1, 'example/three': 1, 'example/two': 1 };

type Given = HistoryFixture | string | (() => History);

/** A source that has these histories; a string instead of one is a failure's message. */
function sourceOf(histories: Record<string, Given>, key = 'test'): HistorySource {
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

/** A history that breaks after these commits. */
const brokenAfter =
  (repository: string, { commits }: HistoryFixture) =>
  (): History => ({
    ...historyOf({ repository, commits: [] }),
    commits: {
      async *[Symbol.asyncIterator]() {
        yield* commits;
        throw new Error('the pack is corrupt');
      },
    },
  });

type Change = Partial<CollectOptions> & { histories?: Record<string, Given> };

/** Collects into `<folder>/ledger`. */
function collectInto(folder: string, { histories = WHOLE, ...change }: Change = {}) {
  return collect({
    companies: COMPANIES,
    source: sourceOf(histories),
    rules: NO_RULES,
    erased: [],
    stage: new Stage(join(folder, 'staged')),
    ledgerFolder: join(folder, 'ledger'),
    base: undefined,
    concurrency: 2,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...change,
  });
}

const counts = (ledger: Ledger | undefined) => commitsBy('repository', ledger);

const repositoriesIn = async (ledger: Ledger | undefined) =>
  rowsIn(ledger ?? assert.fail(), 'SELECT company, repository FROM repositories ORDER BY ALL');

describe('a collection', () => {
  it('brings commits into the ledger, replaces rows of its companies and keeps those of others', async (t) => {
    const told: CollectProgress[] = [];
    const folder = await temporaryFolder(t);
    const onProgress = (now: CollectProgress) => told.push(now);
    const { ledger: base } = await collectInto(folder, { onProgress });
    assert.deepEqual(await counts(base), ONE_EACH);
    assert.deepEqual(told.at(-1), {
      companies: { done: 2, total: 2 },
      repositories: { done: 3, total: 3 },
      commits: 3,
      failures: 0,
      current: 'writing the ledger',
    });
    const companies = COMPANIES.slice(0, 1);
    const histories = { 'example/one': on('2025-02-01', '2025-02-02') };
    const { ledger } = await collectInto(folder, { base, companies, histories });
    assert.deepEqual(await counts(ledger), { ...ONE_EACH, 'example/one': 2 });
  });

  it('writes no ledger when nothing could be read, and keeps the one that is there', async (t) => {
    const folder = await temporaryFolder(t);
    const { ledger, kept } = await collectInto(folder, { histories: {} });
    assert.deepEqual([ledger, kept.sort()], [undefined, ['one', 'two']]);
    await assert.rejects(access(join(folder, 'ledger')), { code: 'ENOENT' });
    const { ledger: base } = await collectInto(folder);
    assert.equal((await collectInto(folder, { base, histories: {} })).ledger, undefined);
    assert.deepEqual((await openLedger(join(folder, 'ledger')))?.manifest, base?.manifest);
  });

  it('leaves out the packages that a company’s file lists as its own', async (t) => {
    const commits = [commitOn('2025-01-01', { dependenciesAdded: ['npm:@nrwl/core', 'npm:zod'] })];
    const { ledger } = await collectInto(await temporaryFolder(t), {
      companies: [exampleCompany('one', { ownPackages: ['nrwl'] }), company('two', 'two/core')],
      histories: { 'one/core': { commits }, 'two/core': { commits } },
    });
    const query = 'SELECT company, dependency FROM dependencies ORDER BY ALL';
    assert.deepEqual(await rowsIn(ledger ?? assert.fail(), query), [
      ['one', 'npm:zod'],
      ['two', 'npm:@nrwl/core'],
      ['two', 'npm:zod'],
    ]);
  });

  it('keeps names that hold commas, quotes and line ends', async (t) => {
    const tag = 'v1, "final"\nrelease';
    const tagged = { commits: [], tags: [[tag, 1_735_800_000] as const] };
    const { ledger } = await collectInto(await temporaryFolder(t), {
      histories: { ...WHOLE, 'example/one': tagged },
    });
    assert.deepEqual(await rowsIn(ledger ?? assert.fail(), 'SELECT tag FROM releases'), [[tag]]);
  });
});

describe('a repository in trouble', () => {
  it('does not stop the others, of its company included, and keeps its own rows', async (t) => {
    const folder = await temporaryFolder(t);
    const { ledger: base } = await collectInto(folder);
    const message = 'the network is down';
    const two = on('2025-02-03', '2025-02-04');
    const histories = { ...WHOLE, 'example/two': two, 'example/three': message };
    const { ledger, kept, outcomes } = await collectInto(folder, { base, histories });
    assert.deepEqual(kept, []);
    assert.deepEqual(
      outcomes.filter(({ status }) => status === 'failed'),
      [{ company: 'two', repository: 'example/three', status: 'failed', message, keepsRows: true }],
    );
    assert.deepEqual(await counts(ledger), { ...ONE_EACH, 'example/two': 2 });
    assert.equal((await repositoriesIn(ledger)).length, 3);
  });

  for (const [failed, read] of [
    ['example/two', 'example/three'],
    ['example/three', 'example/two'],
  ] as const)
    it(`leaves the shipped rows of ${failed} out, whose people have other hashes`, async (t) => {
      const folder = await temporaryFolder(t);
      await collectInto(join(folder, 'shipped'));
      const other = { commits: [commitOn('2025-02-03', { emailHash: 'bbbbbbbbbb' })] };
      const histories = { ...WHOLE, [failed]: 'the network is down', [read]: other };
      const own = { companies: COMPANIES.slice(1), write: { over: 'shipped' as const } };
      await collectInto(folder, { ...own, histories });
      const ledger = await openOwnOverShipped(
        join(folder, 'ledger'),
        join(folder, 'shipped', 'ledger'),
      );
      assert.deepEqual(await counts(ledger), { 'example/one': 1, [read]: 1 });
      const people = `SELECT DISTINCT person FROM activity WHERE company = 'two'`;
      assert.deepEqual(await rowsIn(ledger ?? assert.fail(), people), [['bbbbbbbbbb']]);

      // From then on, it keeps what was collected here.
      const base = await openLedger(join(folder, 'ledger'));
      const { ledger: next } = await collectInto(folder, { ...own, base });
      const { ledger: last } = await collectInto(folder, { ...own, base: next, histories });
      assert.deepEqual(await counts(last), { [read]: 1, [failed]: 1 });
    });

  it('leaves no trace of what was read before it broke', async (t) => {
    const folder = await temporaryFolder(t);
    const { ledger: base } = await collectInto(folder);
    const [shared, own] = [commitOn('2025-02-05'), commitOn('2025-02-06')];
    const { ledger, kept, outcomes } = await collectInto(folder, {
      base,
      histories: {
        'example/one': brokenAfter('example/one', on('2025-02-05')),
        'example/two': brokenAfter('example/two', { commits: [shared] }),
        'example/three': { commits: [shared, own] },
      },
    });
    assert.deepEqual(kept, ['one']);
    const failed = outcomes.filter(({ status }) => status === 'failed');
    assert.deepEqual(
      new Set(failed.map(({ message }) => message)),
      new Set(['the pack is corrupt']),
    );
    // The shared commit is that of the first repository which counts.
    assert.deepEqual(await counts(ledger), { ...ONE_EACH, 'example/three': 2 });
  });
});

describe('commits that two repositories share', () => {
  const commits = ['2025-02-01', '2025-02-02', '2025-02-03'].map((day) => commitOn(day));
  const [first, second] = ['example/two', 'example/three'] as const;
  const FORKED: Record<string, HistoryFixture> = { [first]: { commits: commits.slice(0, 1) } };
  const BOTH = { ...FORKED, [second]: { commits: commits.slice(0, 2) } };
  const cases: [string, before: typeof FORKED, fails: string, object][] = [
    ['if all can be read', BOTH, '', { [first]: 3 }],
    ['if the first one cannot be read', BOTH, first, { [first]: 1, [second]: 1 }],
    ['if the second one cannot be read', BOTH, second, { [first]: 3, [second]: 1 }],
    ['if a fork is new', FORKED, first, { [first]: 1 }],
  ];
  for (const [what, before, fails, expected] of cases)
    it(`are counted once ${what}`, async (t) => {
      const folder = await temporaryFolder(t);
      const companies = COMPANIES.slice(1);
      const { ledger: base } = await collectInto(folder, { companies, histories: before });
      const histories = { [first]: { commits }, [second]: { commits }, [fails]: 'gone' };
      const { ledger } = await collectInto(folder, { companies, base, histories });
      assert.deepEqual(await counts(ledger), { ...expected });
    });
});

it('a repository that is tracked otherwise than before takes no rows with it', async (t) => {
  const folder = await temporaryFolder(t);
  const { ledger: base } = await collectInto(folder);
  const [one, two, three] = ['example/one', 'example/two', 'example/three'] as const;
  const { [three]: _, ...rest } = WHOLE;
  const cases: [string, Company[], object, string[][]][] = [
    ['untracked', [company('two', two)], WHOLE, [['one', one]]],
    [
      'moved and read',
      [company('one', one, three), company('two', two)],
      WHOLE,
      [
        ['one', one],
        ['one', three],
      ],
    ],
    ['moved and not read', [company('one', one, three), company('two', two)], rest, [['one', one]]],
  ];
  for (const [what, companies, given, expected] of cases) {
    const histories = { ...given };
    const { ledger } = await collectInto(folder, { base, companies, histories });
    assert.deepEqual(await repositoriesIn(ledger), [...expected, ['two', two]], what);
    const counted = Object.fromEntries([...expected.map(([, name]) => [name, 1]), [two, 1]]);
    assert.deepEqual(await counts(ledger), counted, what);
    // Later rows of the folder are not those that the next case begins with.
    await rm(join(folder, 'ledger'), { recursive: true });
    await collectInto(folder);
  }
});

it('a company of a hundred repositories is read a few at a time, without the one that fails', async (t) => {
  const names = Array.from({ length: 100 }, (_, index) => `large/part${index}`);
  const shared = commitOn('2025-01-01');
  const histories = names.map((name) => [name, { commits: [shared, commitOn('2025-01-02')] }]);
  const source = sourceOf({ ...Object.fromEntries(histories), 'large/part7': 'gone' });
  let [open, most] = [0, 0];
  const counting: HistorySource = {
    key: source.key,
    open: async (repository, signal) => {
      most = Math.max(most, ++open);
      const { history, ...outcome } = await source.open(repository, signal);
      if (!history) open--;
      return history ? { ...outcome, history: { ...history, commits: read(history) } } : outcome;
    },
  };
  async function* read({ commits }: History) {
    await setImmediate();
    yield* commits;
    open--;
  }
  const companies = [company('large', ...names)];
  const change = { companies, source: counting, concurrency: 4 };
  const { ledger } = await collectInto(await temporaryFolder(t), change);
  assert.equal(most, 4);
  const expected = names
    .filter((name) => name !== 'large/part7')
    .map((name) => [name, name === 'large/part0' ? 2 : 1] as const);
  assert.deepEqual(await counts(ledger), Object.fromEntries(expected.toSorted()));
});

describe('an interrupted collection', () => {
  it('leaves the ledger as it was and goes on where it stopped', async (t) => {
    const folder = await temporaryFolder(t);
    const controller = new AbortController();
    const opened: string[] = [];
    const source = sourceOf(WHOLE);
    const counting: HistorySource = {
      key: source.key,
      open: (repository, signal) => {
        opened.push(repository);
        return source.open(repository, signal);
      },
    };
    const interrupted = collectInto(folder, {
      source: counting,
      concurrency: 1,
      signal: controller.signal,
      onProgress: ({ companies }) => companies.done === 1 && controller.abort(),
    });
    await assert.rejects(interrupted, { code: 'collect-interrupted' });
    assert.equal(await openLedger(join(folder, 'ledger')), undefined);

    opened.length = 0;
    const { ledger, resumed } = await collectInto(folder, { source: counting });
    assert.deepEqual([resumed, opened.sort()], [1, ['example/three', 'example/two']]);
    assert.deepEqual(await counts(ledger), ONE_EACH);
  });

  it('is not gone on with under other options', async (t) => {
    const folder = await temporaryFolder(t);
    const stage = new Stage(join(folder, 'staged'));
    await stage.add('one', 'other options', linesOf('one', await ledgerRows('one', [], NO_RULES)));
    const { ledger, resumed } = await collectInto(folder, { stage });
    assert.equal(resumed, 0);
    assert.deepEqual(await counts(ledger), ONE_EACH);
  });
});

describe('a disk that is full', () => {
  it('at any file that is written leaves the ledger as it was, and nothing in the way', async (t) => {
    const folder = await temporaryFolder(t);
    const { ledger: base } = await collectInto(folder);
    const change = { base, histories: { ...WHOLE, 'example/one': on('2025-02-01') } };
    const { ledger: expected } = await collectInto(await temporaryFolder(t), change);
    let writes = 0;
    for (let full = 1; ; full++) {
      const { written, restore } = fillDisk(t, full);
      // Results staged by an earlier round would be taken up again, and fewer files be written.
      const stage = new Stage(join(folder, `staged${full}`));
      const error: unknown = await collectInto(folder, { ...change, stage }).then(
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
