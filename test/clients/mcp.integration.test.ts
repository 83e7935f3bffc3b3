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

  it('in LangChain’s adapters gives tools that answer', async () => {
    const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
    await using client = closing(
      new MultiServerMCPClient({
        mcpServers: { bellwether: { transport: 'http', url: served.mcp } },
      }),
    );
    const tools = await client.getTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), TOOLS);
    const ask = (tool: string, input: Record<string, string>) =>
      tools.find(({ name }) => name === tool)?.invoke(input) ?? assert.fail(`no ${tool}`);
    assert.match(JSON.stringify(await ask('get_startup_signal', { name: 'acorn' })), /acorn/);
    await assert.rejects(ask('search_startups_by_sector', { sector: 'no such sector' }));
  });
});

/** A client that is closed at the end of its scope. */
function closing<C extends { close: () => Promise<void> }>(client: C): C & AsyncDisposable {
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
