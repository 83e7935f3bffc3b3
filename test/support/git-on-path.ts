/** Another git on the path, for tests of what happens when git misbehaves. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type GitDeadlines, setGitDeadlines } from '../../src/pipeline/collect/git/watch-git.ts';

/**
 * Runs a shell script instead of git while a test runs.
 *
 * @param script has the path of the real git in `$GIT`, and a folder of its own in `$FOLDER`
 * @returns the folder
 */
export function replaceGit(t: TestContext, script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-test-'));
  const git = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const path = join(folder, 'git');
  writeFileSync(path, `#!/bin/sh\nGIT='${git}'\nFOLDER='${folder}'\n${script}\n`);
  chmodSync(path, 0o755);
  const before = process.env['PATH'];
  process.env['PATH'] = `${folder}${delimiter}${before}`;
  t.after(() => {
    process.env['PATH'] = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Gives git less time while a test runs. */
export function hurryGit(t: TestContext, deadlines: GitDeadlines): void {
  const before = setGitDeadlines(deadlines);
  t.after(() => setGitDeadlines(before));
}
