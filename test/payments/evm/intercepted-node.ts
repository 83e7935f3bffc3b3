/** A node whose answers a test decides, request by request. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type Hex, numberToHex } from 'viem';
import { serveHttp } from '../../support/http-server.ts';

export type RpcCall = { method: string; params: unknown[] };
export type RpcReply = { result?: unknown; error?: { code: number; message: string } };
/** Asks the chain's own node. */
export type Forward = (call: RpcCall) => Promise<RpcReply>;
/** A reply, text that is not JSON-RPC, an HTTP status, or a connection that breaks. */
export type Intercepted = RpcReply | string | number | 'lost';
/** @param client the path at which the node was asked */
export type Intercept = (
  call: RpcCall,
  forward: Forward,
  client: string,
) => Promise<Intercepted | undefined> | undefined;

export type InterceptedNode = {
  url: string;
  forward: Forward;
  /** Answers instead of the node; undefined leaves it to the node. */
  intercept: Intercept;
  close: () => Promise<void>;
};

export async function interceptedNode(rpcUrl: string): Promise<InterceptedNode> {
  const { forward, disconnect } = await connect(rpcUrl);
  const server = await serveHttp(async (request, response) => {
    const { id, method, params = [] } = JSON.parse(await text(request));
    const call: RpcCall = { method, params };
    const client = (request.url ?? '').slice(1);
    const answer =
      (await node.intercept(call, forward, client)) ?? (await forward(call).catch(() => 'lost'));
    if (answer === 'lost') response.destroy();
    else if (typeof answer === 'number') response.writeHead(answer).end('<h1>Try later</h1>');
    else if (typeof answer === 'string') response.end(answer);
    else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', ...answer, id }));
    }
  });
  const node: InterceptedNode = {
    url: server.url,
    forward,
    intercept: () => undefined,
    close: async () => {
      disconnect();
      await server.close();
    },
  };
  return node;
}

/** Over a WebSocket, which costs a fraction of requests over HTTP. */
async function connect(rpcUrl: string) {
  const socket = new WebSocket(rpcUrl.replace(/^http/, 'ws'));
  await once(socket, 'open');
  const waiting = new Map<number, (reply: RpcReply) => void>();
  let asked = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, ...reply } = JSON.parse(String(data)) as RpcReply & { id: number };
    waiting.get(id)?.(reply);
    waiting.delete(id);
  });
  const forward: Forward = (call) =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: asked, ...call }));
    });
  return { forward, disconnect: () => socket.close() };
}

/** @throws Error for an error that the node answers with */
export async function resultOf(reply: Promise<RpcReply>): Promise<unknown> {
  const { result, error } = await reply;
  if (error) throw new Error(error.message);
  return result;
}

export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value);
}

/** The position of the block in the parameters of methods that read a state. */
const STATE_BLOCK: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getBlockByNumber: 0,
  eth_feeHistory: 1,
};

/**
 * Answers as a node whose newest block is `head`, and which knows no pending transactions.
 *
 * @returns undefined for a method that does not depend on the head
 */
export function readAsOf(
  head: bigint,
  { method, params }: RpcCall,
  forward: Forward,
): Promise<RpcReply> | undefined {
  const upTo = (block: unknown) => (isHex(block) && BigInt(block) < head ? BigInt(block) : head);
  if (method === 'eth_blockNumber') return Promise.resolve({ result: numberToHex(head) });
  if (method === 'eth_getLogs') {
    // It does not mention the logs that it lacks.
    const [filter] = params as [Record<string, unknown>];
    const [from, to] = [upTo(filter['fromBlock']), upTo(filter['toBlock'])];
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
    return forward({ method, params: [{ ...filter, ...range }] });
  }
  if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash')
    return forward({ method, params }).then((reply) => {
      const block = (reply.result as { blockNumber?: unknown } | null | undefined)?.blockNumber;
      return isHex(block) && BigInt(block) <= head ? reply : { result: null };
    });
  const position = STATE_BLOCK[method];
  if (position === undefined) return undefined;
  const block = params[position] ?? 'latest';
  if (isHex(block) && BigInt(block) > head)
    return Promise.resolve({ error: { code: -32_000, message: 'header not found' } });
  const isNamed = block === 'latest' || block === 'pending';
  return forward({ method, params: isNamed ? params.with(position, numberToHex(head)) : params });
}

/** Reads the state of that many blocks ago; receipts and transactions are not delayed. */
export function lagging(blocks: number): Intercept {
  return async (call, forward) => {
    if (/^eth_getTransaction(?:Receipt|ByHash)$/.test(call.method)) return undefined;
    const head = BigInt(String(await resultOf(forward({ method: 'eth_blockNumber', params: [] }))));
    return readAsOf(head - BigInt(blocks), call, forward);
  };
}
