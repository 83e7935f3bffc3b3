/** How copies of remote repositories are made and renewed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  type SyncRequest,
  type SyncResult,
  syncRepository,
} from '../../../../src/pipeline/collect/git/clone.ts';
import { gitHistory } from '../../../../src/pipeline/collect/git/history.ts';
import { fetchManifests } from '../../../../src/pipeline/collect/git/manifest-contents.ts';
import { runGit } from '../../../../src/pipeline/collect/git/run-git.ts';
import { gitOverHttp } from '../../../../tools/git-http.ts';
import { all, GitFixture, READING, temporaryFolder } from '../git-fixture.ts';
import { type Behaviour, serveGit } from '../git-server.ts';

describe('a copy', () => {
  test('is cloned, then unchanged, then fetched', async (t) => {
    const { origin, sync } = start(t);
    origin.commit();
    assert.equal((await sync()).status, 'cloned');
    assert.equal((await sync()).status, 'unchanged');
    const head = origin.commit();
    const { status, copy } = await sync();
    assert.deepEqual([status, copy?.head], ['fetched', head]);
  });

  test('is one that git knows how to keep', async (t) => {
    const { origin, sync } = start(t);
    origin.commit();
    const made = await sync();
    const gitDir = copyOf(made);
    const { output } = await runGit(['rev-parse', '--is-bare-repository', 'HEAD'], { gitDir });
    assert.equal(output, `true\n${made.copy?.head}\n`);
    await runGit(['fsck'], { gitDir });
    // Its branch is then among the packed refs.
    await runGit(['pack-refs', '--all'], { gitDir });
    assert.deepEqual((await sync()).copy?.head, made.copy?.head);
    const head = origin.commit();
    assert.deepEqual((await sync()).copy?.head, head);
  });

  test('is renewed by what is new alone', async (t) => {
    const { origin, sync } = start(t);
    for (let commit = 0; commit < 5; commit++) origin.commit();
    const before = await objects(await sync());
    const added = [origin.commit(), origin.commit()];
    const after = await sync();
    assert.deepEqual([...(await objects(after)).difference(before)].sort(), added.sort());
    const packs = readdirSync(join(copyOf(after), 'objects', 'pack'));
    assert.equal(packs.filter((name) => name.endsWith('.pack')).length, 2);
  });

  test('has the default branch and all tags, and no other branch', async (t) => {
    const { origin, sync } = start(t);
    origin.commit();
    origin.git(['branch', 'release', 'main']);
    origin.commit({}, 'release');
    origin.git(['tag', 'v1', 'release']);
    const result = await sync();
    assert.deepEqual(await references(result), ['refs/heads/default', 'refs/tags/v1']);
    origin.git(['tag', '--delete', 'v1']);
    origin.git(['tag', 'v2', 'main']);
    assert.deepEqual(await references(await sync()), ['refs/heads/default', 'refs/tags/v2']);
  });

  test('takes no notice of a million other refs', async (t) => {
    const { origin } = start(t);
    const head = origin.commit();
    origin.git(['tag', 'v1']);
    origin.git(['pack-refs', '--all']);
    const refs = Array.from({ length: 1_000_000 }, (_, at) => `refs/pull/${1e6 + at}/head`);
    const packed = join(origin.path, 'packed-refs');
    const [header, ...own] = readFileSync(packed, 'utf8').trim().split('\n');
    const lines = [...own, ...refs.map((ref) => `${head} ${ref}`)].toSorted((a, b) =>
      a.slice(41) < b.slice(41) ? -1 : 1,
    );
    writeFileSync(packed, `${header}\n${lines.join('\n')}\n`);
    const server = await gitOverHttp(origin.path);
    t.after(server.close);
    const folder = join(temporaryFolder(t), 'copy.git');
    const url = `${server.url}/example/origin`;
    const result = await syncRepository({
      url,
      folder,
      filter: 'tree:0',
    });
    assert.deepEqual(await references(result), ['refs/heads/default', 'refs/tags/v1']);
    assert.ok(server.traffic.bytesSent < 10_000, `${server.traffic.bytesSent} bytes`);
  });

  test('follows the default branch under its new name', async (t) => {
    const { origin, sync } = start(t);
    origin.commit();
    await sync();
    origin.git(['branch', '--move', 'main', 'trunk']);
    assert.equal((await sync()).status, 'unchanged');
    const head = origin.commit({}, 'trunk');
    const { status, copy } = await sync();
    assert.deepEqual([status, copy?.head], ['fetched', head]);
  });

  test('of rewritten history is collected as it is now, and that is told', async (t) => {
    const { origin, sync } = start(t);
    const kept = origin.commit();
    origin.commit();
    await sync();
    origin.git(['update-ref', 'refs/heads/main', kept]);
    const head = origin.commit({ message: 'Something else' });
    const { status, copy } = await sync();
    assert.deepEqual([status, copy?.head], ['rewritten', head]);
  });

  test('tells when the remote was asked', async (t) => {
    const { origin, sync } = start(t);
    origin.commit();
    const before = Math.floor(Date.now() / 1000);
    const { copy } = await sync();
    assert.ok(copy && copy.copiedAt >= before && copy.copiedAt <= Date.now() / 1000);
  });

  test('is made anew when another filter is wanted', async (t) => {
    const { origin, sync } = start(t);
    origin.commit({ files: { 'a.ts': '1' } });
    assert.equal((await sync({ filter: 'tree:0' })).status, 'cloned');
    const result = await sync({ filter: 'blob:none' });
    assert.equal(result.status, 'cloned');
    assert.deepEqual((await readAll(result, true))[0]?.files.src, 1);
  });

  test('that a killed git left locked is made anew', async (t) => {
    const { origin, sync } = start(t);
    origin.commit();
    const { copy } = await sync();
    writeFileSync(join(copy?.gitDir ?? '', 'refs', 'heads', 'default.lock'), '');
    origin.commit();
    assert.equal((await sync()).status, 'cloned');
    assert.equal((await sync()).status, 'unchanged');
  });
});

describe('a commits-only copy', () => {
  test('is read without the remote: no tree is ever asked for', async (t) => {
    const { origin, sync } = start(t);
    origin.commit({ files: { 'a.ts': '1', '.mailmap': 'Ada <ada@example.org>\n' } });
    origin.commit({ files: { 'a.ts': '2', 'package.json': '{"dependencies":{"a":"1"}}' } });
    origin.git(['tag', 'v1', 'main']);
    const result = await sync({ filter: 'tree:0' });
    const held = await objects(result);
    renameSync(origin.path, `${origin.path}.away`);
    const commits = await readAll(result, false);
    assert.equal(commits.length, 2);
    for (const { files, dependenciesAdded } of commits)
      assert.deepEqual([Object.values(files).filter(Boolean), dependenciesAdded], [[], []]);
    assert.deepEqual(await objects(result), held);
    assert.equal(held.size, 2);
  });

  test('cannot tell paths, and says so', async (t) => {
    const { origin, sync } = start(t);
    origin.commit();
    await assert.rejects(readAll(await sync({ filter: 'tree:0' }), true), {
      code: 'git-without-trees',
    });
  });
});

describe('a copy with paths', () => {
  test('is read without the remote: files by kind, and who the mailmap says', async (t) => {
    const { origin, sync } = start(t);
    const author = { name: 'Laptop', address: 'laptop@example.org' };
    const mailmap = 'Ada Example <ada@example.org> <laptop@example.org>\n';
    origin.commit({ author, files: { 'a.ts': '1' } });
    origin.commit({ files: { 'package.json': '{"dependencies":{"a":"1"}}', '.mailmap': mailmap } });
    const result = await sync({ filter: 'blob:none' });
    if (result.copy) await fetchManifests({ ...result.copy, coveredFrom: null });
    renameSync(origin.path, `${origin.path}.away`);
    const [second, first] = await readAll(result, true);
    assert.equal(first?.files.src, 1);
    assert.equal(second?.files.manifest, 1);
    assert.deepEqual(second?.dependenciesAdded, []);
    assert.equal(first?.emailHash, second?.emailHash);
  });
});

describe('a repository with SHA-256 ids', () => {
  const SHA256 = '--object-format=sha256';

  for (const [transport, address] of [
    ['a folder', async (_: TestContext, origin: GitFixture) => origin.url],
    ['HTTP', async (t: TestContext, origin: GitFixture) => `${await serveGit(t, origin)}/a/b`],
  ] as const)
    test(`is copied over ${transport}, renewed, and read whole`, async (t) => {
      const { sync } = start(t);
      const origin = new GitFixture(t, SHA256);
      const url = await address(t, origin);
      const manifest = (name: string) => ({ 'package.json': `{"dependencies":{"${name}":"1"}}` });
      origin.commit({ files: manifest('a') });
      assert.equal((await sync({ url, filter: 'blob:none' })).status, 'cloned');
      const head = origin.commit({ files: manifest('b') });
      const { status, copy } = await sync({ url, filter: 'blob:none' });
      assert.ok(copy);
      assert.deepEqual([status, copy.head, head.length], ['fetched', head, 64]);
      const { gitDir } = copy;
      await fetchManifests({ ...copy, coveredFrom: null });
      const { commits } = await gitHistory({ ...READING, gitDir, hasManifests: true });
      assert.deepEqual(await all(commits), await origin.commits());
    });

  test('is copied anew where one with SHA-1 ids was, and the other way round', async (t) => {
    const { origin, sync } = start(t);
    const other = new GitFixture(t, SHA256);
    const heads = [origin, other].map((repository) => repository.commit());
    const copied = [];
    for (const { url } of [origin, other, origin]) copied.push((await sync({ url })).copy?.head);
    assert.deepEqual(copied, [heads[0], heads[1], heads[0]]);
  });
});

describe('a repository', () => {
  test('that is shallow is refused at once, with the remedy, and leaves an older whole copy', async (t) => {
    const { origin, folder, sync } = start(t);
    origin.commit();
    const head = origin.commit();
    const path = join(dirname(folder), '..', 'shallow.git');
    await runGit(['clone', '--bare', '--depth=1', origin.url, path], { network: true });
    writeFileSync(join(path, 'config'), '[uploadpack]\n\tallowFilter = true\n', { flag: 'a' });
    const url = pathToFileURL(path).href;
    for (const filter of ['blob:none', 'tree:0'] as const) {
      const { status, message, copy } = await sync({ url, filter });
      assert.deepEqual([status, copy], ['failed', null]);
      assert.match(
        message,
        /lacks its older history; if it is a shallow clone, run git fetch --unshallow in it$/,
      );
    }
    assert.deepEqual(neighbours(folder), []);
    await sync();
    const { copy } = await sync({ url });
    assert.equal(copy?.head, head);
    assert.equal((await readAll(await sync({ url }), false)).length, 2);
  });

  test('without commits is empty, and fetched once it has some', async (t) => {
    const { origin, sync } = start(t);
    const result = await sync();
    assert.equal(result.status, 'empty');
    assert.deepEqual(await readAll(result, false), []);
    origin.commit();
    assert.equal((await sync()).status, 'fetched');
  });

  test('that was emptied leaves an empty copy', async (t) => {
    const { origin, sync } = start(t);
    origin.commit();
    await sync();
    origin.git(['update-ref', '-d', 'refs/heads/main']);
    const result = await sync();
    assert.equal(result.status, 'empty');
    assert.deepEqual(await readAll(result, false), []);
  });

  test('that does not exist is gone, and leaves nothing behind', async (t) => {
    const { folder, sync } = start(t);
    const result = await sync({ url: 'file:///nowhere/at/all' });
    assert.deepEqual([result.status, result.copy], ['gone', null]);
    assert.match(result.message, /does not appear to be a git repository/);
    assert.deepEqual(neighbours(folder), []);
  });

  test('that has gone since keeps its older copy', async (t) => {
    const { origin, sync } = start(t);
    const head = origin.commit();
    await sync();
    renameSync(origin.path, `${origin.path}.away`);
    const { status, copy } = await sync();
    assert.deepEqual([status, copy?.head], ['gone', head]);
  });

  for (const status of [401, 403, 404, 410, 451])
    test(`that answers ${status} is gone`, async (t) => {
      const { overHttp } = start(t);
      assert.equal((await overHttp(() => status)).status, 'gone');
    });

  test('that moved is followed, and its new name is told', async (t) => {
    const { origin, overHttp } = start(t);
    const head = origin.commit();
    const { status, message, copy } = await overHttp((path) =>
      path.startsWith('/example/old') ? { redirect: path.replace('old', 'new') } : 'serve',
    );
    assert.deepEqual([status, copy?.head], ['renamed', head]);
    assert.match(message, /^moved to example\/new; list it under that name/);
  });

  test('that is sent on to the same name is not renamed', async (t) => {
    const { origin, overHttp } = start(t);
    origin.commit();
    const { status } = await overHttp((path) =>
      path.startsWith('/example/old/') ? { redirect: path.replace('old', 'OLD.git') } : 'serve',
    );
    assert.equal(status, 'cloned');
  });
});

describe('a failing network', () => {
  test('is tried again', async (t) => {
    const { origin, overHttp } = start(t);
    origin.commit();
    let requests = 0;
    const { status } = await overHttp(() => (++requests <= 2 ? 503 : 'serve'));
    assert.equal(status, 'cloned');
  });

  test('is a failure after three tries, and the next repository goes on', async (t) => {
    const { overHttp } = start(t);
    let requests = 0;
    const { status, message } = await overHttp(() => {
      requests++;
      return 500;
    });
    assert.equal(status, 'failed');
    assert.match(message, /500/);
    assert.equal(requests, 3);
  });

  test('is no place for passwords: messages hold none', async (t) => {
    const { origin, sync } = start(t);
    const url = await serveGit(t, origin, () => 404);
    const { message } = await sync({ url: url.replace('//', '//someone:secret@') });
    assert.doesNotMatch(message, /secret|someone/);
  });
});

describe('an interrupted clone', () => {
  test('never looks finished: a killed process leaves what the next one clears away', async (t) => {
    const { origin, folder, request, sync } = start(t);
    const head = origin.commit();
    const url = await serveGit(t, origin, (path) =>
      path.includes('info/refs') ? 'serve' : 'hang',
    );
    const killed = inAnotherProcess({ ...request, url: `${url}/example/old` });
    await until(() => neighbours(folder).some((name) => name.includes('.partial-')));
    await delay(50);
    killed.kill('SIGKILL');
    assert.ok(!existsSync(folder));
    await until(async () => (await sync()).status !== 'failed');
    const { status, copy } = await sync();
    assert.deepEqual([status, copy?.head], ['unchanged', head]);
    assert.deepEqual(neighbours(folder), ['copy']);
  });

  test('that left a partial copy is started anew', async (t) => {
    const { origin, folder, sync } = start(t);
    origin.commit();
    mkdirSync(join(`${folder}.partial-left`, 'objects'), { recursive: true });
    assert.equal((await sync()).status, 'cloned');
    assert.deepEqual(neighbours(folder), ['copy']);
  });

  test('by a signal is a failure like others, and leaves nothing behind', async (t) => {
    const { origin, folder, sync } = start(t);
    const url = await serveGit(t, origin, () => 'hang');
    const signal = AbortSignal.timeout(100);
    const { status, message } = await sync({ url: `${url}/example/old`, signal });
    assert.deepEqual([status, message], ['failed', 'interrupted']);
    assert.deepEqual(neighbours(folder), []);
  });
});

test('two at once do not trample each other: one copies, the other is told', async (t) => {
  const { origin, sync } = start(t);
  origin.commit();
  const results = await Promise.all([sync(), sync()]);
  assert.deepEqual(results.map(({ status }) => status).sort(), ['cloned', 'failed']);
  assert.match(results.map(({ message }) => message).join(), /another process is copying it/);
});

test('a folder that holds something else is left alone', async (t) => {
  const { origin, folder, sync } = start(t);
  origin.commit();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'thesis.txt'), 'years of work');
  const { status, message } = await sync();
  assert.equal(status, 'failed');
  assert.match(message, /not a copy that was made here/);
  assert.deepEqual(readdirSync(folder), ['thesis.txt']);
});

for (const url of ['ext::sh -c touch% /tmp/bellwether-was-here', '--upload-pack=touch x', 'x.git'])
  test(`an address like ${url.slice(0, 8)} is refused before git sees it`, async (t) => {
    const { status, message } = await start(t).sync({ url });
    assert.equal(status, 'failed');
    assert.match(message, /must begin with https/);
  });

/** A fixture to copy, and a place to copy it to. */
function start(t: TestContext) {
  const origin = new GitFixture(t);
  const folder = join(temporaryFolder(t), 'copies', 'copy');
  const request: SyncRequest = {
    url: origin.url,
    folder,
    filter: 'tree:0',
    retryDelays: [1, 1],
  };
  const sync = (change: Partial<SyncRequest> = {}) => syncRepository({ ...request, ...change });
  const overHttp = async (behave: (path: string) => Behaviour) =>
    sync({ url: `${await serveGit(t, origin, behave)}/example/old` });
  return { origin, folder, request, sync, overHttp };
}

function copyOf({ copy, message }: SyncResult): string {
  assert.ok(copy, message);
  return copy.gitDir;
}

async function readAll(result: SyncResult, withPaths: boolean) {
  const { commits } = await gitHistory({ ...READING, gitDir: copyOf(result), withPaths });
  return all(commits);
}

/** Ids of all objects in a copy. */
async function objects(result: SyncResult): Promise<Set<string>> {
  const list = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)'];
  const { output } = await runGit(list, { gitDir: copyOf(result) });
  return new Set(output.split('\n').filter(Boolean));
}

async function references(result: SyncResult): Promise<string[]> {
  const { output } = await runGit(['for-each-ref', '--format=%(refname)'], {
    gitDir: copyOf(result),
  });
  return output.trim().split('\n');
}

function neighbours(folder: string): string[] {
  const names = existsSync(dirname(folder)) ? readdirSync(dirname(folder)).sort() : [];
  // The empty file of the lock stays.
  return names.filter((name) => !name.endsWith('.held'));
}

function inAnotherProcess(request: SyncRequest) {
  const clone = new URL('../../../../src/pipeline/collect/git/clone.ts', import.meta.url).href;
  const program = `(await import(${JSON.stringify(clone)})).syncRepository(${JSON.stringify(request)})`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10);
}
