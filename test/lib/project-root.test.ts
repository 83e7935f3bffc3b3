/** Modules are compiled for the package, so that nothing may count on their names there. */

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

/** Imports are rewritten when they are compiled; these are not. */
const NAMED = /new URL\(\s*['"`][^'"`]*\.ts['"`]|(?:endsWith|join)\([^)]*\.ts['"`]\)/;

it('no module is named as .ts except in imports; MODULE_EXTENSION is its ending', async () => {
  const folder = join(PROJECT_ROOT, 'src');
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.ts$/.test(name));
  assert.ok(names.length > 300);
  for (const name of names)
    assert.doesNotMatch(await readFile(join(folder, name), 'utf8'), NAMED, `src/${name}`);
});
