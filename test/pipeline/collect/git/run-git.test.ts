/** git that hangs, floods or fails is ended, and so is all that it started. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../../../src/lib/project-root.ts';
import { Blobs } from '../../../../src/pipeline/collect/git/blobs.ts';
import { runGit, startGit } from '../../../../src/pipeline/collect/git/run-git.ts';
import { hurryGit, replaceGit } from '../../../support/git-on-path.ts';
import { GitFixture, temporaryFolder } from '../git-fixture.ts';

const SPIN = 'while :; do :; done';
const HOUR_MS = 3_600_000;
const ON_LINUX = { skip: process.platform !== 'linux' && 'needs setpriv' };
const RUN_GIT = join(PROJECT_ROOT, 'src', 'pipeline', 'collect', 'git', 'run-git.ts');

describe('a git process', () => {
  it('that prints nothing is ended, with the reason and the setting', async (t) => {
    const folder = replaceGit(t, `echo $$ > "$FOLDER/pid"\n${SPIN}`);
    hurryGit(t, { idleMs: 200, totalMs: HOUR_MS });
    await assert.rejects(runGit(['log'], { gitDir: temporaryFolder(t) }), {
      code: 'git-overdue',
      message: /^git log was ended: it printed nothing for 0\.2 seconds.*GIT_IDLE_SECONDS/,
    });
    assert.ok(!isRunning(folder, 'pid'));
  });

  it('that does not want to end is killed, with the programs that it started', async (t) => {
    const beat = 'while :; do echo >> "$FOLDER/beats"; sleep 0.02; done';
    const folder = replaceGit(t, `trap '' TERM\n(${beat}) &\necho $$ > "$FOLDER/pid"\n${SPIN}`);
    hurryGit(t, { idleMs: 500, totalMs: HOUR_MS });
    await assert.rejects(runGit(['fetch'], { network: true }), { code: 'git-overdue' });
    assert.ok(!isRunning(folder, 'pid'));
    const beats = () => statSync(join(folder, 'beats')).size;
    const last = beats();
    assert.ok(last > 0);
    await delay(200);
    assert.equal(beats(), last);
  });

  it('that never stops printing is ended when its time is up', async (t) => {
    replaceGit(t, 'while sleep 0.05; do echo; done');
    hurryGit(t, { idleMs: 300, totalMs: 1000 });
    await assert.rejects(runGit(['log']), {
      code: 'git-overdue',
      message: /it ran for 1 seconds \(GIT_TOTAL_SECONDS\)/,
    });
  });

  it('that is silent while its repository grows goes on', async (t) => {
    const gitDir = temporaryFolder(t);
    replaceGit(
      t,
      `for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo >> '${gitDir}/pack'; sleep 0.1; done`,
    );
    hurryGit(t, { idleMs: 500, totalMs: HOUR_MS });
    await runGit(['fetch'], { gitDir });
  });

  it('whose output waits to be read goes on', async (t) => {
    replaceGit(t, 'yes | head -c 1000000');
    hurryGit(t, { idleMs: 500, totalMs: HOUR_MS });
    const { stdout, ended } = startGit(['log']);
    let bytes = 0;
    for await (const chunk of stdout) {
      if (bytes === 0) await delay(1500);
      bytes += chunk.length;
    }
    assert.equal(bytes, 1_000_000);
    await ended;
  });

  it('that waits for a question goes on, and one that owes an answer is ended', async (t) => {
    const fixture = new GitFixture(t);
    fixture.commit({ files: { 'a.ts': 'one' } });
    hurryGit(t, { idleMs: 800, totalMs: HOUR_MS });
    const id = fixture.git(['rev-parse', 'main:a.ts']);
    const blobs = new Blobs({ gitDir: fixture.path });
    t.after(() => blobs.close());
    await delay(1800);
    assert.equal(String(await blobs.read(id)), 'one');
    await delay(1800);
    assert.equal(String(await blobs.read(id)), 'one');
    blobs.close();
    replaceGit(t, SPIN);
    await assert.rejects(new Blobs({ gitDir: fixture.path }).read(id), { code: 'git-overdue' });
  });

  it('that floods is ended', async (t) => {
    const folder = replaceGit(t, 'echo $$ > "$FOLDER/pid"\nexec yes');
    await assert.rejects(runGit(['rev-list']), { code: 'git-too-much' });
    await until(() => !isRunning(folder, 'pid'));
  });

  it('that a signal ends is ended', async (t) => {
    replaceGit(t, SPIN);
    const signal = AbortSignal.timeout(100);
    await assert.rejects(runGit(['log'], { signal }), { name: 'TimeoutError' });
  });
});

describe('every git process', () => {
  it('is started in one place', () => {
    const sources = globSync('src/**/*.ts', { cwd: PROJECT_ROOT });
    const starting = sources.filter((path) =>
      /'node:child_process'/.test(readFileSync(join(PROJECT_ROOT, path), 'utf8')),
    );
    assert.deepEqual(starting, ['src/pipeline/collect/git/run-git.ts']);
  });

  it('ends with the process that started it, also if that is killed', ON_LINUX, async (t) => {
    const folder = replaceGit(t, `echo $$ > "$FOLDER/pid"\nexec sleep 3600`);
    const script = `import { runGit } from '${pathToFileURL(RUN_GIT)}'; await runGit(['fetch'], { network: true });`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    await until(() => isRunning(folder, 'pid'));
    parent.kill('SIGKILL');
    for (let tries = 0; tries < 250 && isRunning(folder, 'pid'); tries++) await delay(20);
    const isLeft = isRunning(folder, 'pid');
    if (isLeft) process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')));
    assert.ok(!isLeft);
  });

  it('writes no commit-graph, even if the repository’s own settings ask for one', async (t) => {
    const fixture = new GitFixture(t);
    fixture.commit();
    const settings = ['core.commitGraph', 'fetch.writeCommitGraph', 'gc.writeCommitGraph'];
    for (const setting of settings) fixture.git(['config', setting, 'true']);
    const gitDir = fixture.path;
    for (const command of [['gc'], ['repack', '-ad'], ['commit-graph', 'write', '--reachable']])
      await runGit(command, { gitDir });
    await runGit(['fetch', '--quiet', fixture.url, '+main:copy'], { gitDir, network: true });
    assert.deepEqual(globSync('objects/info/commit-graph*', { cwd: gitDir }), []);
  });

  it('has bounded memory', async (t) => {
    replaceGit(t, 'ulimit -d');
    const limit = async (command: string) => Number((await runGit([command])).output);
    assert.deepEqual([await limit('log'), await limit('gc')], [1 << 20, 2 << 20]);
  });
});

/** Whether the process runs whose id a script wrote to a file. */
function isRunning(folder: string, file: string): boolean {
  try {
    return process.kill(Number(readFileSync(join(folder, file), 'utf8')), 0);
  } catch {
    return false;
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await delay(20);
}
