/**
 * The official SDK in its first major version; the second one: test/transports/mcp. After `listTools()`,
 * it checks every structured answer and refusal against the tool's output schema.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { configuredX402 } from '../../src/payments/x402/rail.ts';
import { type EvmChain, startChain } from '../payments/evm/chain.ts';
import { type PaidService, servePaid } from '../payments/support/paid-service.ts';
import { RESOURCE, x402Settings } from '../payments/x402/merchant.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { skip } from './installed.ts';

type HeaderFields = Record<string, string>;
type Result = { isError?: boolean | undefined; structuredContent?: unknown };
type SdkClient = {
  listTools: () => Promise<{ tools: { name: string }[] }>;
  callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<Result>;
  close: () => Promise<void>;
};

async function connect(url: URL, headers: HeaderFields): Promise<SdkClient> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const http = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const client = new Client({ name: 'bellwether-test', version: '1.0.0' });
  const transport = new http.StreamableHTTPClientTransport(url, { requestInit: { headers } });
  // Its own types do not agree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    listTools: () => client.listTools(),
    callTool: async (call) => (await client.callTool(call)) as Result,
    close: () => client.close(),
  };
}

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

describe('the official MCP SDK 1.x', { skip }, () => {
  let chain: EvmChain;
  let served: PaidService;
  before(async () => {
    chain = await startChain();
    served = await servePaid(`${await temporaryFolder()}/books.sqlite`, {
      rails: ({ store, emit }) => ({
        x402: configuredX402(
          x402Settings(chain),
          { store, watch: emit },
          { price: 0.19, resource: RESOURCE },
        ),
      }),
    });
  });
  after(async () => {
    await served.stop();
    await chain.stop();
  });

  /** A client that has listed the tools. */
  const connected = async (headers: HeaderFields = {}) => {
    const client = await connect(new URL(`${served.origin}/api/mcp/rpc`), headers);
    const { tools } = await client.listTools();
    return { client, names: tools.map(({ name }) => name) };
  };

  it('takes the answers and refusals of every tool', async () => {
    const { client, names } = await connected();
    const called = new Set(CALLS.map(([name]) => name));
    assert.deepEqual([...called, 'get_deep_signal'].sort(), names.sort());
    for (const [name, args, isError] of CALLS) {
      const result = await client.callTool({ name, arguments: args });
      assert.equal(result.isError === true, isError, `${name} ${JSON.stringify(args)}`);
    }
    await client.close();
  });

  it('reads what a deep signal costs from a call without a payment', async () => {
    const { client } = await connected();
    const call = { name: 'get_deep_signal', arguments: { name: 'acorn' } };
    const { isError, structuredContent } = await client.callTool(call);
    assert.equal(isError, true);
    const { x402Version, accepts } = structuredContent as Record<string, unknown[]>;
    assert.equal(x402Version, 2);
    assert.equal(Object(accepts?.[0]).amount, '190000');
    await client.close();
  });

  it('takes a deep signal that a credit paid for, and a miss', async () => {
    const { key } = await served.issue(1);
    const { client } = await connected({ authorization: `Bearer ${key}` });
    for (const [name, found] of [
      ['acorn', true],
      ['no such startup', false],
    ] as const) {
      const call = { name: 'get_deep_signal', arguments: { name } };
      const { isError, structuredContent } = await client.callTool(call);
      assert.equal(isError, undefined);
      assert.equal(Object(structuredContent).found, found);
    }
    await client.close();
  });
});
