import assert from 'node:assert/strict';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { versionOf } from '../../src/lib/disk-cache.ts';
import { temporaryFolder } from '../support/temporary.ts';

it('the version of the code changes with every source, its name, and the libraries', async (t) => {
  const root = await temporaryFolder(t);
  const path = (name: string) => join(root, name);
  await mkdir(path('src/pages'), { recursive: true });
  const versions: string[] = [];
  const changes = [
    () => writeFile(path('package-lock.json'), '{"lockfileVersion":3}'),
    () => writeFile(path('package-lock.json'), '{"lockfileVersion":4}'),
    () => writeFile(path('src/main.ts'), 'a'),
    () => writeFile(path('src/pages/home.ts'), 'b'),
    () => writeFile(path('src/pages/home.ts'), 'c'),
    () => rename(path('src/pages/home.ts'), path('src/home.ts')),
  ];
  for (const change of changes) {
    await change();
    versions.push(await versionOf(root));
    assert.equal(await versionOf(root), versions.at(-1), 'the same for the same code');
  }
  assert.equal(new Set(versions).size, changes.length);
});
