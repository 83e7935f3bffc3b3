/** The operator's own companies, DATA_DIR/registry: every command sees them, and their changes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { loadConfig } from '../../../src/lib/config/config.ts';
import { dayOf, periodOf } from '../../../src/lib/period.ts';
import { ownFile } from '../../../src/registry/own-files.ts';
import { look } from '../../../src/transports/cli/doctor.ts';
import { CHECKS } from '../../../src/transports/cli/doctor-checks.ts';
import { Project } from '../../../src/transports/cli/project.ts';
import { freePort } from '../../../tools/free-port.ts';
import { writeOwnCompanies } from '../../../tools/own-companies.ts';
import {
  cli,
  ENVIRONMENT,
  MAIN,
  output,
  refusalOf,
  startCli,
  untilReady,
} from '../../support/cli.ts';
import { smallDataFolder } from '../../support/small-data.ts';
import { clientOf, jsonIn } from '../mcp/serve.ts';

const BASE_URL = 'http://signals.example.org';
const LAST_WEEK = periodOf(periodOf(dayOf(Date.now() / 1000)).firstDay - 1);
/** Sorts before all shipped slugs, so that a scheduler requests its repository first. */
const SLUG = '0-made';
const FAULT = /0-made\.yaml:\d+ sector: .*bellwether untrack 0-made/;

let environment: Record<string, string>;
let project: Project;
let file: string;
before(async () => {
  environment = { DATA_DIR: await smallDataFolder(undefined, LAST_WEEK.lastDay), BASE_URL };
  project = new Project(loadConfig(environment, '/nowhere').config);
  file = ownFile(project.folders.registry, SLUG);
  await track();
  await publish();
});
beforeEach(track);

/** A company called `made-tool`, with the repository `made/tool`. */
async function track(): Promise<void> {
  await writeOwnCompanies(project.settings.dataFolder, ['made/tool']);
  await rename(ownFile(project.folders.registry, 'made-tool'), file);
}

async function publish(): Promise<void> {
  const { status, stderr } = await cli(['publish'], environment);
  assert.equal(status, 0, stderr);
}

/** Doctor's state and words for the editions. */
async function doctor(): Promise<string> {
  const { state, says } = await look('editions', CHECKS.editions, new Project(project.settings));
  return `${state}: ${says}`;
}

async function change(from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  assert.ok(text.includes(from));
  await writeFile(file, text.replaceAll(from, to));
}

const breakFile = () => change('databases', 'no-sector');

describe('a company of one’s own', () => {
  it('is seen by doctor, its change until it is published, and its fault by all commands', async () => {
    assert.match(await doctor(), /and current$/);
    await change('Makes examples.', 'Makes other examples.');
    assert.match(await doctor(), /have changed since$/);
    await publish();
    assert.match(await doctor(), /and current$/);
    await breakFile();
    const found = await doctor();
    for (const words of [/^error: /, FAULT]) assert.match(found, words);
    for (const command of ['mcp', 'publish'])
      assert.match(await refusalOf([command], environment), FAULT);
  });

  it('that changes is seen by serve, mcp and schedule while they run', async (t) => {
    const asked: string[] = [];
    const hosting = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(503).end();
    }).listen(0, '127.0.0.1');
    t.after(() => hosting.close());
    await once(hosting, 'listening');
    const isAsked = (repository: string) =>
      asked.some((url) => url.startsWith(`/${repository}.git`));
    const PORT = String(await freePort());
    const service = startCli(['serve'], { ...environment, PORT, LOG_LEVEL: 'error' });
    t.after(() => service.kill());
    const client = clientOf('2026-07-28');
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [MAIN, 'mcp'], stderr: 'pipe' },
      env: { ...ENVIRONMENT, ...environment },
    });
    await client.connect(transport, { timeout: 120_000 });
    t.after(() => client.close());
    await output(service, 'Bellwether serves');
    await untilReady(PORT);
    const isTracked = async (name: string) => {
      const response = await fetch(`http://127.0.0.1:${PORT}/api/signal?company=${name}`);
      const called = await client.callTool({ name: 'get_startup_signal', arguments: { name } });
      return [Object(await response.json()).tracked, Object(jsonIn(called)).tracked];
    };
    assert.deepEqual(await isTracked('made-late'), [false, false]);
    assert.deepEqual(await isTracked('made-tool'), [true, true]);
    const scheduler = startCli(['schedule'], {
      ...environment,
      GIT_BASE_URL: `http://127.0.0.1:${Object(hosting.address()).port}`,
    });
    t.after(() => scheduler.kill());
    await output(scheduler, 'nothing is collected until');
    assert.ok(isAsked('made/tool') && !isAsked('made/late'), asked.join());
    await change('made-tool', 'made-late');
    await change('made/tool', 'made/late');
    await publish();
    for (let tries = 0; tries < 60; tries++) {
      if ((await isTracked('made-late')).every(Boolean) && isAsked('made/late')) break;
      await delay(1_000);
    }
    assert.deepEqual(await isTracked('made-late'), [true, true]);
    assert.ok(isAsked('made/late'), asked.join());
    // A publication is not loaded while the registry has a fault.
    await breakFile();
    const now = new Date();
    await utimes(join(project.store.folder, 'catalog.json'), now, now);
    await output(service, '0-made.yaml');
    assert.deepEqual(await isTracked('made-late'), [true, true]);
  });
});
