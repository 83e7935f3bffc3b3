import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { DiskCache } from '../../src/lib/disk-cache.ts';
import { temporaryFolder } from '../support/temporary.ts';

const confined = {
  skip:
    spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status !== 0 &&
    process.env['CI'] === undefined &&
    'no unprivileged namespaces here (unshare)',
};

async function newCache(t: TestContext, maxBytes = 1_000_000) {
  const folder = join(await temporaryFolder(t), 'kept');
  const faults: unknown[] = [];
  const open = () => new DiskCache({ folder, maxBytes, onFault: (error) => faults.push(error) });
  return { folder, faults, open, cache: open() };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

describe('a cache on the disk', () => {
  it('gives back what was put under the same key, also to another process', async (t) => {
    const { cache, open } = await newCache(t);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.uint8Array(), async (text, bytes) => {
        // Runs share the folder, and must not find each other's keys.
        const key = `${runs++} ${text}`;
        cache.put(key, Buffer.from(bytes));
        await cache.settled();
        assert.deepEqual(await open().get(key), Buffer.from(bytes));
        assert.equal(await open().get(`${key}?`), undefined);
      }),
      { numRuns: 30 },
    );
  });

  it('has nothing where a file was damaged, cut off or swapped, and takes it anew', async (t) => {
    const { cache, folder, faults } = await newCache(t);
    const content = Buffer.from('what was rendered');
    cache.put('other', Buffer.from('something else'));
    await cache.settled();
    const [other = ''] = await filesIn(folder);
    cache.put('key', content);
    await cache.settled();
    const path = (await filesIn(folder)).find((name) => name !== other) ?? '';
    const whole = await readFile(path);
    const damages: [what: string, damage: () => Promise<void>][] = [
      ['empty', () => truncate(path, 0)],
      ['cut off in its checksum', () => truncate(path, 40)],
      ['without its content', () => truncate(path, 64)],
      ['cut off by a byte', () => truncate(path, whole.length - 1)],
      ['longer by a byte', () => writeFile(path, Buffer.concat([whole, Buffer.from('!')]))],
      ['another’s', async () => writeFile(path, await readFile(other))],
    ];
    for (const at of [0, 63, 64, whole.length - 1])
      damages.push([
        `changed at ${at}`,
        () => writeFile(path, whole.with(at, (whole[at] ?? 0) ^ 1)),
      ]);
    for (const [what, damage] of damages) {
      await damage();
      assert.equal(await cache.get('key'), undefined, what);
      cache.put('key', content);
      await cache.settled();
      assert.deepEqual(await cache.get('key'), content, what);
    }
    assert.deepEqual(faults, []);
  });

  it('holds no more than it may, and lets go what was used longest ago', async (t) => {
    const { cache, folder, open } = await newCache(t, 10_000);
    const key = (number: number) => `key ${number}`;
    for (let number = 0; number < 9; number++) {
      cache.put(key(number), Buffer.alloc(936, number));
      await cache.settled();
    }
    const long = new Date('2020-01-01');
    for (const path of await filesIn(folder)) await utimes(path, long, long);
    assert.ok(await cache.get(key(3)));
    // A process that was just started knows what lies there.
    const later = open();
    for (let number = 9; number < 40; number++) {
      later.put(key(number), Buffer.alloc(936, number));
      await later.settled();
      const sizes = await Promise.all(
        (await filesIn(folder)).map(async (path) => (await stat(path)).size),
      );
      assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 10_000);
      if (number === 12) assert.ok(await later.get(key(3)), 'it was used');
      if (number === 12) assert.equal(await later.get(key(0)), undefined);
    }
    assert.ok(await later.get(key(39)));
  });

  it('counts what other processes write', async (t) => {
    const { folder, open } = await newCache(t, 20_000);
    const caches = [open(), open(), open()];
    for (let number = 0; number < 90; number++) {
      caches[number % 3]?.put(`key ${number}`, Buffer.alloc(936));
      await Promise.all(caches.map((cache) => cache.settled()));
    }
    // Each may write a tenth before it looks.
    assert.ok((await filesIn(folder)).length <= 26);
  });

  it('where nothing can be written says why, and has nothing', async (t) => {
    const { folder } = await newCache(t);
    await writeFile(folder, 'a file');
    const codes: unknown[] = [];
    const onFault = (error: unknown) => codes.push((error as NodeJS.ErrnoException).code);
    const cache = new DiskCache({ folder, maxBytes: 1000, onFault });
    cache.put('key', Buffer.from('content'));
    await cache.settled();
    assert.equal(await cache.get('key'), undefined);
    assert.deepEqual(new Set(codes), new Set(['ENOTDIR']));
  });

  it(
    'on a full or read-only disk says why, and gives what was kept before',
    confined,
    async (t) => {
      const folder = await temporaryFolder(t);
      const { stdout } = await promisify(execFile)('unshare', [
        '--map-root-user',
        '--mount',
        'sh',
        '-c',
        `set -e; mount -t tmpfs -o size=64k tmpfs '${folder}'; exec "$0" "$@"`,
        process.execPath,
        join(import.meta.dirname, '..', 'support', 'disk-cache-child.ts'),
        folder,
      ]);
      assert.deepEqual(JSON.parse(stdout), {
        full: { codes: ['ENOSPC'], left: 1, small: 'kept', large: null },
        readOnly: { codes: ['EROFS'], left: 1, small: 'kept', large: null },
      });
    },
  );
});
