/** Lock files name the content of every package, on every platform: npm installs nothing else. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

const Package = z.object({ integrity: z.string().default(''), optional: z.boolean().optional() });
const LockFile = z.object({ packages: z.record(z.string(), Package) });
/** Optional packages of tests, for other platforms, that the registry lacks in the locked version. */
const UNPUBLISHED = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'];

for (const folder of ['.', 'test/chains', 'test/clickhouse', 'test/clients'])
  it(`the lock file of ${folder} has a SHA-512 for every package`, () => {
    const text = readFileSync(join(PROJECT_ROOT, folder, 'package-lock.json'), 'utf8');
    const { '': _, ...installed } = LockFile.parse(JSON.parse(text)).packages;
    const without = Object.entries(installed).filter(
      ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
    );
    const expected = UNPUBLISHED.map((name) => `node_modules/@chdb/lib-${name}`);
    assert.deepEqual(
      without.map(([path]) => path),
      folder === 'test/clickhouse' ? expected : [],
    );
    assert.ok(without.every(([, { optional }]) => optional));
    assert.ok(Object.keys(installed).length > 0);
  });
