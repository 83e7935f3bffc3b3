/** The rules of imports between folders, checked on a small tree of files. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { temporaryFolder } from '../support/temporary.ts';

const FILES = {
  'client/index.ts': 'export {};',
  'src/lib/period.ts': 'export const WEEK = 7; export type Week = number;',
  'src/registry/days.ts':
    "import { WEEK } from '../lib/period.ts'; export const days = WEEK; export type Days = number;",
  'tools/days.ts': "import '../src/lib/period.ts';",
  'bench/days.ts': "import '../tools/days.ts';",
  'test/days.ts': '',
  'test/a.ts': "import './days.ts';",
};

const cases: [from: string, source: string, refused?: string][] = [
  ['src/registry/more.ts', "import './days.ts';"],
  ['src/lib/back.ts', "import { days } from '../registry/days.ts';", 'src/registry/days.ts'],
  ['src/lib/back.ts', "import type { Days } from '../registry/days.ts';", 'src/registry/days.ts'],
  ['src/lib/back.ts', "await import('../registry/days.ts');", 'src/registry/days.ts'],
  ['client/send.ts', "import '../src/registry/days.ts';", 'src/registry/days.ts'],
  ['src/other/days.ts', "import '../registry/days.ts';", 'src/registry/days.ts'],
  ['bench/a.ts', "import '../test/days.ts';", 'test/days.ts'],
  ['tools/a.ts', "import '../test/days.ts';", 'test/days.ts'],
  ['src/lib/a.ts', "import '../../test/days.ts';", 'test/days.ts'],
];
for (const [from, source, refused] of cases)
  it(`${source} in ${from} is ${refused ? 'refused' : 'allowed'}`, async (t) => {
    const root = await temporaryFolder(t);
    for (const [path, text] of Object.entries({ ...FILES, [from]: source })) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const script = join(PROJECT_ROOT, 'tools', 'check-imports.ts');
    const run = promisify(execFile)(process.execPath, [script, root]);
    if (refused === undefined) assert.match((await run).stdout, /^Checked 5 imports of 8 modules/);
    else
      await assert.rejects(run, ({ code, stderr }: { code: number; stderr: string }) => {
        assert.equal(code, 1);
        assert.ok(stderr.startsWith(`${from} imports ${refused}: `), stderr);
        return true;
      });
  });
