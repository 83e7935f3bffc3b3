/** The operator's own companies, DATA_DIR/registry: every command sees them, and their changes. */
import assert from 'node:assert/strict';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Config, loadConfig } from '../../../src/lib/config/config.ts';
import { editions, registry } from '../../../src/transports/cli/doctor/data.ts';
import { editionStore } from '../../../src/transports/cli/project.ts';
import { scheduledWork } from '../../../src/transports/cli/scheduled-work.ts';
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
/** In the week after the last period of the small data folder. */
const NOW = new Date('2025-07-02T00:00:00Z');
const FAULT = /made-tool\.yaml:\d+ sector: .*bellwether untrack made-tool/;

let environment: Record<string, string>;
let config: Config;
let file: string;
before(async () => {
  environment = { DATA_DIR: await smallDataFolder(), BASE_URL };
  config = loadConfig(environment, '/nowhere').config;
  file = join(config.dataFolder, 'registry', 'companies', 'made-tool.yaml');
  await writeOwnCompanies(config.dataFolder, ['made/tool']);
  await publish();
});
beforeEach(() => writeOwnCompanies(config.dataFolder, ['made/tool']));

async function publish(): Promise<void> {
  const { status, stderr } = await cli(['publish'], environment);
  assert.equal(status, 0, stderr);
}

async function change(from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  assert.ok(text.includes(from));
  await writeFile(file, text.replace(from, to));
}

const breakFile = () => change('databases', 'no-sector');

describe('a company of one’s own', () => {
  it('is seen by doctor, and its change until it is published', async () => {
    const states = async () => {
      const { state, says } = await editions(config, NOW);
      return [state, /have changed since/.test(says)];
    };
    await publish();
    assert.deepEqual(await states(), ['ok', false]);
    await change('Makes examples.', 'Makes other examples.');
    assert.deepEqual(await states(), ['warning', true]);
    await publish();
    assert.deepEqual(await states(), ['ok', false]);
    const { says } = await registry(config);
    const { says: without } = await registry({ ...config, dataFolder: '/nowhere' });
    assert.equal(Number.parseInt(says, 10), Number.parseInt(without, 10) + 1);
  });

  it('with a fault is an error for doctor, in words that serve, mcp and publish refuse it with', async () => {
    await breakFile();
    const { status, stdout } = await cli(['doctor', '--json'], environment);
    assert.equal(status, 1);
    const { checks } = JSON.parse(stdout) as { checks: { check: string; says: string }[] };
    const [found] = checks.filter(({ check }) => check === 'registry');
    assert.match(found?.says ?? '', FAULT);
    for (const command of ['serve', 'start', 'mcp', 'publish'])
      assert.match(await refusalOf([command], environment), FAULT);
  });

  it('is seen by a scheduler that runs', async () => {
    const work = scheduledWork(config, () => undefined);
    const first = await work.publish();
    assert.equal((await work.facts()).inputs, first.inputs);
    await writeOwnCompanies(config.dataFolder, ['made/engine']);
    const { companies, inputs, publishedFrom } = await work.facts();
    assert.equal(publishedFrom, first.inputs);
    assert.notEqual(inputs, publishedFrom);
    assert.ok(companies.has('made-engine'));
    await breakFile();
    await assert.rejects(work.publish(), FAULT);
    await writeOwnCompanies(config.dataFolder, ['made/tool']);
    const { inputs: last } = await work.publish();
    assert.equal((await work.facts()).inputs, last);
  });

  it('is seen by serve and mcp that run, from the next publication on', async (t) => {
    const PORT = String(await freePort());
    const service = startCli(['serve'], { ...environment, PORT, LOG_LEVEL: 'error' });
    t.after(() => service.kill());
    const client = clientOf('2026-07-28');
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [MAIN, 'mcp'], stderr: 'pipe' },
      env: { ...ENVIRONMENT, ...environment },
    });
    const complaints: string[] = [];
    transport.stderr?.on('data', (text: Buffer) => complaints.push(String(text)));
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
    await writeOwnCompanies(config.dataFolder, ['made/late']);
    await publish();
    for (let tries = 0; tries < 60; tries++) {
      if ((await isTracked('made-late')).every(Boolean)) break;
      await delay(1_000);
    }
    assert.deepEqual(await isTracked('made-late'), [true, true]);
    // A publication is not taken up with a registry that has a fault by then.
    await breakFile();
    const now = new Date();
    await utimes(join(editionStore(config).folder, 'catalog.json'), now, now);
    await output(service, 'made-tool.yaml');
    assert.deepEqual(await isTracked('made-tool'), [true, true]);
    // Tried every two seconds, told once.
    await delay(7_000);
    assert.equal(complaints.join('').split('made-tool.yaml').length - 1, 1);
  });
});
