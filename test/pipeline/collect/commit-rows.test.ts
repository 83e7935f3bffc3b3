/** The ledger's rows of histories as they really are: imports, wrong clocks, thousands of tags. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import type { Commit } from '../../../src/pipeline/collect/commit.ts';
import { ledgerRows } from '../../../src/pipeline/collect/commit-rows.ts';
import { commitOn, type HistoryFixture, historyOf, NO_RULES } from '../../support/histories.ts';

const rowsOf = (...histories: HistoryFixture[]) =>
  ledgerRows('company', histories.map(historyOf), NO_RULES);

const DAY = 86_400;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Reads a history of many commits, in a process whose memory holds few. @param parents of each commit */
async function readMany(parents: number): Promise<string> {
  const [rows, histories] = [
    '../../../src/pipeline/collect/commit-rows.ts',
    '../../support/histories.ts',
  ];
  const script = `
    const { readHistory } = await import('${import.meta.resolve(rows)}');
    const { commitOn, historyOf, NO_RULES } = await import('${import.meta.resolve(histories)}');
    async function* many() {
      for (let number = 0; number < 200_000; number++) yield commitOn('2025-01-01', { parents: ${parents} });
    }
    const history = { ...historyOf({ commits: [] }), commits: many() };
    const { candidates, excluded } = await readHistory(history, NO_RULES);
    console.log(candidates.length, JSON.stringify([...excluded.values()].map(({ commits }) => commits)));`;
  const flags = ['--max-old-space-size=48', '--input-type=module', '--eval', script];
  return (await promisify(execFile)(process.execPath, flags)).stdout.trim();
}

describe('a history', () => {
  it('is read without keeping the commits that cannot count', async () => {
    assert.equal(await readMany(2), '0 [200000]');
    // Those that may count do not fit.
    await assert.rejects(readMany(1), { signal: 'SIGABRT' });
  });
});

describe('what was left out', () => {
  const commit = fc
    .record({
      // Before git, in the copy's time, and years after it.
      day: fc.constantFrom('1999-01-01', '2025-01-01', '2025-01-02', '2025-06-30', '2031-01-01'),
      parents: fc.constantFrom(0, 1, 1, 2),
      botName: fc.constantFrom('', '', 'renovate[bot]'),
      sha: fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8'),
    })
    .map(({ day, ...change }) => commitOn(day, change));
  const histories = fc
    .tuple(fc.array(commit), fc.array(commit))
    .map(([one, two]) => [{ commits: one }, { repository: 'example/two', commits: two }]);

  it('adds up, by repository and reason, to the repository’s totals', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (given) => {
        const { activity, excluded, repositories } = await rowsOf(...given);
        for (const { repository, ...row } of repositories) {
          const of = <T extends { repository: string }>(rows: readonly T[]) =>
            rows.filter((candidate) => candidate.repository === repository);
          const because = (reason: string) =>
            sum(of(excluded).map((one) => (one.reason === reason ? one.commits : 0)));
          const reasons = ['merge', 'duplicate', 'automation', 'misdated'].map(because);
          const { merges, duplicates, automated, misdated } = row;
          assert.deepEqual(reasons, [merges, duplicates, automated, misdated]);
          const counted = sum(of(activity).map(({ commits }) => commits));
          assert.equal(counted, row.counted);
          assert.equal(counted + sum(of(excluded).map(({ commits }) => commits)), row.commits);
        }
        const keys = excluded.map(
          ({ repository, day, reason }) => `${repository} ${day} ${reason}`,
        );
        assert.equal(new Set(keys).size, keys.length, 'one row for each');
      }),
    );
  });

  it('stands on the day that a wrong clock tells', async () => {
    const days = ['9999-12-31', '2025-07-01', '1970-01-01'];
    const { excluded } = await rowsOf({ commits: days.map((day) => commitOn(day)) });
    assert.deepEqual(
      excluded.map(({ day, reason, commits }) => [isoDay(day), reason, commits]),
      days.map((day) => [day, 'misdated', 1]),
    );
  });
});

describe('how commits landed', () => {
  const at = parseDay('2025-01-01') * DAY;
  const burst = (count: number, change: (second: number) => Partial<Commit> = () => ({})) =>
    Array.from({ length: count }, (_, second) =>
      commitOn('2025-01-01', { committedAt: at + second, ...change(second) }),
    );

  it('is counted in bulk by repository, without merges and automations', async () => {
    const { activity } = await rowsOf(
      { commits: [...burst(25), commitOn('2025-01-02')] },
      { repository: 'example/two', commits: burst(10) },
      {
        repository: 'example/three',
        commits: burst(30, (second) => ({ botName: second % 2 === 0 ? 'x[bot]' : '' })),
      },
    );
    assert.deepEqual(
      activity.map(({ repository, day, commits, bulk }) => [
        `${repository} ${isoDay(day)}`,
        commits,
        bulk,
      ]),
      [
        ['example/one 2025-01-01', 25, 25],
        ['example/one 2025-01-02', 1, 0],
        ['example/two 2025-01-01', 10, 0],
        ['example/three 2025-01-01', 15, 0],
      ],
    );
  });

  it('is late after more than 7 and 30 days; a clock that is ahead makes nothing late', async () => {
    const waits = [0, 7 * DAY, 7 * DAY + 1, 30 * DAY, 30 * DAY + 1, -400 * DAY, at];
    const commits = waits.map((wait) =>
      commitOn('2025-01-01', { committedAt: at, authoredAt: at - wait }),
    );
    const [row] = (await rowsOf({ commits })).activity;
    assert.deepEqual([row?.commits, row?.late7d, row?.late30d], [7, 4, 2]);
  });
});

it('releases of a day are all listed, and those dated after the copy are left out', async () => {
  const at = parseDay('2025-03-01') * DAY;
  const tags = Array.from({ length: 1000 }, (_, index) => [`pkg-${index}@1.0.0`, at] as const);
  const future = ['v1.0.0', parseDay('2031-01-01') * DAY] as const;
  const { releases } = await rowsOf({ commits: [], tags: [...tags, future] });
  assert.equal(releases.length, 1000);
  const kinds = releases.map(({ day, kind }) => `${isoDay(day)} ${kind}`);
  assert.deepEqual([...new Set(kinds)], ['2025-03-01 release']);
});

describe('dependency rows', () => {
  const changes = (
    day: string,
    added: string[],
    removed: string[] = [],
    change: Partial<Commit> = {},
  ) => commitOn(day, { dependenciesAdded: added, dependenciesRemoved: removed, ...change });
  const told = async (...histories: HistoryFixture[]) =>
    (await rowsOf(...histories)).dependencies.map(({ day, dependency, change, commit }) =>
      [isoDay(day), dependency, change, commit].join(' '),
    );

  it('are what a day left, with the commit that did it last', async () => {
    const first = changes('2025-01-01', ['npm:vite'], ['npm:webpack'], { sha: 'f00000000001' });
    const later = { committedAt: first.committedAt + 60 };
    const commits = [
      changes('2025-01-01', ['npm:vite', 'npm:gone'], [], { ...later, sha: 'f00000000002' }),
      first,
      changes('2025-01-01', [], ['npm:gone'], { ...later, sha: 'f00000000003' }),
    ];
    const expected = [
      '2025-01-01 npm:vite added f00000000002',
      '2025-01-01 npm:webpack removed f00000000001',
    ];
    assert.deepEqual(await told({ commits }), expected);
    assert.deepEqual((await told({ commits: commits.toReversed() })).sort(), expected);
  });

  it('leave out what is no package where lines were recorded, and the company’s own on either basis', async () => {
    const names = ['go:golang.org/x/sys', 'pypi:build-backend', 'npm:build', 'pypi:Flask'];
    const own = ['npm:@company/ui', 'npm:two-client'];
    const commits = [changes('2025-01-01', [...names, ...own], [], { sha: 'f00000000001' })];
    const history = { commits, repository: 'example/two' };
    assert.deepEqual(await told(history), ['2025-01-01 pypi:flask added f00000000001']);
    const whole = await told({ ...history, dependencyBasis: 'manifests' });
    assert.equal(whole.length, 4, 'manifests tell them apart themselves');
  });

  it('are none without a basis, and include merges and automation on the basis of manifests', async () => {
    const commits = [
      changes('2025-01-01', ['npm:merged'], [], { parents: 2, sha: 'f00000000001' }),
      changes('2025-01-02', ['npm:updated'], [], { botName: 'x[bot]', sha: 'f00000000002' }),
      changes('2031-01-01', ['npm:future'], [], { sha: 'f00000000003' }),
    ];
    assert.deepEqual(await told({ commits, dependencyBasis: null }), []);
    assert.deepEqual(await told({ commits, dependencyBasis: 'lines' }), []);
    assert.deepEqual(await told({ commits, dependencyBasis: 'manifests' }), [
      '2025-01-01 npm:merged added f00000000001',
      '2025-01-02 npm:updated added f00000000002',
    ]);
  });
});
