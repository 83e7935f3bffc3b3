/** Every test file is in one suite of test/suites/, so that none is left out of a run. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const TEST_FOLDER = join(import.meta.dirname, '..');
const filesBelow = (folder: string) =>
  globSync(`${folder}/**/*.test.ts`, {
    cwd: TEST_FOLDER,
    exclude: ['suites', '**/node_modules'],
  });

it('every test file is in one suite', () => {
  const inSuites = globSync('suites/*.test.ts', { cwd: TEST_FOLDER }).flatMap((suite) => {
    const [, folders = ''] =
      /describeFiles\(([^)]*\)?[^)]*)\);/.exec(readFileSync(join(TEST_FOLDER, suite), 'utf8')) ??
      assert.fail(suite);
    return [...folders.matchAll(/'([^']+)'/g)].flatMap(([, folder = '']) => filesBelow(folder));
  });
  assert.deepEqual(inSuites.sort(), filesBelow('**').sort());
});
