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
  test('is cloned, fetched (what is new alone), rewritten, and made anew where git left it locked', async (t) => {
    const { origin, sync } = start(t);
    const kept = origin.commit();
    for (let commit = 0; commit < 4; commit++) origin.commit();
    const before = Math.floor(Date.now() / 1000);
    const cloned = await sync();
    assert.equal(cloned.status, 'cloned');
    const at = cloned.copy?.copiedAt ?? 0;
    assert.ok(at >= before && at <= Date.now() / 1000);
    const gitDir = copyOf(cloned);
    await runGit(['fsck'], { gitDir });
    // Its branch is then among the packed refs.
    await runGit(['pack-refs', '--all'], { gitDir });
    const unchanged = await sync();
    assert.deepEqual([unchanged.status, unchanged.copy?.head], ['unchanged', cloned.copy?.head]);

    const held = new Set(await lines(unchanged, 'rev-list', '--all'));
    const added = [origin.commit(), origin.commit()];
    const fetched = await sync();
    assert.deepEqual([fetched.status, fetched.copy?.head], ['fetched', added[1]]);
    const now = new Set(await lines(fetched, 'rev-list', '--all'));
    assert.deepEqual([...now.difference(held)].sort(), added.sort());

    origin.git(['update-ref', 'refs/heads/main', kept]);
    const head = origin.commit({ message: 'Something else' });
    const { status, copy } = await sync();
    assert.deepEqual([status, copy?.head], ['rewritten', head]);

    writeFileSync(join(gitDir, 'refs', 'heads', 'default.lock'), '');
    origin.commit();
    assert.equal((await sync()).status, 'cloned');
    assert.equal((await sync()).status, 'unchanged');
  });

  test('has the default branch under any name and all tags, and no other of 100 000 refs', async (t) => {
    const { origin, sync } = start(t);
    const head = origin.commit();
    origin.git(['branch', 'release', 'main']);
    origin.commit({}, 'release');
    origin.git(['tag', 'v1', 'release']);
    origin.git(['pack-refs', '--all']);
    const refs = Array.from({ length: 100_000 }, (_, at) => `refs/pull/${1e6 + at}/head`);
    const packed = join(origin.path, 'packed-refs');
    const [header, ...own] = readFileSync(packed, 'utf8').trim().split('\n');
    const sorted = [...own, ...refs.map((ref) => `${head} ${ref}`)].toSorted((a, b) =>
      a.slice(41) < b.slice(41) ? -1 : 1,
    );
    writeFileSync(packed, `${header}\n${sorted.join('\n')}\n`);
    const server = await gitOverHttp(origin.path);
    t.after(server.close);
    const url = `${server.url}/example/origin`;
    const references = ['for-each-ref', '--format=%(refname)'];
    const first = ['refs/heads/default', 'refs/tags/v1'];
    assert.deepEqual(await lines(await sync({ url }), ...references), first);
    assert.ok(server.traffic.bytesSent < 10_000, `${server.traffic.bytesSent} bytes`);
    origin.git(['tag', '--delete', 'v1']);
    origin.git(['tag', 'v2', 'main']);
    origin.git(['branch', '--move', 'main', 'trunk']);
    const renamed = await sync({ url });
    assert.equal(renamed.status, 'unchanged');
    assert.deepEqual(await lines(renamed, ...references), ['refs/heads/default', 'refs/tags/v2']);
    const next = origin.commit({}, 'trunk');
    const { status, copy } = await sync({ url });
    assert.deepEqual([status, copy?.head], ['fetched', next]);
  });

  test('is read without the remote: files by kind, and who the mailmap says', async (t) => {
    const { origin, sync } = start(t);
    const author = { name: 'Laptop', address: 'laptop@example.org' };
    const mailmap = 'Ada Example <ada@example.org> <laptop@example.org>\n';
    origin.commit({ author, files: { 'a.ts': '1' } });
    origin.commit({ files: { 'package.json': '{"dependencies":{"a":"1"}}', '.mailmap': mailmap } });
    const result = await sync();
    if (result.copy) await fetchManifests({ ...result.copy, coveredFrom: null });
    renameSync(origin.path, `${origin.path}.away`);
    const [second, first] = await readAll(result);
    assert.deepEqual([first?.files.src, second?.files.manifest], [1, 1]);
    assert.deepEqual(second?.dependenciesAdded, []);
    assert.equal(first?.emailHash, second?.emailHash);
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
    const { status, message, copy } = await sync({ url });
    assert.deepEqual([status, copy, neighbours(folder)], ['failed', null, []]);
    assert.match(
      message,
      /lacks its older history; if it is a shallow clone, run git fetch --unshallow in it$/,
    );
    await sync();
    const later = await sync({ url });
    assert.equal(later.copy?.head, head);
    assert.equal((await readAll(later)).length, 2);
  });

  test('is empty without commits, and gone where it does not exist; an older copy is kept', async (t) => {
    const { origin, folder, sync } = start(t);
    const none = await sync({ url: 'file:///nowhere/at/all' });
    assert.deepEqual([none.status, none.copy, neighbours(folder)], ['gone', null, []]);
    const empty = async () => {
      const result = await sync();
      assert.deepEqual([result.status, await readAll(result)], ['empty', []]);
    };
    await empty();
    origin.commit();
    assert.equal((await sync()).status, 'fetched');
    origin.git(['update-ref', '-d', 'refs/heads/main']);
    await empty();
    const head = origin.commit();
    await sync();
    renameSync(origin.path, `${origin.path}.away`);
    const { status, copy } = await sync();
    assert.deepEqual([status, copy?.head], ['gone', head]);
  });

  test('that the service refuses for good is gone; a failing network is tried three times', async (t) => {
    const { origin, overHttp, sync } = start(t);
    origin.commit();
    for (const refusal of [401, 403, 404, 410, 451])
      assert.equal((await overHttp(() => refusal)).status, 'gone', `${refusal}`);
    let requests = 0;
    const { status, message } = await overHttp(() => {
      requests++;
      return 500;
    });
    assert.deepEqual([status, requests], ['failed', 3]);
    assert.match(message, /500/);
    const url = await serveGit(t, origin, () => 404);
    const refused = await sync({ url: url.replace('//', '//someone:secret@') });
    assert.doesNotMatch(refused.message, /secret|someone/);
    requests = 0;
    assert.equal((await overHttp(() => (++requests <= 2 ? 503 : 'serve'))).status, 'cloned');
  });

  test('that moved is followed, and its new name is told; another spelling is no move', async (t) => {
    const { origin, overHttp } = start(t);
    const head = origin.commit();
    const redirect = (to: string) => (path: string) =>
      path.startsWith('/example/old/') ? { redirect: path.replace('old', to) } : ('serve' as const);
    const { status, message, copy } = await overHttp(redirect('new'));
    assert.deepEqual([status, copy?.head], ['renamed', head]);
    assert.match(message, /^moved to example\/new; list it under that name/);
    assert.equal((await overHttp(redirect('OLD.git'))).status, 'unchanged');
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

test('an address that is no address is refused before git sees it', async (t) => {
  const { sync } = start(t);
  for (const url of ['ext::sh -c touch% /tmp/was-here', '--upload-pack=touch x', 'x.git']) {
    const { status, message } = await sync({ url });
    assert.equal(status, 'failed');
    assert.match(message, /must begin with https/);
  }
});

/** A fixture to copy, and a place to copy it to. */
function start(t: TestContext) {
  const origin = new GitFixture(t);
  const folder = join(temporaryFolder(t), 'copies', 'copy');
  const request: SyncRequest = { url: origin.url, folder, retryDelays: [1, 1] };
  const sync = (change: Partial<SyncRequest> = {}) => syncRepository({ ...request, ...change });
  const overHttp = async (behave: (path: string) => Behaviour) =>
    sync({ url: `${await serveGit(t, origin, behave)}/example/old` });
  return { origin, folder, request, sync, overHttp };
}

function copyOf({ copy, message }: SyncResult): string {
  assert.ok(copy, message);
  return copy.gitDir;
}

async function readAll(result: SyncResult) {
  return all((await gitHistory({ ...READING, gitDir: copyOf(result) })).commits);
}

/** The lines that git prints of a copy. */
async function lines(result: SyncResult, ...command: string[]): Promise<string[]> {
  const { output } = await runGit(command, { gitDir: copyOf(result) });
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
