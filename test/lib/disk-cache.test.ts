import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readCached, versionOf, writeCached } from '../../src/lib/disk-cache.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function newFolder(t: TestContext): Promise<string> {
  return join(await temporaryFolder(t), 'kept');
}

describe('a cache on the disk', () => {
  it('has nothing where a file was damaged, cut off or swapped, and takes it anew', async (t) => {
    const folder = await newFolder(t);
    const content = Buffer.from('what was rendered');
    await writeCached(folder, 'other', Buffer.from('something else'));
    const [other = ''] = await readdir(folder);
    await writeCached(folder, 'key', content);
    const name = (await readdir(folder)).find((each) => each !== other) ?? '';
    const path = join(folder, name);
    const whole = await readFile(path);
    const damages: [what: string, damage: () => Promise<void>][] = [
      ['empty', () => truncate(path, 0)],
      ['cut off in its checksum', () => truncate(path, 40)],
      ['without its content', () => truncate(path, 64)],
      ['cut off by a byte', () => truncate(path, whole.length - 1)],
      ['longer by a byte', () => writeFile(path, Buffer.concat([whole, Buffer.from('!')]))],
      ['another’s', async () => writeFile(path, await readFile(join(folder, other)))],
    ];
    for (const at of [0, 63, 64, whole.length - 1])
      damages.push([
        `changed at ${at}`,
        () => writeFile(path, whole.with(at, (whole[at] ?? 0) ^ 1)),
      ]);
    for (const [what, damage] of damages) {
      await damage();
      assert.equal(await readCached(folder, 'key'), undefined, what);
      await writeCached(folder, 'key', content);
      assert.deepEqual(await readCached(folder, 'key'), content, what);
    }
  });

  it('keeps the latest, whichever process wrote them', async (t) => {
    const folder = await newFolder(t);
    for (let number = 0; number < 30; number++)
      await writeCached(folder, `key ${number}`, Buffer.from([number]));
    assert.equal((await readdir(folder)).length, 20);
    assert.deepEqual(await readCached(folder, 'key 29'), Buffer.from([29]));
    assert.equal(await readCached(folder, 'key 0'), undefined);
  });

  it('has nothing where nothing can be written', async (t) => {
    const folder = await newFolder(t);
    await writeFile(folder, 'a file');
    await writeCached(folder, 'key', Buffer.from('content'));
    assert.equal(await readCached(folder, 'key'), undefined);
  });
});

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
