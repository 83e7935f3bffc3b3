/** The same history gives the same ledger, wherever it comes from. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { collect, type HistorySource } from '../../../src/pipeline/collect/collect-companies.ts';
import { hostedSource } from '../../../src/pipeline/collect/hosted-source.ts';
import {
  gitReading,
  localSource,
  recordedSource,
  recordingSource,
} from '../../../src/pipeline/collect/sources.ts';
import { Stage } from '../../../src/pipeline/collect/staging.ts';
import type { Ledger } from '../../../src/pipeline/ledger/ledger.ts';
import { rowsIn as countIn } from '../../../src/pipeline/ledger/ledger-manifest.ts';
import { accountRules } from '../../../src/pipeline/signals/accounts.ts';
import { exampleCompany, mainRepositories } from '../../support/example-company.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { exampleRegistry } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { ADA, BEN, DAY, GitFixture, MONDAY } from './git-fixture.ts';

const AGENT = 'Co-authored-by: Claude Code <noreply@anthropic.com>';
const TRIO = `Pair up\n\n${AGENT}\nCo-authored-by: Cleo Sample <cleo@example.org>`;

/** A history with a bit of everything, at the address `<folder>/example/one.git`. */
async function history(t: TestContext) {
  const folder = await temporaryFolder(t);
  const origin = new GitFixture(t);
  origin.commit({ author: ADA, files: { 'package.json': '{"dependencies":{"zod":"1"}}' } });
  origin.commit({
    author: BEN,
    files: { 'src/a.ts': '1', '.github/workflows/ci.yml': 'on: push' },
  });
  origin.commit({ author: ADA, message: TRIO, files: { 'src/b.ts': '2', Dockerfile: 'FROM x' } });
  origin.commit({
    author: { name: 'renovate[bot]', address: '29139614+renovate[bot]@users.noreply.github.com' },
    files: { 'package.json': '{"dependencies":{"zod":"2"}}' },
  });
  origin.commit({
    author: { name: 'Ada Example', address: 'ada@elsewhere.example' },
    files: { 'package.json': '{"dependencies":{"yup":"1"}}' },
  });
  origin.git(['tag', 'v1.0.0', 'main']);
  const place = join(folder, 'example', 'one.git');
  origin.git(['clone', '--quiet', '--bare', '--no-local', origin.path, place]);
  origin.git(['-C', place, 'config', 'uploadpack.allowFilter', 'true']);
  const reading = await gitReading(await exampleRegistry(), folder, null);
  const hosted = () => hostedSource(join(folder, 'copies'), reading, pathToFileURL(folder).href);
  return { folder, place, origin, reading, hosted };
}

const COMPANY = exampleCompany('one', { repositories: mainRepositories('example/one') });

async function ledgerFrom(source: HistorySource, folder: string): Promise<Ledger> {
  const { ledger, outcomes } = await collect({
    companies: [COMPANY],
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
  assert.deepEqual(
    outcomes.filter(({ status }) => status === 'failed'),
    [],
  );
  assert.ok(ledger);
  return ledger;
}

const AS_OF = MONDAY + 30 * DAY;

describe('the same history', () => {
  it('gives the same ledger from a repository, a working copy and a recording', async (t) => {
    const { folder, place, origin, reading } = await history(t);
    const bare = await ledgerFrom(
      localSource(folder, reading, { single: false, asOf: AS_OF }),
      join(folder, 'a'),
    );
    const copy = join(folder, 'working-copy');
    origin.git(['clone', '--quiet', place, copy]);
    const working = await ledgerFrom(
      localSource(copy, reading, { single: true, asOf: AS_OF }),
      join(folder, 'b'),
    );
    const records = join(folder, 'records');
    const recording = await ledgerFrom(
      recordingSource(localSource(folder, reading, { single: false, asOf: AS_OF }), records),
      join(folder, 'c'),
    );
    const recorded = await ledgerFrom(await recordedSource(records), join(folder, 'd'));
    for (const ledger of [working, recording, recorded])
      assert.deepEqual(ledger.manifest, bare.manifest);
    for (const place of [records, bare.folder])
      for (const name of await readdir(place)) {
        const bytes = await readFile(join(place, name));
        const text = name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString('latin1');
        assert.doesNotMatch(text, /Ada|Ben|Cleo|@example\.org|elsewhere/, name);
      }

    const counted = await rowsIn(
      bare,
      `SELECT CAST(sum(commits) AS INTEGER), CAST(count(DISTINCT person) AS INTEGER),
         CAST(sum(CASE WHEN kind = 'assisted' THEN commits ELSE 0 END) AS INTEGER),
         CAST(sum(ci) AS INTEGER), CAST(sum(infra) AS INTEGER) FROM activity`,
    );
    // Four counted commits (the updater's is not); Ada, Ben and Cleo; one with an agent.
    assert.deepEqual(counted, [[4, 3, 1, 1, 1]]);
    assert.equal(countIn(bare.manifest, 'dependencies'), 3);
    assert.equal(countIn(bare.manifest, 'releases'), 1);
  });

  it('gives the same from the hosting service', async (t) => {
    const { folder, reading, hosted } = await history(t);
    const rows = async (source: HistorySource, name: string) => {
      const ledger = await ledgerFrom(source, join(folder, name));
      const all = (table: string) => rowsIn(ledger, `SELECT * FROM ${table} ORDER BY ALL`);
      return { activity: await all('activity'), dependencies: await all('dependencies') };
    };
    const local = await rows(localSource(folder, reading, { single: false, asOf: AS_OF }), 'local');
    const source = hosted();
    assert.deepEqual(await rows(source, 'first'), local);
    assert.deepEqual(await rows(source, 'again'), local, 'from the renewed copy');
    assert.equal(local.dependencies.length, 3);
  });
});

describe('a source', () => {
  it('reports a repository that is not there, and keeps what it copied of it before', async (t) => {
    const { folder, place, reading, hosted } = await history(t);
    const { signal } = new AbortController();
    const local = localSource(folder, reading, { single: false });
    const missing = await local.open('example/two', signal);
    assert.equal(missing.status, 'failed');
    assert.match(missing.message, /holds no repository example\/two/);
    const gone = await hosted().open('example/two', signal);
    assert.equal(gone.history, undefined);
    assert.equal(gone.status, 'gone');
    assert.equal((await hosted().open('example/one', signal)).status, 'cloned');
    await rm(place, { recursive: true });
    const kept = await hosted().open('example/one', signal);
    assert.equal(kept.status, 'gone');
    assert.ok(kept.history);
  });

  it('that was interrupted leaves nothing', async (t) => {
    const { folder, hosted } = await history(t);
    const { status, history: none } = await hosted().open('example/one', AbortSignal.abort());
    assert.deepEqual([status, none], ['failed', undefined]);
    const left = (await readdir(join(folder, 'copies'))).filter((name) => !name.endsWith('.held'));
    assert.deepEqual(left, []);
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
