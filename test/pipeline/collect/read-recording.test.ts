import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Commit } from '../../../src/pipeline/collect/commit.ts';
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

const gz = (text: string) => gzipSync(text);

describe('a recorded history', () => {
  it('is read into commits', async (t) => {
    const folder = await recording(t, gz(`${HEADER}\n${LINE}\n`));
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
    const [commit] = await commitsOf(await recording(t, gz(text)));
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
    const tags = Array.from({ length: 800 }, (_, index) => [`v1.${1000 + index}`, 1_735_800_000]);
    assert.deepEqual(await told({ tags }), ['lines', '2025-01-03']);
    assert.deepEqual(await told({ tags, releases_from: null }), ['lines', null]);
    await assert.rejects(told({ dependencies: 'guesses' }), {
      code: 'recording-invalid',
      message: /dependencies/,
    });
  });

  it('may hold no commit', async (t) => {
    assert.deepEqual(await commitsOf(await recording(t, gz(`${HEADER}\n`))), []);
  });
});

describe('a faulty recording is refused with its place', () => {
  const faulty: [name: string, body: Buffer | undefined, message: RegExp][] = [
    ['without its file', undefined, /example__one\.tsv\.gz is missing from the recording/],
    ['that is not gzip', Buffer.from('sha\n'), /cannot be read as a recorded history/],
    ['that is truncated', gz(`${HEADER}\n${LINE}\n`.repeat(50)).subarray(0, 60), /cannot be read/],
    ['that is empty', gz(''), /its first line must name the columns/],
    [
      'without a needed column',
      gz('sha\tparents\nabc\t1\n'),
      /:1 .*authored_at, committed_at, email_hash are missing/,
    ],
    ['with a short line', gz(`${HEADER}\nabc\t1\n`), /:2 .*2 fields where the header names 21/],
    [
      'with a date that is no number',
      gz(`${HEADER}\n${LINE.replace('1735732860', 'noon')}\n`),
      /:2 .*committed_at is noon, not a whole number/,
    ],
    [
      'with other names of co-authors than addresses',
      gz(`${HEADER}\n${LINE.replace(',ffffffffff', 'ffffffffff')}\n`),
      /:2 .*coauthor_names has 1 names for the 2 addresses in coauthors; .* left empty/,
    ],
    [
      'with an unknown role',
      gz(`${HEADER}\n${LINE.replace(/coauthor$/, 'boss')}\n`),
      /:2 .*agent_role is boss/,
    ],
  ];
  for (const [name, body, message] of faulty)
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
