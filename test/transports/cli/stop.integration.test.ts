/** The ways to start the service, and that a signal to the started process ends it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { before, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { freePort } from '../../../tools/free-port.ts';
import { cli, output, type RunningCli, startProgram } from '../../support/cli.ts';
import { olderNode } from '../../support/older-node.ts';
import { smallDataFolder } from '../../support/small-data.ts';

const ENTRY = 'bin/bellwether.cjs';

let folder: string;
before(async () => {
  folder = await smallDataFolder();
  await cli(['publish'], { DATA_DIR: folder });
});

/** A service that is ready, in a process group of its own, as a terminal gives it one. */
async function startService(t: TestContext, program: string, ...args: string[]) {
  const port = await freePort();
  const environment = { DATA_DIR: folder, PORT: String(port) };
  const options = { cwd: PROJECT_ROOT, detached: true };
  const child = startProgram(program, args, environment, options);
  const { pid = 0 } = child;
  t.after(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Every process of the group has ended.
    }
  });
  await output(child, 'Stop with Ctrl+C.');
  return { child, pid, address: `http://127.0.0.1:${port}/healthz` };
}

async function assertStopped(child: RunningCli, address: string): Promise<void> {
  // Not before the last process of the group has closed its output.
  assert.deepEqual(await once(child, 'close'), [0, null]);
  await assert.rejects(fetch(address), 'nothing listens any more');
  const { stderr } = child.output();
  assert.equal(stderr.match(/^Stopping …$/gm)?.length, 1, stderr);
}

const npm = ['npm', 'start'] as const;
const ways: [what: string, words: readonly string[], signal: NodeJS.Signals, isForAll?: true][] = [
  ['npm start ends the service on SIGTERM', npm, 'SIGTERM'],
  ['npm start ends it once on Ctrl+C, which reaches every process', npm, 'SIGINT', true],
  ['an older Node ends it on SIGTERM', [olderNode ?? '', ENTRY, 'serve'], 'SIGTERM'],
];
for (const [what, [program = '', ...args], signal, isForAll] of ways)
  it(what, { skip: program === '' && 'no older Node here' }, async (t) => {
    const { child, pid, address } = await startService(t, program, ...args);
    assert.equal((await fetch(address)).status, 200);
    process.kill(isForAll ? -pid : pid, signal);
    await assertStopped(child, address);
  });

it('the first signal stops, its repetition changes nothing, and a later one ends at once', async (t) => {
  const script = `
    import { onInterrupt } from ${JSON.stringify(join(PROJECT_ROOT, 'src/transports/cli/interrupts.ts'))};
    setInterval(() => undefined, 1_000);
    onInterrupt(() => console.log('stopping'));
    process.on('SIGHUP', () => console.log('alive'));
    console.log('ready');`;
  const child = startProgram(process.execPath, ['--input-type=module', '--eval', script]);
  t.after(() => child.kill('SIGKILL'));
  await output(child, 'ready');
  child.kill('SIGINT');
  await output(child, 'stopping');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) child.kill(signal);
  child.kill('SIGHUP');
  await output(child, 'alive');
  await setTimeout(1_500);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [null, 'SIGINT']);
  assert.equal(child.output().stdout, 'ready\nstopping\nalive\n');
});
