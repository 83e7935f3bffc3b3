/** An older Node runs the one that was installed with the project, or says what is needed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { type Run, startProgram } from '../../support/cli.ts';
import { olderNode } from '../../support/older-node.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ENTRY = join(PROJECT_ROOT, 'bin', 'bellwether.cjs');
const NEEDED = /^Bellwether needs Node 24 or later; this is Node \d+\.\d+\.\d+ \(\/.+\)\. /;

async function run(program: string, ...args: string[]): Promise<Run> {
  const child = startProgram(program, args);
  await once(child, 'close');
  return child.output();
}

/** The entry in an installation of its own. @param node what its package `node` has as program */
async function installation(node?: (path: string) => Promise<void>): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of ['package.json', 'bin/bellwether.cjs', 'bin/compile-cache.cjs'])
    await cp(join(PROJECT_ROOT, file), join(folder, file));
  await mkdir(join(folder, 'dist/src'), { recursive: true });
  await writeFile(
    join(folder, 'dist/src/main.js'),
    'console.log(process.version); process.exit(Number(process.argv[2]));',
  );
  if (node) {
    const path = join(folder, 'node_modules/node/bin/node');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(join(path, '../../package.json'), '{"bin":{"node":"bin/node"}}');
    await node(path);
  }
  return join(folder, 'bin/bellwether.cjs');
}

describe('an older Node', { skip: !olderNode && 'no older Node here' }, () => {
  const older = olderNode ?? '';

  it('runs the installed one, says so once, and ends with its status', async () => {
    const entry = await installation((path) => cp(process.execPath, path));
    for (const status of [0, 3]) {
      const ran = await run(older, entry, String(status));
      assert.equal(ran.status, status);
      assert.equal(ran.stdout, `${process.version}\n`);
      assert.match(
        ran.stderr,
        /^Node \d+\.\d+\.\d+ is too old for Bellwether; it runs with \/.+\/bin\/node\.\n$/,
      );
    }
  });

  it('reports which version is needed where none is installed, or it cannot run', async () => {
    const nodes: readonly ((path: string) => Promise<void>)[] = [
      // It is no program: nothing may execute it.
      (path) => writeFile(path, ''),
      (path) => cp(older, path),
    ];
    for (const node of [undefined, ...nodes]) {
      const { status, stdout, stderr } = await run(older, await installation(node), 'start');
      assert.deepEqual([status, stdout], [1, ''], stderr);
      assert.match(stderr.split('\n').at(-2) ?? '', NEEDED);
      if (!node)
        assert.match(stderr, /Install it from https:\/\/nodejs\.org, or run npm ci .*\.\n$/);
      assert.doesNotMatch(stderr, /\n\s+at /);
    }
  });
});

describe('the entry', () => {
  it('does not run the installed Node with itself', async () => {
    const pretend = join(await temporaryFolder(), 'pretend.cjs');
    await writeFile(
      pretend,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '23.9.1' } });`,
    );
    const { status, stderr } = await run(process.execPath, '--require', pretend, ENTRY, 'start');
    assert.equal(status, 1);
    assert.match(stderr, NEEDED);
    assert.match(stderr, /this is Node 23\.9\.1 .*\n$/);
  });
});
