import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { build } from '../../../src/transports/build.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const COMMIT = 'c0ffee'.padEnd(40, '0');

function git(folder: string, ...args: string[]): string {
  const author = ['-c', 'user.name=Ada Example', '-c', 'user.email=ada@example.org'];
  return execFileSync('git', ['-C', folder, ...author, ...args], { encoding: 'utf8' }).trim();
}

const commitOf = async (folder: string) => (await build(folder)).commit;

it('the commit is git’s in a checkout, the exported one without git, and otherwise unknown', async (t) => {
  const folder = await temporaryFolder(t);
  git(folder, 'init', '--quiet');
  for (const name of ['COMMIT', '.gitattributes'])
    await writeFile(join(folder, name), await readFile(join(PROJECT_ROOT, name)));
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'Begin');
  const head = git(folder, 'rev-parse', 'HEAD');
  assert.equal(await commitOf(folder), head);

  const exported = await temporaryFolder(t);
  const archive = execFileSync('git', ['-C', folder, 'archive', 'HEAD']);
  execFileSync('tar', ['-x', '-C', exported], { input: archive });
  assert.equal(await commitOf(exported), head);
  await writeFile(join(exported, 'COMMIT'), `${COMMIT}\n`);
  assert.equal(await commitOf(exported), COMMIT);

  const inside = join(folder, 'vendor');
  await mkdir(inside);
  assert.equal(await commitOf(inside), 'unknown');
  await writeFile(join(inside, 'COMMIT'), '$Format:%H$\n');
  await writeFile(join(inside, '.git'), 'gitdir: nowhere\n');
  assert.equal(await commitOf(inside), 'unknown');
});
