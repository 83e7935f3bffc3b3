/** What an older Node is told: the entry is the one file that it must be able to read. */

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ENTRY = join(PROJECT_ROOT, 'bin', 'bellwether.cjs');
const run = promisify(execFile);

function majorOf(node: string): number {
  return Number.parseInt(execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1), 10);
}

/** An older Node among those that the machine has. */
const older = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (node) => existsSync(node) && majorOf(node) < 24,
);

async function refusal(node: string, args: string[]): Promise<string> {
  const failed: { code?: unknown; stderr?: unknown } = await run(node, args).then(
    () => assert.fail('it started'),
    (error: unknown) => Object(error),
  );
  assert.equal(failed.code, 1);
  return String(failed.stderr);
}

describe('an older Node', () => {
  it('is told in one line which one is needed', async (t) => {
    const pretend = join(await temporaryFolder(t), 'pretend.cjs');
    await writeFile(
      pretend,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '23.9.1' } });`,
    );
    const stderr = await refusal(process.execPath, ['--require', pretend, ENTRY, 'start']);
    assert.match(stderr, /^Bellwether needs Node 24 or later; this is Node 23\.9\.1 \(\/.*\n$/);
  });

  it('can read as much', { skip: !older && 'no older Node here' }, async () => {
    const stderr = await refusal(older ?? '', [ENTRY, 'start']);
    assert.match(stderr, /^Bellwether needs Node 24 or later; this is Node \d+\.\d+\.\d+ .*\n$/);
  });

  it('is what the commands of package.json begin with', async () => {
    const { default: packageJson } = await import('../../../package.json', {
      with: { type: 'json' },
    });
    assert.equal(packageJson.bin.bellwether, 'bin/bellwether.cjs');
    for (const script of [packageJson.scripts.start, packageJson.scripts.bellwether])
      assert.match(script, /^node bin\/bellwether\.cjs\b/);
  });
});
