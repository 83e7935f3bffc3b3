/** A recording gives back what was recorded. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Commit, History } from '../../../src/pipeline/collect/commit.ts';
import { ledgerRows } from '../../../src/pipeline/collect/commit-rows.ts';
import { recordedHistories } from '../../../src/pipeline/collect/read-recording.ts';
import { recordHistory } from '../../../src/pipeline/collect/write-recording.ts';
import { FILE_KINDS } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { all, BEN, DAY, GitFixture, MONDAY, RULES, temporaryFolder } from './git-fixture.ts';

describe('a recorded repository', () => {
  test('has the same facts, commits and rows as the repository, and no name or address', async (t) => {
    const folder = temporaryFolder(t);
    const history = await eventful(t).history({ coveredFrom: '2026-03-03' });
    await recordHistory(history, folder);
    const recorded = await recordedAgain(folder);
    assert.deepEqual(await whole(recorded), await whole(history));
    const rows = (source: History) => ledgerRows('example', [source], RULES);
    assert.deepEqual(await rows(await recordedAgain(folder)), await rows(history));
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    const text = files.map((file) => (file[0] === 0x1f ? gunzipSync(file) : file)).join('\n');
    assert.doesNotMatch(text, /Ada|Ben|example\.org|a secret message/);
    const { since, commits, last_at, tags } = JSON.parse(
      readFileSync(join(folder, 'repositories.ndjson'), 'utf8'),
    );
    const at = MONDAY + 5 * DAY;
    assert.deepEqual([since, commits, last_at, tags], ['2026-03-03', 5, at, [['v1', at]]]);
  });

  test('is replaced by a newer recording, and others at the same time stay', async (t) => {
    const folder = temporaryFolder(t);
    const repository = eventful(t);
    const history = await repository.history();
    const names = ['example/a', 'example/b', 'example/c', 'example/origin'];
    await Promise.all(names.map((name) => recordHistory({ ...history, repository: name }, folder)));
    assert.deepEqual([...(await recordedHistories(folder)).keys()].sort(), names);
    repository.commit();
    const newer = await repository.history();
    await recordHistory(newer, folder);
    assert.deepEqual([...(await recordedHistories(folder)).keys()].sort(), names);
    assert.deepEqual(await whole(await recordedAgain(folder)), await whole(newer));
  });

  test('keeps its older recording when reading it fails', async (t) => {
    const folder = temporaryFolder(t);
    const repository = new GitFixture(t);
    const empty = await repository.history();
    await recordHistory(empty, folder);
    repository.commit();
    const failing = failAfterOne(await repository.history());
    await assert.rejects(recordHistory({ ...empty, commits: failing }, folder), /torn/);
    assert.deepEqual(await whole(await recordedAgain(folder)), await whole(empty));
    assert.deepEqual(readdirSync(folder).sort(), ['example__origin.tsv.gz', 'repositories.ndjson']);
  });
});

test('a folder with a broken line is left as it is', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'repositories.ndjson'), 'not a record\n');
  await assert.rejects(recordHistory(await new GitFixture(t).history(), folder), {
    code: 'recording-invalid',
  });
  assert.equal(readFileSync(join(folder, 'repositories.ndjson'), 'utf8'), 'not a record\n');
});

test('a recording holds everything that its commits hold', async (t) => {
  const folder = temporaryFolder(t);
  const { commits: _, ...facts } = await new GitFixture(t).history();
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommit), async (commits) => {
      await recordHistory({ ...facts, commits: given(commits) }, folder);
      assert.deepEqual(await all((await recordedAgain(folder)).commits), commits);
    }),
    { numRuns: 50 },
  );
});

/** Text as it comes out of `oneLine`: any letters, no control characters. */
const anyName = fc
  .string({ unit: anyCharacter })
  .map((text) => text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '));
const anyHash = fc.stringMatching(/^[0-9a-f]{16}$/);
const anyHashOrNone = fc.stringMatching(/^[0-9a-f]{16}$|^$/);
const anyPackages = fc.array(fc.stringMatching(/^npm:[a-z@/-]{1,20}$/));

const anyCommit: fc.Arbitrary<Commit> = fc.record(
  {
    sha: fc.stringMatching(/^[0-9a-f]{12}$/),
    authoredAt: fc.integer(),
    committedAt: fc.integer(),
    emailHash: anyHash,
    nameHash: anyHashOrNone,
    botName: anyName,
    agent: anyName,
    agentRole: fc.constantFrom('author', 'coauthor', ''),
    coauthors: fc.array(
      fc.record({ emailHash: anyHash, nameHash: anyHashOrNone }, { noNullPrototype: true }),
    ),
    parents: fc.nat(5),
    files: fc.tuple(...FILE_KINDS.map(() => fc.nat())).map(
      // One number a kind, in the order of the kinds.
      (numbers) =>
        Object.fromEntries(FILE_KINDS.map((kind, at) => [kind, numbers[at]])) as Commit['files'],
    ),
    dependenciesAdded: anyPackages,
    dependenciesRemoved: anyPackages,
  },
  { noNullPrototype: true },
);

/** A repository in which everything happens that a recording tells of. */
function eventful(t: TestContext): GitFixture {
  const repository = new GitFixture(t);
  const message = 'a secret message\n\nCo-authored-by: Ben Sample <ben@example.org>';
  repository.commit({ files: { 'package.json': '{"dependencies":{"a":"1"}}', 'a.ts': '1' } });
  repository.commit({ message, files: { 'package.json': '{"dependencies":{"b":"1"}}' } });
  repository.commit({ author: { name: 'Tab\tbot', address: 'bot@example.com' } });
  repository.commit({ message: 'x\n\nCo-authored-by: Example Pair <agent@agents.example>' });
  repository.git(['branch', 'side', 'main']);
  const side = repository.commit({ author: BEN }, 'side');
  repository.commit({ merge: side });
  repository.git(['tag', 'v1', 'main']);
  return repository;
}

async function recordedAgain(folder: string): Promise<History> {
  const history = (await recordedHistories(folder)).get('example/origin');
  assert.ok(history);
  return history;
}

async function whole({ commits, ...facts }: History): Promise<unknown> {
  return { ...facts, commits: await all(commits) };
}

async function* given(commits: readonly Commit[]): AsyncGenerator<Commit> {
  yield* commits;
}

async function* failAfterOne({ commits }: History): AsyncGenerator<Commit> {
  for await (const commit of commits) {
    yield commit;
    throw new Error('torn');
  }
}
