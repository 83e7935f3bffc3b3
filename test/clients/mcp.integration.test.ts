/** MCP clients of third parties. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skip } from './installed.ts';
import './loopback-only.ts';
import { programOf, runClient, surroundings } from './run-client.ts';
import { type OwnService, serveAtOwnAddress } from './serve.ts';

const TOOLS = [
  'get_deep_signal',
  'get_diligence_dossier',
  'get_methodology',
  'get_scout_receipts',
  'get_signals_summary',
  'get_startup_signal',
  'get_trending_startups',
  'query_signals',
  'search_startups_by_sector',
];
const ACORN = /"slug":"acorn"/;

/** Calls that succeed, miss, and are refused. */
const CALLS: readonly [name: string, args: Record<string, unknown>, isError: boolean][] = [
  ['get_signals_summary', {}, false],
  ['get_signals_summary', { period: '1999-w01' }, true],
  ['get_trending_startups', { limit: 2 }, false],
  ['get_trending_startups', { limit: 0 }, true],
  ['search_startups_by_sector', { sector: 'databases' }, false],
  ['search_startups_by_sector', { sector: 'fintech' }, true],
  ['get_startup_signal', { name: 'acorn' }, false],
  ['get_startup_signal', { name: 'no such startup' }, false],
  ['get_startup_signal', {}, true],
  ['get_diligence_dossier', {}, false],
  ['get_diligence_dossier', { company: 'acorn' }, false],
  ['get_diligence_dossier', { company: 'no such company' }, true],
  ['get_scout_receipts', { github_username: '-' }, true],
  ['get_methodology', {}, false],
  ['query_signals', { subject: 'startup', metric: 'contributors' }, false],
  ['query_signals', { subject: 'nothing' }, true],
];

it('clients reach this machine and no other', async () => {
  // An address reserved for documentation (RFC 5737).
  await assert.rejects(fetch('http://192.0.2.1/'), ({ cause }: Error) =>
    /192\.0\.2\.1 is not on this machine/.test(String(cause)),
  );
});

describe('MCP', { skip }, () => {
  let served: OwnService;
  before(async () => {
    served = await serveAtOwnAddress();
  });
  after(() => served.stop());

  describe('in the Inspector’s command line', () => {
    const inspect = async (...args: string[]) => {
      const program = '@modelcontextprotocol/inspector/clients/launcher/build/index.js';
      const address = ['--cli', served.mcp, '--transport', 'http'];
      return JSON.parse(await runClient(program, ...address, '--method', ...args));
    };

    it('lists the tools and calls one', async () => {
      const { tools } = await inspect('tools/list');
      assert.deepEqual(tools.map(({ name }: { name: string }) => name).sort(), TOOLS);
      const call = ['--tool-name', 'get_startup_signal', '--tool-arg', 'name=acorn'];
      const { content, isError } = await inspect('tools/call', ...call);
      assert.ok(!isError);
      assert.match(content[0].text, ACORN);
    });

    it('reads a resource', async () => {
      const { contents } = await inspect('resources/read', '--uri', 'signal://startup/acorn');
      assert.match(contents[0].text, ACORN);
    });
  });

  it('in the AI SDK of Vercel gives tools with schemas that can be run', async () => {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    await using client = closing(
      await createMCPClient({ transport: { type: 'http', url: served.mcp } }),
    );
    const tools = await client.tools();
    assert.deepEqual(Object.keys(tools).sort(), TOOLS);
    const options = { toolCallId: '1', messages: [], context: {} };
    const found = await tools['get_startup_signal']?.execute?.({ name: 'acorn' }, options);
    assert.match(JSON.stringify(found).replaceAll('\\', ''), ACORN);
  });

  it('through mcp-remote is spoken on standard input and output', async () => {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const { Experimental_StdioMCPTransport } = await import('@ai-sdk/mcp/mcp-stdio');
    const proxy = [programOf('mcp-remote/dist/proxy.js'), served.mcp];
    const transport = new Experimental_StdioMCPTransport({
      command: process.execPath,
      args: [...proxy, '--allow-http', '--transport', 'http-only'],
      stderr: 'ignore',
      ...(await surroundings()),
    });
    await using client = closing(await createMCPClient({ transport }));
    assert.deepEqual(Object.keys(await client.tools()).sort(), TOOLS);
    const { contents } = await client.readResource({ uri: 'signal://summary' });
    assert.match(JSON.stringify(contents), /2025-w26/);
  });

  // The second major version: test/transports/mcp. It checks structured answers against the tools' schemas.
  it('in the first major version of the official SDK gives the answers and refusals of every free tool', async () => {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const http = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    await using client = closing(new Client({ name: 'bellwether-test', version: '1.0.0' }));
    const transport = new http.StreamableHTTPClientTransport(new URL(served.mcp));
    // Its own types do not agree under exactOptionalPropertyTypes.
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    const { tools } = await client.listTools();
    const called = new Set(CALLS.map(([name]) => name));
    assert.deepEqual([...called, 'get_deep_signal'].sort(), tools.map(({ name }) => name).sort());
    for (const [name, args, isError] of CALLS) {
      const result = await client.callTool({ name, arguments: args });
      assert.equal(result.isError === true, isError, `${name} ${JSON.stringify(args)}`);
    }
  });
});

/** A client that is closed at the end of its scope. */
function closing<C extends { close: () => Promise<void> }>(client: C): C & AsyncDisposable {
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
