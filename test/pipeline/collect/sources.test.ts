/** The same history gives the same ledger, wherever it comes from. */
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { collect, type HistorySource } from '../../../src/pipeline/collect/collect-companies.ts';
import { gitReading, hostedSource, localSource } from '../../../src/pipeline/collect/sources.ts';
import { Stage } from '../../../src/pipeline/collect/staging.ts';
import { TABLES } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { accountRules } from '../../../src/pipeline/signals/accounts.ts';
import { exampleCompany, mainRepositories } from '../../support/example-company.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { exampleRegistry } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { BEN, DAY, GitFixture, MONDAY } from './git-fixture.ts';

const AGENT = 'Co-authored-by: Claude Code <noreply@anthropic.com>';
const TRIO = `Pair up\n\n${AGENT}\nCo-authored-by: Cleo Sample <cleo@example.org>`;
const UPDATER = {
  name: 'renovate[bot]',
  address: '29139614+renovate[bot]@users.noreply.github.com',
};
const npm = (dependencies: object) => ({ 'package.json': JSON.stringify({ dependencies }) });

/** A history with a bit of everything, at the address `<folder>/example/one.git`. */
async function history(t: TestContext) {
  const folder = await temporaryFolder(t);
  const origin = new GitFixture(t);
  const moved = { name: 'Ada Example', address: 'ada@elsewhere.example' };
  origin.commit({ files: npm({ zod: '1' }) });
  origin.commit({ author: BEN, files: { 'a.ts': '1', '.github/workflows/ci.yml': 'on: push' } });
  origin.commit({ message: TRIO, files: { 'src/b.ts': '2', Dockerfile: 'FROM x' } });
  origin.commit({ author: UPDATER, files: npm({ zod: '2' }) });
  origin.commit({ author: moved, files: npm({ yup: '1' }) });
  origin.git(['tag', 'v1.0.0', 'main']);
  const path = join(folder, 'example', 'one.git');
  origin.git(['clone', '--quiet', '--bare', '--no-local', origin.path, path]);
  origin.git(['-C', path, 'config', 'uploadpack.allowFilter', 'true']);
  const reading = await gitReading(await exampleRegistry(), folder, null);
  const hosted = () => hostedSource(join(folder, 'copies'), reading, pathToFileURL(folder).href);
  return { folder, path, origin, reading, hosted };
}

/** All rows of a ledger that is collected from a source, by table. */
async function rowsFrom(source: HistorySource, folder: string) {
  const { ledger, outcomes } = await collect({
    companies: [exampleCompany('one', { repositories: mainRepositories('example/one') })],
    source,
    rules: accountRules(await exampleRegistry()),
    erased: [],
    stage: new Stage(join(folder, 'staged')),
    ledgerFolder: join(folder, 'ledger'),
    base: undefined,
    concurrency: 1,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  assert.ok(ledger, outcomes.map(({ message }) => message).join());
  const rows = TABLES.map(async (table) => [
    table,
    await rowsIn(ledger, `SELECT * FROM ${table} ORDER BY ALL`),
  ]);
  const counted = await rowsIn(
    ledger,
    `SELECT CAST(sum(commits) AS INTEGER), CAST(count(DISTINCT person) AS INTEGER),
       CAST(sum(CASE WHEN kind = 'assisted' THEN commits ELSE 0 END) AS INTEGER),
       CAST(sum(ci) AS INTEGER), CAST(sum(infra) AS INTEGER) FROM activity`,
  );
  return { rows: Object.fromEntries(await Promise.all(rows)), counted };
}

it('the same history gives the same rows from a repository, a working copy and a partial clone', async (t) => {
  const { folder, path, origin, reading, hosted } = await history(t);
  const asOf = MONDAY + 30 * DAY;
  const local = localSource(folder, reading, { single: false, asOf });
  const { rows, counted } = await rowsFrom(local, join(folder, 'bare'));
  // Four counted commits (the updater's is not); Ada, Ben and Cleo; one with an agent.
  assert.deepEqual(counted, [[4, 3, 1, 1, 1]]);
  assert.deepEqual([rows.dependencies.length, rows.releases.length], [3, 1]);
  assert.doesNotMatch(JSON.stringify(rows), /Ada|Ben|Cleo|@example\.org|elsewhere/);

  const copy = join(folder, 'working-copy');
  origin.git(['clone', '--quiet', path, copy]);
  const working = localSource(copy, reading, { single: true, asOf });
  assert.deepEqual((await rowsFrom(working, join(folder, 'working'))).rows, rows);
  for (const name of ['cloned', 'renewed']) {
    // The copy was made today.
    const { repositories: _, ...found } = (await rowsFrom(hosted(), join(folder, name))).rows;
    const { repositories: __, ...expected } = rows;
    assert.deepEqual(found, expected, name);
  }
});

describe('a source', () => {
  it('reports a repository that is not there, and keeps what it copied of it before', async (t) => {
    const { folder, path, reading, hosted } = await history(t);
    const { signal } = new AbortController();
    const local = localSource(folder, reading, { single: false });
    const missing = await local.open('example/two', signal);
    assert.equal(missing.status, 'failed');
    assert.match(missing.message, /holds no repository example\/two/);
    const interrupted = await hosted().open('example/one', AbortSignal.abort());
    assert.deepEqual([interrupted.status, interrupted.history], ['failed', undefined]);
    const left = (await readdir(join(folder, 'copies'))).filter((name) => !name.endsWith('.held'));
    assert.deepEqual(left, [], 'after an interruption');
    const gone = await hosted().open('example/two', signal);
    assert.deepEqual([gone.status, gone.history], ['gone', undefined]);
    assert.equal((await hosted().open('example/one', signal)).status, 'cloned');
    await rm(path, { recursive: true });
    const kept = await hosted().open('example/one', signal);
    assert.equal(kept.status, 'gone');
    assert.ok(kept.history);
  });

  it('refuses an identity key that is none', async (t) => {
    const folder = await temporaryFolder(t);
    await mkdir(join(folder, 'keys'));
    await writeFile(join(folder, 'keys', 'identity-key'), 'short');
    await assert.rejects(gitReading(await exampleRegistry(), folder, null), {
      code: 'key-invalid',
    });
  });
});
