/** The rules of imports between folders, checked on a small tree of files. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SCRIPT = join(PROJECT_ROOT, 'tools', 'check-imports.ts');

/** @param files contents by path */
async function check(files: Readonly<Record<string, string>>) {
  const root = await temporaryFolder();
  const all = { 'client/index.ts': 'export {};', ...files };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return promisify(execFile)(process.execPath, [SCRIPT, root]).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
  );
}

const LIB = { 'src/lib/period.ts': 'export const WEEK = 7; export type Week = number;' };

describe('import rules', () => {
  it('let data flow downwards', async () => {
    const allowed = "import { WEEK } from '../lib/period.ts'; export const days = WEEK;";
    const { code, text } = await check({ ...LIB, 'src/registry/days.ts': allowed });
    assert.equal(code, 0, text);
    assert.match(text, /^Checked 1 imports of 3 modules/);
  });

  for (const [what, from, source] of [
    ['an arrow that points back', 'src/lib/back.ts', "import { days } from '../registry/days.ts';"],
    ['one of a type alone', 'src/lib/back.ts', "import type { Days } from '../registry/days.ts';"],
    ['one at run time', 'src/lib/back.ts', "await import('../registry/days.ts');"],
    ['one out of the client', 'client/send.ts', "import '../src/registry/days.ts';"],
    ['a file in no room', 'src/other/days.ts', "import '../registry/days.ts';"],
  ] as const)
    it(`refuse ${what}`, async () => {
      const days = 'export const days = 7; export type Days = number;';
      const { code, text } = await check({ 'src/registry/days.ts': days, [from]: source });
      assert.equal(code, 1);
      assert.ok(text.startsWith(`${from} imports src/registry/days.ts: `), text);
    });

  it('keep tests to themselves', async () => {
    const shared = { 'tools/days.ts': "import '../src/lib/period.ts';", 'test/days.ts': '' };
    const used = {
      'bench/days.ts': "import '../tools/days.ts';",
      'test/a.ts': "import './days.ts';",
    };
    const { code, text } = await check({ ...LIB, ...shared, ...used });
    assert.equal(code, 0, text);
    for (const from of ['bench/a.ts', 'tools/a.ts', 'src/lib/a.ts']) {
      const to = from.startsWith('src') ? '../../test/days.ts' : '../test/days.ts';
      const refused = await check({ ...LIB, ...shared, [from]: `import '${to}';` });
      assert.equal(refused.code, 1, from);
      assert.ok(refused.text.startsWith(`${from} imports test/days.ts: `), refused.text);
    }
  });
});
