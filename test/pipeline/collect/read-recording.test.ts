import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Commit, Tag } from '../../../src/pipeline/collect/commit.ts';
import { recordedHistories } from '../../../src/pipeline/collect/read-recording.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const HEADER =
  'sha\tauthored_at\tcommitted_at\temail_hash\tname_hash\tbot\tagent\tcoauthors\tcoauthor_names\tparents\tsrc\ttest\tdocs\tci\tinfra\tmanifest\tlock\tother\tdeps_added\tdeps_removed\tagent_role';
const LINE =
  'c0ffee000001\t1735732800\t1735732860\taaaaaaaaaa\tbbbbbbbbbb\t\tClaude\tdddddddddd,eeeeeeeeee\t,ffffffffff\t1\t2\t1\t0\t3\t4\t1\t1\t0\tnpm:zod\tnpm:joi,npm:yup\tcoauthor';
const FACTS = {
  repo: 'example/one',
  head: 'c0ffee000001',
  since: '2024-06-01',
  first_root_commit_at: 1_700_000_000,
  covered_through: '2025-01-31',
  tags: [['v1.0.0', 1_735_800_000]],
};

async function recording(
  t: TestContext,
  body: Buffer | undefined,
  facts: object | string = FACTS,
): Promise<string> {
  const folder = await temporaryFolder(t);
  const line = typeof facts === 'string' ? facts : JSON.stringify(facts);
  await writeFile(join(folder, 'repositories.ndjson'), `${line}\n`);
  if (body) await writeFile(join(folder, 'example__one.tsv.gz'), body);
  return folder;
}

async function commitsOf(folder: string): Promise<Commit[]> {
  const history = (await recordedHistories(folder)).get('example/one');
  assert.ok(history);
  const commits: Commit[] = [];
  for await (const commit of history.commits) commits.push(commit);
  return commits;
}

describe('a recorded history', () => {
  it('is read into commits', async (t) => {
    const folder = await recording(t, gzipSync(`${HEADER}\n${LINE}\n`));
    assert.deepEqual(await commitsOf(folder), [
      {
        sha: 'c0ffee000001',
        authoredAt: 1_735_732_800,
        committedAt: 1_735_732_860,
        emailHash: 'aaaaaaaaaa',
        nameHash: 'bbbbbbbbbb',
        botName: '',
        agent: 'Claude',
        agentRole: 'coauthor',
        coauthors: [
          { emailHash: 'dddddddddd', nameHash: '' },
          { emailHash: 'eeeeeeeeee', nameHash: 'ffffffffff' },
        ],
        parents: 1,
        files: { src: 2, test: 1, docs: 0, ci: 3, infra: 4, manifest: 1, lock: 1, other: 0 },
        dependenciesAdded: ['npm:zod'],
        dependenciesRemoved: ['npm:joi', 'npm:yup'],
      },
    ]);
  });

  it('may have its columns in another order, and lack those that have a neutral value', async (t) => {
    const text = 'committed_at\tsha\tparents\tauthored_at\temail_hash\n20\tabc\t0\t10\taa\n';
    const [commit] = await commitsOf(await recording(t, gzipSync(text)));
    assert.equal(commit?.committedAt, 20);
    assert.equal(commit?.authoredAt, 10);
    assert.deepEqual(commit?.coauthors, []);
  });

  it('says what its dependencies rest on, and from when on it has all tags', async (t) => {
    const told = async (facts: object) => {
      const folder = await recording(t, undefined, { ...FACTS, ...facts });
      const history = (await recordedHistories(folder)).get('example/one');
      return [history?.dependencyBasis, history?.releasesFrom];
    };
    assert.deepEqual(await told({}), ['lines', null]);
    assert.deepEqual(await told({ dependencies: null }), [null, null]);
    const made = { dependencies: 'manifests', releases_from: '2025-01-01' };
    assert.deepEqual(await told(made), ['manifests', '2025-01-01']);
    assert.deepEqual(await told({ tags: tags(800, 'v'), releases_from: null }), ['lines', null]);
    await assert.rejects(told({ dependencies: 'guesses' }), {
      code: 'recording-invalid',
      message: /dependencies/,
    });
  });
});

it('a list of 800 tags is whole from its first version on, or after the copy', async (t) => {
  const future: Tag[] = tags(800, 'v').map(([name]) => [name, Date.UTC(2030, 0, 1) / 1000]);
  const cases: [Tag[], string | null][] = [
    // Lists that were not cut.
    ...[0, 1, 799, 801].map((count): [Tag[], null] => [tags(count, 'v'), null]),
    [tags(800, 'v').reverse(), null],
    [tags(800, 'v'), '2024-06-03'],
    [tags(800, ''), '2024-06-03'],
    [tags(800, '@scope/package@'), '2026-08-21'],
    [future, '2026-08-21'],
  ];
  for (const [list, from] of cases) {
    const facts = { ...FACTS, tags: list, covered_through: '2026-08-20' };
    const histories = await recordedHistories(await recording(t, undefined, facts));
    assert.equal(histories.get('example/one')?.releasesFrom, from);
  }
});

/** Tags a day apart from 2024-06-02 on, named in the order of their names. */
function tags(count: number, prefix: string): Tag[] {
  return Array.from({ length: count }, (_, index) => [
    `${prefix}1.${String(index).padStart(4, '0')}.0`,
    Date.UTC(2024, 5, 2 + index) / 1000,
  ]);
}

describe('a faulty recording is refused with its place', () => {
  const broken = (line: string) => gzipSync(`${HEADER}\n${line}\n`);
  const cases: Record<string, [body: Buffer | undefined, message: RegExp]> = {
    'without its file': [undefined, /example__one\.tsv\.gz is missing from the recording/],
    'that is not gzip': [Buffer.from('sha\n'), /cannot be read as a recorded history/],
    'that is truncated': [broken(LINE.repeat(50)).subarray(0, 60), /cannot be read/],
    'that is empty': [gzipSync(''), /its first line must name the columns/],
    'without a needed column': [
      gzipSync('sha\tparents\nabc\t1\n'),
      /:1 .*authored_at, committed_at, email_hash are missing/,
    ],
    'with a short line': [broken('abc\t1'), /:2 .*2 fields where the header names 21/],
    'with a date that is no number': [
      broken(LINE.replace('1735732860', 'noon')),
      /:2 .*committed_at is noon, not a whole number/,
    ],
    'with other names of co-authors than addresses': [
      broken(LINE.replace(',ffffffffff', 'ffffffffff')),
      /:2 .*coauthor_names has 1 names for the 2 addresses in coauthors; .* left empty/,
    ],
    'with an unknown role': [broken(LINE.replace(/coauthor$/, 'boss')), /:2 .*agent_role is boss/],
  };
  for (const [name, [body, message]] of Object.entries(cases))
    it(`one ${name}`, async (t) => {
      const folder = await recording(t, body);
      await assert.rejects(commitsOf(folder), { name: 'BellwetherError', message });
    });

  it('one whose facts are no JSON, or not of their form', async (t) => {
    for (const facts of [
      '{',
      '[]',
      '{"repo":"x"}',
      JSON.stringify({ ...FACTS, covered_through: 'soon' }),
    ])
      await assert.rejects(recordedHistories(await recording(t, undefined, facts)), {
        code: 'recording-invalid',
        message: /repositories\.ndjson:1 is not a repository record/,
      });
  });

  it('a folder that is none', async (t) => {
    await assert.rejects(recordedHistories(join(await temporaryFolder(t), 'nowhere')), {
      code: 'recording-unreadable',
    });
  });
});
