/** Starts after the first find their modules compiled, wherever the project may be written. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** The project with an entry of its own. */
async function project(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'bin'));
  for (const file of ['bin/bellwether.cjs', 'package.json'])
    await copyFile(join(PROJECT_ROOT, file), join(folder, file));
  await symlink(join(PROJECT_ROOT, 'src'), join(folder, 'src'));
  return folder;
}

async function version(folder: string): Promise<string> {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const args = [join(folder, 'bin', 'bellwether.cjs'), '--version'];
  return (await promisify(execFile)(process.execPath, args, { env })).stdout;
}

describe('compiled modules', () => {
  it('are kept beside the installed ones', async (t) => {
    const folder = await project(t);
    assert.match(await version(folder), /^\d/);
    const kept = join(folder, 'node_modules', '.cache', 'compiled');
    assert.ok((await readdir(kept, { recursive: true })).length > 1);
    assert.match(await version(folder), /^\d/);
  });

  it('are not kept where nothing can be written', async (t) => {
    const folder = await project(t);
    await writeFile(join(folder, 'node_modules'), 'no folder');
    assert.match(await version(folder), /^\d/);
  });
});
