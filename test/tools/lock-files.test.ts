/** Lock files name the content of every package, on every platform: npm installs nothing else. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), optional: z.boolean().optional() }),
  ),
});

/** Optional packages of tests, for other platforms, that the registry lacks in the locked version. */
const UNPUBLISHED: Readonly<Record<string, readonly string[]>> = {
  'test/clickhouse/package-lock.json': [
    'node_modules/@chdb/lib-darwin-arm64',
    'node_modules/@chdb/lib-darwin-x64',
    'node_modules/@chdb/lib-linux-arm64-gnu',
  ],
};

const files = globSync('**/package-lock.json', {
  cwd: PROJECT_ROOT,
  exclude: (path) => path.split('/').includes('node_modules'),
});

describe('a lock file', () => {
  it('belongs to the project and to each package of its tests', () => {
    assert.deepEqual(files.toSorted(), [
      'package-lock.json',
      'test/chains/package-lock.json',
      'test/clickhouse/package-lock.json',
      'test/clients/package-lock.json',
    ]);
  });

  for (const file of files)
    it(`${file} has a SHA-512 for every package`, () => {
      const { packages } = LockFile.parse(
        JSON.parse(readFileSync(join(PROJECT_ROOT, file), 'utf8')),
      );
      const { '': _, ...installed } = packages;
      const without = Object.entries(installed).filter(
        ([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
      );
      assert.deepEqual(
        without.map(([path]) => path),
        UNPUBLISHED[file] ?? [],
      );
      assert.ok(without.every(([, { optional }]) => optional));
      assert.ok(Object.keys(installed).length > 0);
    });
});
