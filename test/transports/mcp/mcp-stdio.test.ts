import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { loadConfig } from '../../../src/lib/config/config.ts';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import { Project } from '../../../src/transports/cli/project.ts';
import { cli, ENVIRONMENT, MAIN, output, shippedEnvironment, startCli } from '../../support/cli.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { smallDataFolder } from '../../support/small-data.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { clientOf, jsonIn, REVISIONS, type Revision } from './serve.ts';

let environment: Record<string, string>;
before(async () => {
  environment = await shippedEnvironment();
});

/** The official client, with a process of its own. */
async function connect(revision: Revision, more: Record<string, string> = {}) {
  const client = clientOf(revision);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp'],
    env: { ...ENVIRONMENT, ...environment, ...more },
    stderr: 'pipe',
  });
  await client.connect(transport, { timeout: 120_000 });
  return { client, transport };
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
});

describe('bellwether mcp', () => {
  it('publishes first where nothing is published, and writes nothing but protocol', async (t) => {
    const folder = await temporaryFolder(t);
    const days = Array.from({ length: 140 }, (_, index) => isoDay(parseDay('2025-01-01') + index));
    await ledgerOf(folder, {
      langfuse: [
        {
          repository: 'langfuse/langfuse',
          commits: days.map((day) => commitOn(day)),
          coveredFrom: '2025-01-01',
          coveredThrough: '2025-05-20',
        },
      ],
    });
    const child = startCli(['mcp'], { DATA_DIR: folder });
    t.after(() => child.kill('SIGKILL'));
    child.stdin?.write(`${initialize}\n`);
    await output(child, '"serverInfo"');
    child.stdin?.end();
    const [status] = await once(child, 'close');
    assert.equal(status, 0);
    const { stdout, stderr } = child.output();
    const [answer, ...others] = stdout.trimEnd().split('\n');
    assert.deepEqual(others, []);
    assert.equal(JSON.parse(answer ?? '').result.serverInfo.name, 'bellwether');
    assert.match(stderr, /Publishing: done in /);
  });

  it('spends credits of the key in the client’s environment', async () => {
    const issued = await cli(['keys', 'issue', '--credits', '2'], environment);
    const key = issued.stdout.trim();
    const { client } = await connect('2026-07-28', { BELLWETHER_API_KEY: key });
    const bought = await client.callTool({
      name: 'get_deep_signal',
      arguments: { name: 'langfuse' },
    });
    assert.equal((jsonIn(bought) as { slug: string }).slug, 'langfuse');
    assert.equal(bought._meta?.['bellwether/credits-balance'], 1);
    await client.close();
    const entries = await cli(['books', 'entries', key.slice(3, 15)], environment);
    assert.match(entries.stdout, /consume .*answer:/);
  });

  // Revisions between them differ in messages, which are the same over HTTP, and not in this transport.
  it('answers clients of the newest and of the oldest revision', async (t) => {
    const [newest, , oldest] = REVISIONS;
    for (const revision of [newest, oldest]) {
      const { client } = await connect(revision);
      t.after(() => client.close());
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
      assert.equal((await client.listTools()).tools.length, 9);
      const found = await client.callTool({
        name: 'get_startup_signal',
        arguments: { name: 'Langfuse' },
      });
      assert.equal((jsonIn(found) as { slug: string }).slug, 'langfuse');
      const [resource] = (await client.readResource({ uri: 'signal://trending' })).contents;
      assert.match(resource && 'text' in resource ? resource.text : '', /"trending":\[\{/);
      await client.close();
    }
  });

  it('refuses lines that are no messages, goes on after them, and stops on SIGTERM', async (t) => {
    const child = startCli(['mcp'], environment);
    t.after(() => child.kill('SIGKILL'));
    const list = (params: object) =>
      JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list', params });
    const long = list({ filler: 'x'.repeat(64 * 1024) });
    const lines = ['', '{', '[]', '{"jsonrpc":"2.0"}', '\u0000', list({ cursor: 1 }), long];
    child.stdin?.write(`${[...lines, initialize].join('\n')}\n`);
    await output(child, '"serverInfo"');
    const answers = child.output().stdout.trimEnd().split('\n');
    assert.deepEqual(
      answers.map((line) => JSON.parse(line).error?.code),
      [-32700, -32600, -32600, -32700, -32602, -32600, undefined],
    );
    child.kill('SIGTERM');
    const [status] = await once(child, 'close');
    assert.equal(status, 0);
  });

  it('says why nothing is served where what is published has a fault, until it is mended', async (t) => {
    const folder = await smallDataFolder(t);
    const own = { DATA_DIR: folder, BASE_URL: 'http://signals.example.org' };
    assert.equal((await cli(['publish'], own)).status, 0);
    const { store } = new Project(loadConfig(own, '/nowhere').config);
    const file = store.pathOf((await store.catalog())?.log ?? '');
    const sound = await readFile(file);
    await chmod(file, 0o600);
    await writeFile(file, 'no log');
    const { client } = await connect('2026-07-28', own);
    t.after(() => client.close());
    const answer = async () =>
      JSON.stringify(
        await client.callTool({ name: 'get_startup_signal', arguments: { name: 'chroma' } }),
      );
    assert.match(await answer(), /editions-damaged/);
    await writeFile(file, sound);
    for (let tries = 0; tries < 60 && !/commitVelocity14d/.test(await answer()); tries++)
      await delay(500);
    assert.match(await answer(), /commitVelocity14d/);
  });
});
