/** Processes that start at once on a data folder in which nothing is published. */
import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { PublicationLog } from '../../../src/pipeline/edition/publication-log.ts';
import { freePort } from '../../../tools/free-port.ts';
import { cli, output, type RunningCli, startCli, untilReady } from '../../support/cli.ts';
import { smallDataFolder } from '../../support/small-data.ts';

const SERVES = 'Bellwether serves Week 26, 2025';
const PUBLISHES = 'Publishing …';
const WAITS = 'Another process prepares what is served; waiting for it …';

async function environmentOf(t: TestContext): Promise<Record<string, string>> {
  return { DATA_DIR: await smallDataFolder(t), PORT: String(await freePort()) };
}

function start(t: TestContext, environment: Record<string, string>): RunningCli {
  const child = startCli(['start', '--share-port'], environment);
  t.after(() => child.kill('SIGKILL'));
  return child;
}

const publishes = (child: RunningCli) => child.output().stderr.includes(PUBLISHES);

/** Checks the published files, and that log and signatures all belong to one publication. */
async function assertPublishedOnce(environment: Record<string, string>): Promise<void> {
  const response = await fetch(
    `http://127.0.0.1:${environment['PORT']}/editions/all/publications.jsonl`,
  );
  assert.equal(PublicationLog.parse(await response.text()).entries.length, 5);
  const { stdout } = await cli(['verify'], environment);
  assert.match(stdout, /^6 editions verified: \d+ files, .* every signature holds\./);
}

async function find(pattern: string, cwd: string): Promise<string | undefined> {
  for await (const path of glob(pattern, { cwd })) return path;
  return undefined;
}

describe('two processes that start at once on an empty folder', () => {
  it('publish once, and serve the same', async (t) => {
    const environment = await environmentOf(t);
    const children = [start(t, environment), start(t, environment)];
    await Promise.all(children.map((child) => output(child, SERVES)));
    assert.equal(children.filter(publishes).length, 1);
    await untilReady(environment['PORT'] ?? '');
    await assertPublishedOnce(environment);
  });

  const moments: Record<string, (folder: string) => Promise<void>> = {
    'begins to publish': async () => undefined,
    'has written bodies': async (folder) => {
      while ((await find('editions/*/bodies/*/*', folder)) === undefined) await delay(5);
    },
  };
  for (const [when, reached] of Object.entries(moments))
    it(`the second publishes if the first is killed when it ${when}`, async (t) => {
      const environment = await environmentOf(t);
      const folder = environment['DATA_DIR'] ?? '';
      const first = start(t, environment);
      await output(first, PUBLISHES);
      await reached(folder);
      first.kill('SIGSTOP');
      assert.equal(await find('editions/*/catalog.json', folder), undefined);
      const second = start(t, environment);
      await output(second, WAITS);
      assert.ok(!publishes(second));
      first.kill('SIGKILL');
      await output(second, SERVES);
      assert.ok(publishes(second));
      await assertPublishedOnce(environment);
    });
});
