/** A node of which a test decides, request by request, what it answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type RpcCall = { method: string; params: unknown[] };
type Reply = { result?: unknown; error?: { code: number; message: string } };
/** Asks the chain's own node. */
type Forward = (call: RpcCall) => Promise<Reply>;
/** An answer; text that is no JSON-RPC; a status of HTTP; or a connection that breaks. */
type Intercepted = Reply | string | number | 'lost';

export type InterceptedNode = {
  url: string;
  /** Answers instead of the node; undefined leaves it to the node. */
  intercept: (call: RpcCall, forward: Forward) => Promise<Intercepted | undefined> | undefined;
  close: () => Promise<void>;
};

export async function interceptedNode(rpcUrl: string): Promise<InterceptedNode> {
  const headers = { 'content-type': 'application/json' };
  const forward: Forward = async (call) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call });
    return (await (await fetch(rpcUrl, { method: 'POST', headers, body })).json()) as Reply;
  };
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request));
    const call = { method, params };
    const answer = (await own.intercept(call, forward)) ?? (await forward(call));
    if (answer === 'lost') response.destroy();
    else if (typeof answer === 'number') response.writeHead(answer).end();
    else if (typeof answer === 'string') response.end(answer);
    else response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', ...answer, id }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const own: InterceptedNode = {
    url: `http://127.0.0.1:${port}`,
    intercept: () => undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return own;
}

/** Reads as of so many blocks ago; receipts and transactions are told at once. */
export function lagging(blocks: number): InterceptedNode['intercept'] {
  const hex = (block: number) => `0x${Math.max(block, 0).toString(16)}`;
  return async ({ method, params }, forward) => {
    const { result } = await forward({ method: 'eth_blockNumber', params: [] });
    const head = Number(result) - blocks;
    if (method === 'eth_blockNumber') return { result: hex(head) };
    if (method === 'eth_getLogs') {
      const [filter] = params as [Record<string, string>];
      return forward({ method, params: [{ ...filter, toBlock: hex(head) }] });
    }
    if (method !== 'eth_call') return undefined;
    const [call, block] = params;
    const isNewest = block === undefined || block === 'latest' || block === 'pending';
    return forward({ method, params: [call, isNewest ? hex(head) : block] });
  };
}
