/** Starts after the first find their modules compiled, if the folder of the cache can be written. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** The project with an entry of its own. */
async function project(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'bin'));
  for (const file of ['bin/bellwether.cjs', 'bin/compile-cache.cjs', 'package.json'])
    await copyFile(join(PROJECT_ROOT, file), join(folder, file));
  await symlink(join(PROJECT_ROOT, 'src'), join(folder, 'src'));
  return folder;
}

/** @param cache the user's folder for caches */
async function version(folder: string, cache: string): Promise<string> {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const args = [join(folder, 'bin', 'bellwether.cjs'), '--version'];
  const options = { env: { ...env, XDG_CACHE_HOME: cache } };
  return (await promisify(execFile)(process.execPath, args, options)).stdout;
}

it('compiled modules are kept in the folder of the user for such things, if it can be written', async (t) => {
  const folder = await project(t);
  const cache = await temporaryFolder(t);
  for (const place of [cache, cache, join(folder, 'package.json')])
    assert.match(await version(folder, place), /^\d/);
  const names = await readdir(join(cache, 'bellwether'), { recursive: true });
  assert.ok(names.length > 10);
  assert.deepEqual((await readdir(folder)).sort(), ['bin', 'package.json', 'src']);
});

it('compiled modules leave when there are more than 200 MB of them, the oldest first', async (t) => {
  const cache = await temporaryFolder(t);
  const folder = join(cache, 'bellwether', 'v20');
  await mkdir(folder, { recursive: true });
  for (const [name, year] of Object.entries({ old: 2021, older: 2020, new: 2026 })) {
    await writeFile(join(folder, name), '');
    await truncate(join(folder, name), 90_000_000);
    const written = new Date(Date.UTC(year, 0));
    await utimes(join(folder, name), written, written);
  }
  assert.match(await version(await project(t), cache), /^\d/);
  assert.deepEqual((await readdir(folder)).sort(), ['new', 'old']);
});
